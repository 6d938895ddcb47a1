import { cosine } from '../consolidate/text-cosine.ts';
import type { StandingEntry } from '../consolidate/wish.ts';
import { contradicts } from '../contradiction.ts';
import { isDuplicate } from '../duplicate.ts';
import { isEntryText } from '../entry-text.ts';
import { NO_EVIDENCE } from '../evidence.ts';
import type { Operation } from '../operation.ts';
import { polarityOf } from '../polarity.ts';
import { readGuideline } from '../read-guideline.ts';
import type { Rule } from '../rule.ts';
import { type Screening, screenText } from '../screen/screen.ts';
import type { ScreenKind } from '../screen/screen-rule.ts';
import type { ExportedGuideline } from './canonical-import.ts';
import type { SharedGuideline } from './guideline-list.ts';
import { ruleFits } from './rule-fits.ts';

type Candidate = SharedGuideline & Partial<Pick<ExportedGuideline, 'rule' | 'failureMode'>>;
type Addition = Extract<Operation, { readonly op: 'add' }>;
type Held = Extract<Screening, { readonly ok: false }>;

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
  /** As an entry of the library is named outside, such as `r12`. */
  nameOf(id: number): string;
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
  return [...new Set(candidates.map(({ text }) => oneLine(text)).filter(isEntryText))];
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

/** One that a candidate is compared with. */
interface Known {
  readonly name: string;
  readonly body: Pick<Addition, 'text' | 'rule' | 'type' | 'domain'>;
  readonly vector: ArrayLike<number> | null;
}

class Plan {
  readonly #byStem = new Map<string, Known[]>();
  readonly #facts: ImportFacts;
  readonly #standing: readonly StandingEntry[];
  readonly #known = new Map<string, string>();
  readonly #kept: { readonly operation: Addition; readonly vector: ArrayLike<number> | null }[] = [];
  readonly #outcomes: ImportOutcome[] = [];
  readonly #held: (ImportPlan['held'][number] & { readonly vector: ArrayLike<number> | null })[] = [];

  constructor(facts: ImportFacts) {
    this.#facts = facts;
    this.#standing = facts.library.filter(({ status }) => status !== 'archived');
    for (const entry of this.#standing) {
      const name = facts.nameOf(entry.id);
      this.#known.set(plainKey(entry.text), name);
      this.#relate({ name, body: entry, vector: entry.vector });
    }
  }

  take(candidate: Candidate): void {
    const text = oneLine(candidate.text);
    const operation = additionOf(candidate, text);
    const vector = this.#facts.vectors.get(text) ?? null;
    // A thousand copies of one text are compared, not screened each.
    const known = isEntryText(text)
      ? (this.#known.get(plainKey(text)) ?? this.#duplicateOf(operation, vector))
      : undefined;
    if (known !== undefined) {
      this.#note(text, 'duplicate', `${known} says the same`);
      return;
    }
    // The lines of a text are looked at as they came: a break may be what it hides behind.
    const screening = screenText(candidate.text);
    if (!screening.ok) this.#hold(operation, vector, screening);
    else if (!isEntryText(text)) this.#note(text, 'invalid', 'the text is not one line of 1 to 32 words');
    else this.#admit(operation, vector);
  }

  result(): ImportPlan {
    const operations = this.#kept.map(({ operation }) => operation);
    const held = this.#held.map(({ operation, kind, reason }) => ({ operation, kind, reason }));
    return { operations, outcomes: this.#outcomes, held };
  }

  #duplicateOf(operation: Addition, vector: ArrayLike<number> | null): string | undefined {
    for (const { name, body, vector: other } of this.#others()) {
      const isOneKind = body.type === operation.type && body.domain === operation.domain;
      if (!isOneKind || !isDuplicate(body, operation, cosine(other, vector), this.#facts.dupAt)) continue;
      if (!contradicts(body, operation)) return name;
    }
    return undefined;
  }

  #hold(operation: Addition, vector: ArrayLike<number> | null, { kind, reason }: Held): void {
    this.#note(operation.text, 'held', reason);
    if (!isEntryText(operation.text) || this.#held.length >= this.#facts.limit) return;
    this.#held.push({ operation, kind, reason, vector });
    this.#known.set(plainKey(operation.text), 'one that was held back');
  }

  #admit(operation: Addition, vector: ArrayLike<number> | null): void {
    const { text } = operation;
    const { limit } = this.#facts;
    // The text decides as well: who writes a rule into a file could make it say anything.
    const rival = this.#related(text).find(
      ({ body }) => contradicts(body, operation) || contradicts({ ...body, rule: null }, { text, rule: null }),
    );
    if (rival !== undefined) this.#note(text, 'contradiction', `it contradicts ${rival.name}`);
    else if (this.#kept.length >= limit) this.#note(text, 'over-limit', `no more than ${limit} are taken over at once`);
    else {
      this.#kept.push({ operation, vector });
      this.#relate({ name: 'another one of the file', body: operation, vector });
      this.#known.set(plainKey(text), 'another one of the file');
      this.#note(text, 'kept', 'it enters on probation');
    }
  }

  *#others(): Generator<Known> {
    for (const entry of this.#standing) yield { name: this.#facts.nameOf(entry.id), body: entry, vector: entry.vector };
    for (const { operation, vector } of this.#kept) yield { name: 'another one of the file', body: operation, vector };
    for (const { operation, vector } of this.#held) yield { name: 'one that was held back', body: operation, vector };
  }

  #relate(known: Known): void {
    for (const stem of polarityOf(known.body.text).all) {
      const others = this.#byStem.get(stem) ?? [];
      others.push(known);
      this.#byStem.set(stem, others);
    }
  }

  /** Those that share two words with a text, or all of one of the two: no others can contradict it. */
  #related(text: string): readonly Known[] {
    const { all } = polarityOf(text);
    const shared = new Map<Known, number>();
    for (const stem of all) for (const one of this.#byStem.get(stem) ?? []) shared.set(one, (shared.get(one) ?? 0) + 1);
    return [...shared].flatMap(([one, count]) =>
      count >= Math.min(2, all.size, polarityOf(one.body.text).all.size) ? [one] : [],
    );
  }

  #note(text: string, kind: ImportOutcome['kind'], reason: string): void {
    this.#outcomes.push({ text, kind, reason });
  }
}

function additionOf({ type, domain, rule, failureMode }: Candidate, text: string): Addition {
  // A page has no rules; what its words say as one is not lost.
  const said = rule === undefined ? readGuideline(text).rule : rule;
  const fitting: Rule | null = said !== null && ruleFits(said, text) ? said : null;
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
