import type { PlainJson } from '../../base/exact-json.ts';
import type { CallVerdict } from '../call.ts';

/** Where in a source something stands, as far as it says. */
export interface Place {
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string | null;
  readonly rowId: string | null;
}

export interface SeenPrompt extends Place {
  readonly text: string;
  /** The host's own id of the prompt or turn. */
  readonly taskId?: string | null;
}

export interface TaskOptions {
  readonly taskId?: string | null;
  readonly groupKey?: string | null;
  /** More of the source may show that it began earlier, so that its time is no part of its name. */
  readonly mayBeginEarlier?: boolean;
}

export interface SeenCallStart extends Place {
  /** The host's own id; null where it gives none. */
  readonly callId: string | null;
  readonly tool: string;
  readonly params: PlainJson;
  /** The subagent that made the call. */
  readonly agentId?: string | null;
  readonly parentEventId?: string;
  /** Its beginning was told of already, under this id. */
  readonly toldAs?: string;
}

export interface SeenResult extends Place {
  readonly output: PlainJson;
  /** Where its end was let go already: bytes of the whole. */
  readonly outputBytes?: number | null;
  readonly verdict: CallVerdict;
  /** Where the source says; else it is taken from the times of call and result. */
  readonly durationMs?: number | null;
}
