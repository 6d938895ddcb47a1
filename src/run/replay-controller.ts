import type { Controller, ControllerIntent, ControllerState } from './controller.ts';

/** The state after a journal's intents, in order; one that was refused when it was made is refused again and changes nothing. */
export function replayController(controller: Controller, intents: readonly ControllerIntent[]): ControllerState {
  return intents.reduce((state, intent, index) => {
    const result = controller.step(state, intent, `replay:${index}`);
    return result.kind === 'completed' ? result.state : state;
  }, controller.initial);
}
