import type { CompactedEvent } from '../journal.ts';
import type { RunState } from '../state.ts';

/** The context is as measured after its maintenance, and grows from there. */
export function compacted(state: RunState, event: CompactedEvent): RunState {
  return {
    ...state,
    lastResult: event.resultText,
    counters: {
      ...state.counters,
      ...event.context,
      childResultWords: event.resultWords,
      lastCheckpointTranscriptBytes: event.context.taskPacketTokens * 4,
    },
  };
}
