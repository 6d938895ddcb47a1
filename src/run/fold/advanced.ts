import type { AdvancedEvent } from '../journal.ts';
import type { RunState } from '../state.ts';
import { NO_USAGE } from '../usage.ts';
import { hasOpenCycle } from './act.ts';
import { publish } from './published.ts';

/** The next slice begins: its evidence is accepted, its counters count anew, and what was planned is planned again. */
export function advanced(state: RunState, event: AdvancedEvent): RunState {
  return {
    ...state,
    phase: state.phase === 'gate-start' || state.phase === 'gate-review' ? state.phase : 'gate-cycle',
    current: hasOpenCycle(state.current) ? state.current : null,
    slice: event.start,
    usage: { ...state.usage, slice: NO_USAGE },
    evidenceRefs: [],
    controller: event.controller,
    intents: [...state.intents, ...event.intents],
    published: publish(state, event.checkpointSha256),
  };
}
