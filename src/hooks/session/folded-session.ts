import type { CallFacts, LiftLine, PolicyLine } from '../session-line.ts';

/** A call as all its lines tell it. */
export interface FoldedCall extends CallFacts {
  /** Hash of the id of its prompt or turn. */
  readonly task?: string;
  readonly agent?: string;
  /** Milliseconds since 1970, of its first line. */
  readonly at: number;
  /** A line before it ran was seen. */
  readonly isAnnounced: boolean;
  /** A line with its result was seen. */
  readonly isOver: boolean;
}

/** A guideline that an agent has in view. */
export interface GivenEntry {
  readonly id: string;
  /** Hash of its text. */
  readonly text: string;
  /** Absent: the main agent. */
  readonly agent?: string;
}

/** What the lines of a session's file come to. Plain data: it goes to the file as it is. */
export interface FoldedSession {
  /** Events, each counted once. */
  readonly events: number;
  /** Events that another hook had told before. */
  readonly doubles: number;
  /** Time of the last event. */
  readonly lastAt: number | null;
  readonly startedAt: number | null;
  readonly process: { readonly pid: number; readonly startTime: string } | null;
  /** Whether the last sign of the session is its end. */
  readonly isEnded: boolean;
  /** Hash of the present prompt's or turn's id. */
  readonly task: string | null;
  /** Ids of the tasks in their order, at most the last 500. */
  readonly tasks: readonly string[];
  /** Typed prompts, and when the last one came. */
  readonly prompts: number;
  readonly promptAt: number | null;
  /** Whether the agent has answered since the last typed prompt. */
  readonly isAnswered: boolean;
  readonly compactions: number;
  /** Subagents that started and have not stopped. */
  readonly subagents: readonly string[];
  /** In all, and since the last typed prompt. */
  readonly batches: number;
  readonly turnBatches: number;
  readonly calls: number;
  readonly turnCalls: number;
  /** Calls since the last typed prompt by the hash of their id, at most the last 256. */
  readonly recentCalls: Readonly<Record<string, FoldedCall>>;
  /** How often each failure was met, by its signature. */
  readonly failures: Readonly<Record<string, number>>;
  /** Signature of the last call's failure; null where it did not fail. */
  readonly lastFailure: string | null;
  /** In view: given since the last compaction. */
  readonly given: readonly GivenEntry[];
  /** Given before the last compaction, so that they may be given again; newest last. */
  readonly lost: readonly GivenEntry[];
  readonly policy: PolicyLine | null;
  readonly lifts: readonly LiftLine[];
  /** Byte up to which a transcript is read, by the hash of its path. */
  readonly offsets: Readonly<Record<string, number>>;
  /** What `src/hooks/bounds` folds for itself: a `FoldedBounds`, or what a snapshot holds of one. */
  readonly bounds?: unknown;
  /** What tells an event from its double, at most the last 400. */
  readonly seen: readonly string[];
}

/** Before the first line. */
export const EMPTY_SESSION: FoldedSession = {
  events: 0,
  doubles: 0,
  lastAt: null,
  startedAt: null,
  process: null,
  isEnded: false,
  task: null,
  tasks: [],
  prompts: 0,
  promptAt: null,
  isAnswered: false,
  compactions: 0,
  subagents: [],
  batches: 0,
  turnBatches: 0,
  calls: 0,
  turnCalls: 0,
  recentCalls: {},
  failures: {},
  lastFailure: null,
  given: [],
  lost: [],
  policy: null,
  lifts: [],
  offsets: {},
  seen: [],
};
