import { redactText } from '../../telemetry/redact.ts';
import { cyclesLeft } from '../bounds.ts';
import { rerunQuestion } from '../human-question.ts';
import type { CritiqueRecord } from '../journal.ts';
import { lessonsInView } from '../lessons-in-view.ts';
import { idsOf, planCycle } from '../plan.ts';
import { PLAN_PATH, planText } from '../plan-file.ts';
import { sliceCounters } from '../slice.ts';
import type { Observation } from '../store.ts';
import type { Situation } from '../weigh.ts';
import { guideNow } from './guide.ts';
import { promptFor } from './prompt-for.ts';
import { type Session, stateOf } from './session.ts';

/** Earlier sessions whose outcomes count. */
const REMEMBERED_SESSIONS = 50;

export async function observationsOf(session: Session): Promise<readonly Observation[]> {
  const keys = session.deps.actor.candidates().map((candidate) => candidate.key);
  return session.deps.store.observations(keys, REMEMBERED_SESSIONS);
}

/** Everything the next choice depends on, after a critique. */
export function situationOf(
  session: Session,
  seen: { readonly critique: CritiqueRecord; readonly text: string; readonly observations: readonly Observation[] },
): Situation {
  const state = stateOf(session);
  const { actor } = session.deps;
  return {
    signal: seen.critique.signal,
    fingerprint: seen.critique.fingerprint,
    fingerprintClass: seen.critique.fingerprintClass,
    candidates: actor.candidates().map((candidate) => ({ candidate, matches: actor.matches(candidate, seen.text) })),
    observations: seen.observations,
    lessons: lessonsInView({ guided: state.guided, critique: seen.critique }),
    signature: state.lastSignature,
    attempts: state.attempts,
    explored: state.explored,
    allowedAgain: state.allowedAgain,
    actionsLeft: cyclesLeft(session.policy, session.base, sliceCounters(state).cycle),
  };
}

/** Chooses the act of the next cycle and builds what its actor is told. */
export async function planNow(session: Session): Promise<void> {
  const { recorder, deps } = session;
  if (stateOf(session).critique === null) return;
  await guideNow(session);
  const state = stateOf(session);
  if (state.critique === null) return;
  const observations = session.observations ?? (await observationsOf(session));
  session.observations = null;
  const situation = situationOf(session, { critique: state.critique, text: session.critiqueText, observations });
  const stop = state.lastEvaluation?.mayDiagnose === true ? state.lastEvaluation.reasons : null;
  const choice = planCycle({
    controller: deps.controller,
    state: state.controller,
    situation,
    idOf: idsOf(state.sessionId, state.counters.cycle + 1),
    mustExplore: stop !== null,
  });
  if (choice.kind === 'no-candidate') {
    const question = choice.inDoubt === null ? null : rerunQuestion(session.task.id, choice.inDoubt.id);
    recorder.record({ kind: 'exhausted', reason: choice.reason, question });
    return;
  }
  const cycle = state.counters.cycle + 1;
  if (session.task.actor.kind !== 'playbook') session.plan = await planOf(session);
  const prompt = promptFor(session, choice);
  session.prompt = prompt.text;
  const confidence = deps.controller.view(choice.controller).modelConfidence;
  const { candidate, belief, values, predicted, act } = choice;
  const inequality = choice.inequality.text;
  const { exploitThreshold: threshold, policyMode } = choice.controller;
  recorder.record({
    kind: 'planned',
    cycle,
    act,
    candidate,
    belief,
    values,
    predicted,
    threshold,
    policyMode,
    confidence,
    inequality,
    ...(stop === null ? {} : { stoppedBy: stop }),
    context: prompt.sizes,
    guidelines: lessonsInView(stateOf(session)).map(({ id }) => id),
    intents: choice.intents,
    controller: choice.controller,
  });
  deps.onProgress({
    kind: 'planned',
    cycle,
    act,
    candidate: candidate.id,
    belief,
    values,
    threshold,
    inequality,
    predicted,
    confidence,
  });
}

async function planOf({ deps, task }: Session): Promise<string> {
  try {
    return redactText(planText((await deps.files.read(PLAN_PATH)) ?? '', task.goal));
  } catch {
    // A folder of that name, or a file that is not for us to read: there is no plan.
    return '';
  }
}
