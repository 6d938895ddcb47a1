import { cosine } from '../consolidate/text-cosine.ts';
import type { StandingEntry } from '../consolidate/wish.ts';
import { contradicts } from '../contradiction.ts';
import { isDuplicate } from '../duplicate.ts';
import { isEntryText } from '../entry-text.ts';
import { NO_EVIDENCE } from '../evidence.ts';
import type { Operation } from '../operation.ts';
import type { Rule } from '../rule.ts';
import { screenText } from '../screen/screen.ts';
import type { ScreenKind } from '../screen/screen-rules.ts';
import type { ExportedGuideline } from './canonical-import.ts';
import type { SharedGuideline } from './guideline-list.ts';
import { ruleFits } from './rule-fits.ts';

type Candidate = SharedGuideline & Partial<Pick<ExportedGuideline, 'rule' | 'failureMode'>>;
type Addition = Extract<Operation, { readonly op: 'add' }>;

/** What became of a guideline of a file, in the order of the file. */
export interface ImportOutcome {
  readonly text: string;
  readonly kind: 'kept' | 'duplicate' | 'contradiction' | 'held' | 'invalid' | 'over-limit';
  readonly reason: string;
}

export interface ImportFacts {
  /** All that is not archived. */
  readonly library: readonly StandingEntry[];
  /** Unit vectors of texts by text; null or none: only equal texts and rules are seen as duplicates. */
  readonly vectors: ReadonlyMap<string, ArrayLike<number> | null>;
  readonly dupAt: number;
  /** New entries at most. */
  readonly limit: number;
}

export interface ImportPlan {
  readonly operations: readonly Addition[];
  readonly outcomes: readonly ImportOutcome[];
  /** For the review queue. */
  readonly held: readonly { readonly operation: Addition; readonly kind: ScreenKind; readonly reason: string }[];
}

const CONFIDENCE = 0.5;

/** The texts that have to be embedded before a plan can be made: those that may be stored, each once. */
export function textsToEmbed(candidates: readonly Candidate[]): readonly string[] {
  const texts = candidates.map(({ text }) => oneLine(text)).filter((text) => isEntryText(text) && screenText(text).ok);
  return [...new Set(texts)];
}

/**
 * What of a file enters a library: on probation, as an import, without the evidence that it claims. Nothing that the screen
 * holds back, nothing twice, nothing that contradicts what stands.
 */
export function planImport(candidates: readonly Candidate[], facts: ImportFacts): ImportPlan {
  const plan = new Plan(facts);
  for (const candidate of candidates) plan.take(candidate);
  return plan.result();
}

class Plan {
  readonly #facts: ImportFacts;
  readonly #standing: readonly StandingEntry[];
  readonly #known = new Map<string, string>();
  readonly #kept: { readonly operation: Addition; readonly vector: ArrayLike<number> | null }[] = [];
  readonly #outcomes: ImportOutcome[] = [];
  readonly #held: ImportPlan['held'][number][] = [];

  constructor(facts: ImportFacts) {
    this.#facts = facts;
    this.#standing = facts.library.filter(({ status }) => status !== 'archived');
    for (const { id, text } of this.#standing) this.#known.set(plainKey(text), `entry ${id}`);
  }

  take(candidate: Candidate): void {
    const text = oneLine(candidate.text);
    // The lines of a text are looked at as they came: a break may be what it hides behind.
    const screening = screenText(candidate.text);
    const operation = additionOf(candidate, text);
    const equal = this.#known.get(plainKey(text));
    if (!screening.ok) {
      const { kind, reason } = screening;
      if (isEntryText(text) && equal === undefined && this.#held.length < this.#facts.limit) {
        this.#held.push({ operation, kind, reason });
        this.#known.set(plainKey(text), 'one that was held back');
      }
      this.#note(text, 'held', reason);
    } else if (!isEntryText(text)) {
      this.#note(text, 'invalid', 'the text is not one line of 1 to 32 words');
    } else if (equal !== undefined) {
      this.#note(text, 'duplicate', `${equal} says the same`);
    } else {
      this.#compare(operation, text);
    }
  }

  result(): ImportPlan {
    const operations = this.#kept.map(({ operation }) => operation);
    return { operations, outcomes: this.#outcomes, held: this.#held };
  }

  #compare(operation: Addition, text: string): void {
    const { dupAt, limit, vectors } = this.#facts;
    const vector = vectors.get(text) ?? null;
    for (const other of this.#others()) {
      // The text decides as well: who writes a rule into a file could make it say anything.
      if (contradicts(other.body, operation) || contradicts({ ...other.body, rule: null }, { text, rule: null })) {
        this.#note(text, 'contradiction', `it contradicts ${other.name}`);
        return;
      }
      const isOneKind = other.body.type === operation.type && other.body.domain === operation.domain;
      if (isOneKind && isDuplicate(other.body, operation, cosine(other.vector, vector), dupAt)) {
        this.#note(text, 'duplicate', `${other.name} says the same`);
        return;
      }
    }
    if (this.#kept.length >= limit) {
      this.#note(text, 'over-limit', `no more than ${limit} are taken over at once`);
      return;
    }
    this.#kept.push({ operation, vector });
    this.#known.set(plainKey(text), 'another one of the file');
    this.#note(text, 'kept', 'it enters on probation');
  }

  *#others(): Generator<{
    readonly name: string;
    readonly body: Pick<Addition, 'text' | 'rule' | 'type' | 'domain'>;
    readonly vector: ArrayLike<number> | null;
  }> {
    for (const entry of this.#standing) yield { name: `entry ${entry.id}`, body: entry, vector: entry.vector };
    for (const { operation, vector } of this.#kept) yield { name: 'another one of the file', body: operation, vector };
  }

  #note(text: string, kind: ImportOutcome['kind'], reason: string): void {
    this.#outcomes.push({ text, kind, reason });
  }
}

function additionOf({ type, domain, rule, failureMode }: Candidate, text: string): Addition {
  const fitting: Rule | null = rule !== undefined && rule !== null && ruleFits(rule, text) ? rule : null;
  return {
    op: 'add',
    text,
    type,
    domain,
    c: CONFIDENCE,
    rule: fitting,
    failureMode: failureMode ?? null,
    origin: 'import',
    isTrusted: false,
    isContested: false,
    evidence: NO_EVIDENCE,
    why: 'it was imported',
    group: null,
  };
}

function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Equal for texts that differ in case and signs only. */
function plainKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
