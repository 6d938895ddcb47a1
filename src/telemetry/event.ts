import type { PlainJson } from '../base/exact-json.ts';

/** What went wrong in a call. `signature` is that of the error (tool, class, normalised text). */
export interface CallError {
  readonly class: string;
  readonly message: string;
  readonly signature: string;
}

/** Enough to rebuild the situation of a call, not the conversation. Each text holds at most 500 characters. */
export interface CallContext {
  readonly taskText: string;
  readonly turn: number;
  readonly lastUserText: string;
  readonly lastAssistantText: string;
  readonly parentEventId?: string;
  /** Hash of what decides the behaviour of the agent and does not change from day to day. */
  readonly agentConfigId: string;
}

interface RecordBase {
  readonly v: 1;
  readonly eventId: string;
  readonly sessionId: string;
  readonly taskId: string;
}

/** One tool call, written after its result is known. `error` is set exactly where `ok` is false; `ok` null: cannot be judged. */
export interface CallRecord extends RecordBase {
  readonly type: 'call';
  readonly libraryId: string;
  readonly seq: number;
  readonly tool: string;
  readonly params: PlainJson;
  readonly output: PlainJson;
  readonly outputTruncated?: boolean;
  readonly outputBytes?: number;
  readonly ok: boolean | null;
  readonly error: CallError | null;
  /** ISO 8601 UTC with milliseconds; null where an imported source does not say. */
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  readonly context: CallContext;
  readonly injected: readonly string[];
}

interface MarkBase extends RecordBase {
  /** ISO 8601 UTC with milliseconds; null where an imported source does not say. */
  readonly at: string | null;
}

export type MarkRecord =
  | (MarkBase & {
      readonly type: 'session_start';
      /** Whether a person takes part; absent: unknown, which counts as no. */
      readonly interactive?: boolean;
    })
  | (MarkBase & { readonly type: 'session_end' })
  | (MarkBase & {
      readonly type: 'task_start';
      readonly taskText: string;
      readonly domains?: readonly string[];
      readonly groupKey?: string;
      readonly agentConfigId: string;
    })
  | (MarkBase & { readonly type: 'task_end'; readonly finalOutput: string; readonly status: string })
  | (MarkBase & {
      readonly type: 'feedback';
      readonly kind: 'accept' | 'correct' | 'reject';
      readonly text?: string;
      readonly source: string;
    })
  | (MarkBase & { readonly type: 'outcome'; readonly value: number; readonly source: string })
  | (MarkBase & {
      readonly type: 'retrieval';
      readonly candidates: number;
      readonly chosen: readonly string[];
      readonly withheld: readonly string[];
      readonly query: string;
      readonly encoderId: string;
    })
  | (MarkBase & {
      readonly type: 'injection';
      readonly tag: string;
      readonly ids: readonly string[];
      readonly contentHash: string;
    });

export type TelemetryRecord = CallRecord | MarkRecord;
