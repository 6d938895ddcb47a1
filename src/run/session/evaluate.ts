import { printedText } from '../../base/canonical-json.ts';
import { isoTime } from '../../base/clock.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import type { Decision, GoalDecision } from '../../policy/index.ts';
import { type CheckpointFace, checkpointOf, RUNNING } from '../checkpoint-view.ts';
import { decide } from '../decide.ts';
import type { EvaluatedEvent, EvaluationPurpose } from '../journal.ts';
import type { RunState } from '../state.ts';
import { beginSlice, isSliceEnd, nextCheckpoint } from './advance.ts';
import { compactNow, isCompactionDue, smallerContext } from './compact.ts';
import { diagnosisLeft } from './diagnosis-left.ts';
import { note } from './inspect.ts';
import { keepContext } from './packets.ts';
import { leftToSpend } from './pay.ts';
import { passLock, recogniseCheckpoint } from './publish.ts';
import { type Session, stateOf } from './session.ts';

/** What a policy answered, the document that it read and how long the run was alive by then. */
export interface Asked {
  readonly decision: Decision | GoalDecision;
  readonly document: ExactObject;
  readonly text: string;
  readonly elapsedMs: number;
}

/** What the policy says of a state, with the bytes it was asked about. */
export function askPolicy(session: Session, state: RunState, face: CheckpointFace): Asked {
  const { clock } = session.deps;
  const now = { ...state, elapsedMs: session.recorder.elapsedMs(), updatedAt: isoTime(clock.nowMs()) };
  const document = checkpointOf(session.base, now, face);
  const decision = decide(session.policy, document, session.deps.humanKeys, session.task.policyPath);
  return { decision, document, text: printedText(document), elapsedMs: now.elapsedMs };
}

/** Records an evaluation with the bytes it read and its decision. */
export function recordEvaluation(
  session: Session,
  purpose: EvaluationPurpose,
  asked: Pick<Asked, 'decision' | 'text'>,
  allows: Pick<EvaluatedEvent, 'mayDiagnose' | 'mayAdvance' | 'mayCompact' | 'isKept'> = {},
): void {
  const { decision, text } = asked;
  const checkpointSha256 = sha256Hex(text);
  session.recorder.keep(checkpointSha256, text);
  session.recorder.record({
    kind: 'evaluated',
    purpose,
    checkpointSha256,
    policySha256: session.policy.hash,
    decision: decision.decision,
    spawnAllowed: decision.spawnAllowed,
    reasons: decision.reasons,
    document: printedText(decision.document),
    ...allows,
  });
  session.deps.onProgress({
    kind: 'decision',
    cycle: stateOf(session).counters.cycle,
    decision: decision.decision,
    reasons: decision.reasons,
  });
}

/** Asks the policy. Before each further cycle the checkpoint is let go and taken again, so that people can sign meanwhile. */
export async function evaluateNow(session: Session, purpose: EvaluationPurpose): Promise<void> {
  if (purpose === 'cycle' && stateOf(session).trail.length > 0) {
    if (!session.isLockPassed) await passLock(session);
    session.isLockPassed = false;
    if (!(await recogniseCheckpoint(session))) return;
  }
  const { task } = session;
  const asked = askPolicy(session, stateOf(session), RUNNING);
  if (isSliceEnd(asked.decision)) {
    const made = nextCheckpoint(session, asked.document);
    if (made.kind === 'advanced') {
      recordEvaluation(session, purpose, asked, { mayAdvance: true });
      return beginSlice(session, made, asked.elapsedMs);
    }
    note(session, `the slice cannot end: ${made.message}`);
  }
  if (isCompactionDue(asked.decision)) {
    const smaller = smallerContext(session);
    if (smaller !== null) {
      recordEvaluation(session, purpose, asked, { mayCompact: true });
      return keepContext(session, compactNow(session, smaller));
    }
    note(session, `the context cannot be made smaller than ${stateOf(session).counters.taskPacketTokens} tokens`);
  }
  // What was planned is judged as it is; before that another act may be planned.
  const mayDiagnose =
    purpose !== 'spawn' && purpose !== 'review' && (await diagnosisLeft(session, stateOf(session), asked.decision));
  const isKept = purpose === 'spawn' && task.reviewer !== null && (await leftToSpend(session)).children < 1;
  recordEvaluation(session, purpose, asked, mayDiagnose ? { mayDiagnose } : isKept ? { isKept } : {});
}
