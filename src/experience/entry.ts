import type { Rule } from './rule.ts';

export type ExperienceType = 'convention' | 'tool_selection' | 'failure_pattern';
export type Origin = 'grpo' | 'offline' | 'user' | 'merge' | 'import' | 'manual';
/** Retrieved are active entries and those on probation; `|E|` counts all but the archived. */
export type Status = 'active' | 'probation' | 'flagged' | 'archived';

/** The failure that a failure pattern is about. `signature` is that of the error (tool, class, normalised text). */
export interface FailureMode {
  readonly tool?: string;
  readonly errorClass: string;
  readonly signature: string;
}

/** What produced an entry: how much of it, and how strong. */
export interface Evidence {
  readonly groups: number;
  readonly trajectories: number;
  /** Strength of the strongest group: range of rewards times mean absolute advantage times root of its size; null where none took part. */
  readonly strength: number | null;
  /** Shrunken effect in [-1, 1]; null where none was estimated. */
  readonly effect: number | null;
  /** Ids of trajectories (`<session>/<task>` as stored), at most 20, the newest. */
  readonly trajectoryIds: readonly string[];
}

/** How often an entry was in a prompt, could apply, was followed, and what came of it. */
export interface Counters {
  readonly injected: number;
  readonly applicable: number;
  readonly followed: number;
  readonly improved: number;
  readonly notImproved: number;
  readonly lastUsedEpoch: number | null;
  readonly lastImprovedEpoch: number | null;
}

/** A text that an entry had before, and the batch that replaced it. */
interface FormerText {
  readonly text: string;
  readonly batch: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

/** What a batch changes and an undo gives back: the members of the canonical export. */
export interface EntryBody {
  /** Positive, never used again in its library. */
  readonly id: number;
  /** 1 to 32 words, at most 240 characters, one line. */
  readonly text: string;
  readonly type: ExperienceType;
  readonly domain: string;
  /** Confidence in [0.05, 0.95]. */
  readonly c: number;
  /** Epoch of creation. */
  readonly k: number;
  readonly failureMode: FailureMode | null;
  readonly rule: Rule | null;
  readonly origin: Origin;
  readonly status: Status;
  readonly stale: boolean;
  /** The entry that a flagged one contradicts. */
  readonly rival: number | null;
  readonly pinned: boolean;
  readonly mergedInto: number | null;
  readonly evidence: Evidence;
  readonly history: readonly FormerText[];
}

/** What uses count up and no undo turns back. */
export interface EntryUse {
  /** Trajectories in which it was injected and applicable. */
  readonly u: number;
  readonly counters: Counters;
  /** Of an entry on probation: applicable uses since it entered or was last checked, and the judged among them. */
  readonly probation: { readonly uses: number; readonly judged: number } | null;
}

/** When a status began, for what has to follow it. */
export interface EntryMarks {
  /** Epoch in which it was archived, for the purge. */
  readonly archivedEpoch: number | null;
  /** Status that it had before it was flagged; null where it never was. */
  readonly statusBefore: Status | null;
  /** Status that it had before it was archived; null where it is not. */
  readonly archivedFrom: Status | null;
  /** Epoch in which `stale` was set. */
  readonly staleSince: number | null;
}

/** A short guideline that was learnt, with what it rests on and what came of it. */
export interface Entry extends EntryBody, EntryUse, EntryMarks {}
