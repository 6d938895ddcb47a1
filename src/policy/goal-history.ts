import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { Findings, Reading } from './findings.ts';
import { fixedMembers, goalCount, goalHash, goalText, goalTexts, totalsFrom } from './goal-checks.ts';
import { hashOf } from './policy.ts';
import { refuse } from './refusal.ts';
import { isNotLess, type Totals, totalsDocument } from './totals.ts';

/** The receipt of one advance. Each holds the hash of the one before, so that none can be changed or left out. */
export interface HistoryEvent {
  /** The slice that ended with it; its place in the history. */
  readonly sliceId: bigint;
  readonly requestId: string;
  readonly previousSha256: string | null;
  /** SHA-256 of the canonical event without this member. */
  readonly sha256: string;
  /** What the goal had spent by then. */
  readonly totals: Totals;
  /** SHA-256 of the task as it was when the slice ended. */
  readonly taskSha256: string;
  readonly evidenceRefs: readonly string[];
}

const FIELDS = ['slice_id', 'request_id', 'previous_sha256', 'sha256', 'totals', 'task_sha256', 'evidence_refs'];

/** Verifies a whole history, hash by hash. */
export function historyFrom(items: readonly ExactJson[]): readonly HistoryEvent[] {
  const findings = new Findings();
  const requestIds = new Set<string>();
  let previous: Reading<HistoryEvent | null> = new Reading<HistoryEvent | null>({ value: null });
  const events = items.map((item, i) => {
    const before = previous;
    const event = findings.read(() => eventFrom(item, i, before, requestIds), i);
    previous = event;
    return event;
  });
  findings.settle();
  return Object.freeze(events.map((event) => event.value));
}

function eventFrom(
  value: ExactJson,
  index: number,
  previous: Reading<HistoryEvent | null>,
  requestIds: Set<string>,
): HistoryEvent {
  const { members, findings } = fixedMembers(value, 'history event', FIELDS);
  findings.read(() => requireSequence(members, index, previous));
  const sliceId = findings.member(members, 'slice_id', (written) => goalCount(written, 'history slice_id'));
  const requestId = findings.member(members, 'request_id', (written) => goalText(written, 'request_id'));
  const task = findings.member(members, 'task_sha256', (written) =>
    goalHash(written, 'history task hash: expected SHA-256'),
  );
  const evidence = findings.member(members, 'evidence_refs', (written) =>
    goalTexts(written, 'invalid history evidence'),
  );
  findings.read(() => {
    if (requestIds.has(requestId.value)) refuse('duplicate advance request');
    requestIds.add(requestId.value);
  }, 'request_id');
  const hash = findings.member(members, 'sha256', (written) => {
    const found = eventHash(members, `history[${index}]`);
    return found === written ? found : refuse('history hash mismatch');
  });
  const totals = findings.member(members, 'totals', (written) => totalsFrom(written, 'history totals'));
  findings.read(() => requireNotLess(totals.value, previous.value), 'totals');
  findings.settle();
  return Object.freeze({
    sliceId: sliceId.value,
    requestId: requestId.value,
    previousSha256: previous.value?.sha256 ?? null,
    sha256: hash.value,
    totals: totals.value,
    taskSha256: task.value,
    evidenceRefs: evidence.value,
  });
}

function requireSequence(members: ExactObject, index: number, previous: Reading<HistoryEvent | null>): void {
  const isInPlace = isIndex(members.get('slice_id') ?? null, index);
  const chained = (previous.value?.sha256 ?? null) === members.get('previous_sha256');
  if (!isInPlace || !chained) refuse('history sequence or chain mismatch');
}

/** Compares as the contract's equality does: `1.0` and `true` are the place 1, which only the next check refuses. */
function isIndex(value: ExactJson, index: number): boolean {
  const number = typeof value === 'boolean' ? Number(value) : value;
  return number === index || number === BigInt(index);
}

function requireNotLess(totals: Totals, previous: HistoryEvent | null): void {
  if (previous !== null && !isNotLess(totals, previous.totals)) refuse('history totals regressed');
}

function eventHash(members: ExactObject, label: string): string {
  const unsigned = new Map(members);
  unsigned.delete('sha256');
  return hashOf(unsigned, label);
}

/** The next event of a verified history. Refuses totals that fell, as reading it back would. */
export function nextEvent(
  history: readonly HistoryEvent[],
  made: Pick<HistoryEvent, 'requestId' | 'totals' | 'taskSha256' | 'evidenceRefs'>,
): HistoryEvent {
  const previous = history.at(-1) ?? null;
  requireNotLess(made.totals, previous);
  const unsigned = {
    sliceId: BigInt(history.length),
    requestId: made.requestId,
    previousSha256: previous?.sha256 ?? null,
    totals: made.totals,
    taskSha256: made.taskSha256,
    evidenceRefs: Object.freeze([...made.evidenceRefs]),
  };
  const members = eventDocument({ ...unsigned, sha256: '' });
  return Object.freeze({ ...unsigned, sha256: eventHash(members, `history[${history.length}]`) });
}

export function eventDocument(event: HistoryEvent): ExactObject {
  return new Map<string, ExactJson>([
    ['slice_id', event.sliceId],
    ['request_id', event.requestId],
    ['previous_sha256', event.previousSha256],
    ['totals', totalsDocument(event.totals)],
    ['task_sha256', event.taskSha256],
    ['evidence_refs', event.evidenceRefs],
    ['sha256', event.sha256],
  ]);
}
