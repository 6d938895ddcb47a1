import type { RunState } from '../state.ts';
import { addUsage, type Usage } from '../usage.ts';

/** What was used besides counts in the run and in its slice. */
export function used(state: RunState, more: Usage): RunState {
  const { run, slice } = state.usage;
  return { ...state, usage: { run: addUsage(run, more), slice: addUsage(slice, more) } };
}
