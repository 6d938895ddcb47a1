import { contradicts } from '../../experience/contradiction.ts';
import { isDuplicate } from '../../experience/duplicate.ts';
import type { Entry } from '../../experience/entry.ts';
import { NO_EVIDENCE } from '../../experience/evidence.ts';
import type { LibraryState } from '../../experience/library-state.ts';
import type { Operation } from '../../experience/operation.ts';
import type { NewReviewItem } from '../../experience/review-item.ts';
import { screenText } from '../../experience/screen/screen.ts';
import type { Lesson } from './correction-entry.ts';

/** Where a correction comes from: who typed it, and whose words the lesson is in. */
export type CorrectionSource =
  /** Typed live; the lesson holds the user's own words and those of a template. */
  | 'user'
  /** Typed live; a model worded the lesson. */
  | 'model'
  /** Found in a recorded session: nobody typed it here. */
  | 'import';

/** What a correction is held against. */
export interface CorrectionFacts {
  readonly library: LibraryState;
  readonly sessionId: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  /** Entries that corrections of this session have made active. */
  readonly activated: number;
  /** Cosine of the lesson and an entry; null where one of them has no vector. */
  cosine(entry: Entry): number | null;
  readonly dupAt: number;
}

/** What a correction does to a library. `id`: the entry that says the same. */
export type CorrectionPlan =
  /** What it contradicts is flagged where it is applied, since it has no id before. */
  | { readonly kind: 'added'; readonly operations: readonly [Operation] }
  | { readonly kind: 'confirmed' | 'known'; readonly id: number; readonly operations: readonly Operation[] }
  /** Kept as feedback and asked of a person. */
  | { readonly kind: 'held'; readonly reason: string; readonly review: NewReviewItem }
  | { readonly kind: 'feedback'; readonly reason: string };

const MAX_ACTIVATED = 5;
const CONFIDENCE = { user: 0.8, model: 0.8, import: 0.5 } as const;

/**
 * What a lesson from a correction does: it enters, or confirms what says the same already; what the user typed live wins
 * over all that contradicts it. Pure.
 */
export function planCorrection(lesson: Lesson, source: CorrectionSource, facts: CorrectionFacts): CorrectionPlan {
  if (lesson.kind === 'instance') return { kind: 'feedback', reason: lesson.reason };
  const { library } = facts;
  const others = [...library.entries.values()].sort((a, b) => a.id - b.id);
  const same = others.find((entry) => entry.status !== 'archived' && saysTheSame(entry, lesson, facts));
  const contrary = others.filter((entry) => isShown(entry) && entry.id !== same?.id && contradicts(entry, lesson));
  const screening = screenText(lesson.text);
  const addition = additionOf(lesson, source);
  if (!screening.ok) return held('screened', screening.reason, addition, facts);
  if (source !== 'user') return untrustedPlan(addition, same, contrary);
  const flags = same === undefined ? [] : contrary.map((entry) => flagOf(entry, same.id));
  if (same?.status === 'active') return { kind: 'known', id: same.id, operations: flags };
  const steps = same === undefined ? [addition] : confirmation(same);
  if (facts.activated >= MAX_ACTIVATED) {
    const reason = `${MAX_ACTIVATED} corrections of this session stand already`;
    return held('capped', reason, steps.at(-1) ?? addition, facts);
  }
  if (same === undefined) return { kind: 'added', operations: [addition] };
  return { kind: 'confirmed', id: same.id, operations: [...steps, ...flags] };
}

type Taught = Extract<Lesson, { readonly kind: 'lesson' }>;
type Addition = Extract<Operation, { readonly op: 'add' }>;

function additionOf({ text, type, domain, rule }: Taught, source: CorrectionSource): Addition {
  return {
    op: 'add',
    text,
    type,
    domain,
    c: CONFIDENCE[source],
    rule,
    failureMode: null,
    origin: source === 'import' ? 'import' : 'user',
    isTrusted: source === 'user',
    isContested: false,
    evidence: NO_EVIDENCE,
    why: source === 'import' ? 'a correction in a recorded session' : 'the user corrected the agent',
    group: null,
  };
}

/** What nobody typed here confirms nothing and wins against nothing. */
function untrustedPlan(addition: Addition, same: Entry | undefined, contrary: readonly Entry[]): CorrectionPlan {
  if (same !== undefined) return { kind: 'known', id: same.id, operations: [] };
  const [stronger] = contrary;
  if (stronger !== undefined) return { kind: 'feedback', reason: `it contradicts the entry ${stronger.id}` };
  return { kind: 'added', operations: [addition] };
}

function saysTheSame(entry: Entry, lesson: Taught, { cosine, dupAt }: CorrectionFacts): boolean {
  if (entry.text === lesson.text) return true;
  if (entry.rule !== null && lesson.rule !== null) return isDuplicate(entry, lesson, 0, dupAt);
  if (entry.type !== lesson.type || entry.domain !== lesson.domain || contradicts(entry, lesson)) return false;
  return isDuplicate(entry, lesson, cosine(entry) ?? 0, dupAt);
}

/** What makes an entry active again that is on probation or flagged. */
function confirmation(entry: Entry): readonly Operation[] {
  const { id, status, statusBefore } = entry;
  const move = (to: Entry['status']): Operation => ({
    op: 'status',
    id,
    to,
    rival: null,
    why: 'a correction of the user repeats it',
    group: null,
  });
  if (status === 'probation') return [move('active')];
  if (status !== 'flagged') return [];
  const before = statusBefore ?? 'probation';
  return before === 'active' ? [move('active')] : [move(before), move('active')];
}

function flagOf({ id }: Entry, rival: number): Operation {
  return { op: 'status', id, to: 'flagged', rival, why: `a correction of the user contradicts it`, group: null };
}

function held(
  reason: 'screened' | 'capped',
  detail: string,
  operation: Operation,
  { at, sessionId }: CorrectionFacts,
): CorrectionPlan {
  const about = operation.op === 'status' ? [`r${operation.id}`] : [];
  return {
    kind: 'held',
    reason: detail,
    review: { v: 1, reason, detail, at, operation, about, sessionId, groups: [] },
  };
}

function isShown({ status }: Entry): boolean {
  return status === 'active' || status === 'probation';
}
