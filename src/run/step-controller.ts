import { PraxisError } from '../base/errors.ts';
import type { Controller, ControllerIntent, ControllerState } from './controller.ts';

/** The state after an intent that a run cannot do without. Throws CONTROLLER_INVALID where the controller refuses it. */
export function stepController(
  controller: Controller,
  state: ControllerState,
  intent: ControllerIntent,
  id: string,
): ControllerState {
  const result = controller.step(state, intent, id);
  if (result.kind === 'completed') return result.state;
  throw new PraxisError(
    'CONTROLLER_INVALID',
    `the controller refused ${intent.action}: ${result.code}, ${result.message}`,
    {
      hint: '"The controller" in docs/run.md says what it has to allow, and when. Mend it, then begin anew with --new.',
    },
  );
}
