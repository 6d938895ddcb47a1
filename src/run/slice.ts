import type { SliceStart } from './journal.ts';
import type { RunState } from './state.ts';

/** Counters of the slice that a run works in; without a goal the whole run is one. */
export function sliceCounters({ counters, slice }: RunState): Omit<SliceStart, 'number' | 'elapsedMs'> {
  return {
    cycle: counters.cycle - slice.cycle,
    toolCalls: counters.toolCalls - slice.toolCalls,
    childrenSpawned: counters.childrenSpawned - slice.childrenSpawned,
  };
}

/** Whole seconds of the slice, rounded up. A second that the slice before it was charged is not charged again. */
export function sliceSeconds({ elapsedMs, slice }: RunState): number {
  return Math.max(0, Math.ceil((elapsedMs - slice.elapsedMs) / 1000));
}

/** Where the next slice begins once this one ends. */
export function nextSlice(state: RunState): SliceStart {
  const { counters, slice } = state;
  return {
    number: slice.number + 1,
    cycle: counters.cycle,
    toolCalls: counters.toolCalls,
    childrenSpawned: counters.childrenSpawned,
    elapsedMs: slice.elapsedMs + sliceSeconds(state) * 1000,
  };
}
