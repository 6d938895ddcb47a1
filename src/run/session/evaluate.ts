import { printedText } from '../../base/canonical-json.ts';
import { isoTime } from '../../base/clock.ts';
import { sha256Hex } from '../../base/sha256.ts';
import type { Decision, GoalDecision } from '../../policy/index.ts';
import { type CheckpointFace, checkpointOf, RUNNING } from '../checkpoint-view.ts';
import { decide } from '../decide.ts';
import type { EvaluationPurpose } from '../journal.ts';
import type { RunState } from '../state.ts';
import { diagnosisLeft } from './diagnosis-left.ts';
import { passLock, recogniseCheckpoint } from './publish.ts';
import { type Session, stateOf } from './session.ts';

/** What the policy says of a state, with the bytes it was asked about. */
export function askPolicy(
  session: Session,
  state: RunState,
  face: CheckpointFace,
): { decision: Decision | GoalDecision; text: string } {
  const { clock } = session.deps;
  const now = { ...state, elapsedMs: session.recorder.elapsedMs(), updatedAt: isoTime(clock.nowMs()) };
  const document = checkpointOf(session.base, now, face);
  const decision = decide(session.policy, document, session.deps.humanKeys, session.task.policyPath);
  return { decision, text: printedText(document) };
}

/** Records an evaluation with the bytes it read and its decision. */
export function recordEvaluation(
  session: Session,
  purpose: EvaluationPurpose,
  asked: { readonly decision: Decision | GoalDecision; readonly text: string },
  mayDiagnose = false,
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
    ...(mayDiagnose ? { mayDiagnose } : {}),
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
  const asked = askPolicy(session, stateOf(session), RUNNING);
  // What was planned is judged as it is; before that another act may be planned.
  const mayDiagnose = purpose !== 'spawn' && (await diagnosisLeft(session, stateOf(session), asked.decision));
  recordEvaluation(session, purpose, asked, mayDiagnose);
}
