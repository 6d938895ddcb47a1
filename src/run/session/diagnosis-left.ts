import { type Decision, type GoalDecision, validateGoalCheckpoint } from '../../policy/index.ts';
import { checkpointOf, RUNNING } from '../checkpoint-view.ts';
import { hasDiagnosisLeft, isActionStop } from '../diagnosis.ts';
import type { RunState } from '../state.ts';
import { observationsOf, situationOf } from './plan-step.ts';
import type { Session } from './session.ts';

/** Whether one act of diagnosis may follow a decision about a state; only where it stops an action of a goal. */
export async function diagnosisLeft(
  session: Session,
  state: RunState,
  decision: Decision | GoalDecision,
): Promise<boolean> {
  const { critique } = state;
  if (!isActionStop(decision) || critique === null || !session.deps.controller.view(state.controller).canQuery)
    return false;
  const goal = validateGoalCheckpoint(checkpointOf(session.base, state, RUNNING));
  if (goal.kind === 'refused') return false;
  const observations = session.observations ?? (await observationsOf(session));
  const situation = situationOf(session, { critique, text: session.critiqueText, observations });
  // After a resume nobody knows yet what the criteria print, so every candidate may be one for it.
  const isTextKnown = session.critiqueText !== '';
  const candidates = situation.candidates.map((entry) => (isTextKnown ? entry : { ...entry, matches: true }));
  return hasDiagnosisLeft(
    { ...situation, candidates },
    {
      reasons: decision.reasons,
      goal: goal.checkpoint,
      maxCorrections: session.policy.limits.max_same_failure_retries,
    },
  );
}
