import { isoTime } from '../../base/clock.ts';
import { PraxisError } from '../../base/errors.ts';
import { governingDecisions, validateTaskCheckpoint } from '../../policy/index.ts';
import { RUNNING } from '../checkpoint-view.ts';
import { fold } from '../fold/fold.ts';
import { taskDocument } from '../goal-view.ts';
import { fromRow, type HumanQuestion, type RunEvent } from '../journal.ts';
import type { RunState } from '../state.ts';
import type { JournalEntry } from '../store.ts';
import { isSliceEnd } from './advance.ts';
import { isCompactionDue } from './compact.ts';
import type { Life } from './deps.ts';
import { diagnosisLeft } from './diagnosis-left.ts';
import { askPolicy, recordEvaluation } from './evaluate.ts';
import { commitAndPublish, publication, recogniseCheckpoint } from './publish.ts';
import { renewBudgets } from './renew-budgets.ts';
import { recordsIn, revisionOf, withoutWaiting } from './revision.ts';
import { type Session, stateOf } from './session.ts';
import { startMarks } from './start-marks.ts';
import { warnAtStart } from './warn-at-start.ts';

/** A run as its journal tells it. */
export interface Journalled {
  readonly state: RunState;
  readonly nextSeq: number;
  /** How long it was alive, the time between its last row and its last sign of life included. */
  readonly aliveMs: number;
  readonly inDoubtMs: number;
}

/**
 * Reads a run back. The process that wrote its last row may have gone on after it; those that began later wrote nothing
 * and did nothing for this run.
 */
export function readBack(sessionId: string, rows: readonly JournalEntry[], lives: readonly Life[]): Journalled {
  const state = fold(sessionId, rows.map(fromRow));
  const last = rows.at(-1);
  if (state === undefined || last === undefined) {
    throw new PraxisError('STORE_CORRUPT', `the journal of session ${sessionId} does not begin with a start`, {
      hint: 'The library was damaged or written by another program; begin anew with `--new`.',
    });
  }
  const lastMs = Date.parse(last.at);
  const writer = lives.findLast((life) => life.sinceMs <= lastMs);
  const since = writer === undefined || state.phase === 'ended' ? 0 : Math.max(0, writer.untilMs - lastMs);
  const timeout = state.phase === 'acting' ? (state.current?.intended?.timeoutMs ?? since) : since;
  const extra = Math.min(since, timeout);
  return { state, nextSeq: last.seq + 1, aliveMs: state.elapsedMs + extra, inDoubtMs: extra };
}

/**
 * Goes on with a run: the checkpoint is recognised, the policy asked about a copy that runs, and the answer published
 * once. Where the policy does not let it go on, the run ends again as it had ended.
 */
export async function takeUp(session: Session, answer: 'approve' | 'decline' | null): Promise<void> {
  const { recorder, deps } = session;
  if (!(await recogniseCheckpoint(session))) return;
  const before = stateOf(session);
  if (answer !== null && before.question === null && before.declinedGate === null) throw unasked(before.sessionId);
  const waiting = session.base;
  const revision = answer === null && before.declinedGate === null ? revisionOf(waiting) : null;
  if (revision !== null) session.base = withoutWaiting(waiting);
  const resumed = { ...resumedEvent(session, before, answer), ...(revision === null ? {} : { revision }) };
  const preview = recorder.preview(recorder.stamp(resumed));
  const isFinishing = preview.phase !== 'gate-start';
  const asked = askPolicy(session, preview, RUNNING);
  const isWaiting = revision === null && isStillWaiting(session, before, answer);
  const mayGoOn =
    asked.decision.decision === 'continue' ||
    isSliceEnd(asked.decision) ||
    isCompactionDue(asked.decision) ||
    (await diagnosisLeft(session, preview, asked.decision));
  if (!isFinishing && (isWaiting || !mayGoOn)) {
    session.base = waiting;
    keepStopped(session, asked, isWaiting);
    return;
  }
  if (revision !== null) await session.checkpoint.archive(recordsIn(waiting));
  await commitAndPublish(session, publication(session, resumed, RUNNING), {
    events: startMarks(session, isoTime(deps.clock.nowMs())),
  });
  deps.onProgress({
    kind: 'started',
    session: before.sessionId,
    goal: session.task.goal,
    policyId: session.policy.policyId,
    isResumed: true,
  });
  warnAtStart(session);
}

function unasked(sessionId: string): PraxisError {
  return new PraxisError('USAGE', `session ${sessionId} waits for no answer`, { hint: 'Resume it without --answer.' });
}

/** Ends the run again: for the question that still waits, or by what the policy says now. */
function keepStopped(session: Session, asked: ReturnType<typeof askPolicy>, isWaiting: boolean): void {
  // A last evaluation does not end the run by itself, so the question outlives whatever the policy says meanwhile.
  recordEvaluation(session, isWaiting ? 'final' : 'resume', asked);
  if (isWaiting) session.recorder.record({ kind: 'waited' });
}

/**
 * A question stands until a person answers it: by a record that verifies, or where the policy names no keys, by word. A
 * decline by word stands for good.
 */
function isStillWaiting(session: Session, state: RunState, answer: 'approve' | 'decline' | null): boolean {
  if (state.declinedGate !== null) return true;
  const { question } = state;
  return question !== null && answer === null && !isApproved(session, question);
}

function isApproved(session: Session, question: HumanQuestion): boolean {
  const validated = validateTaskCheckpoint(taskDocument(session.base));
  if (validated.kind === 'refused' || validated.checkpoint.pendingActionHash !== question.actionHash) return false;
  const governing = governingDecisions(validated.checkpoint.decisions);
  return governing.kind === 'governing' && governing.byGate.get(question.gate)?.decision === 'approve';
}

function resumedEvent(
  session: Session,
  state: RunState,
  answer: 'approve' | 'decline' | null,
): Extract<RunEvent, { kind: 'resumed' }> {
  const renewed = renewBudgets(session, state, session.base);
  return {
    kind: 'resumed',
    count: state.resumes + 1,
    previousPolicySha256: state.policySha256,
    policySha256: session.policy.hash,
    policyId: session.policy.policyId,
    isAfterCheckpoint: state.ended?.status === 'checkpoint',
    answer,
    intents: renewed.intents,
    controller: renewed.controller,
    checkpointSha256: '',
  };
}
