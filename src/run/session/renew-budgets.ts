import type { ExactObject } from '../../base/exact-json.ts';
import { cyclesLeft } from '../bounds.ts';
import type { ControllerIntent, ControllerState } from '../controller.ts';
import { intentId } from '../plan.ts';
import { sliceCounters } from '../slice.ts';
import type { RunState } from '../state.ts';
import { stepController } from '../step-controller.ts';
import type { Session } from './session.ts';

/** The controller with what `checkpoint` still allows, as a run is taken up or a slice begins. */
export function renewBudgets(
  session: Session,
  state: RunState,
  checkpoint: ExactObject,
): { readonly intents: readonly ControllerIntent[]; readonly controller: ControllerState } {
  const actions = cyclesLeft(session.policy, checkpoint, sliceCounters(state).cycle);
  const intent = { action: 'renewBudgets', actions, queries: Math.ceil(actions / 2) } as const;
  const nth = state.resumes + state.slice.number + 1;
  const id = intentId(state.sessionId, state.counters.cycle, 'renewBudgets', nth);
  return { intents: [intent], controller: stepController(session.deps.controller, state.controller, intent, id) };
}
