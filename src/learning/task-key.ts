import { sha256Hex } from '../base/sha256.ts';

/** By what a trajectory is known to be an attempt at a task. Null: not that way. */
export interface TaskMarks {
  /** Given by whoever sampled the attempts. */
  readonly groupKey: string | null;
  /** Of the exact text, see `textKey`. */
  readonly textKey: string | null;
  /** Number of the cluster of its text in the library. */
  readonly cluster: number | null;
}

/** Key of a task's text (NFC, lower case, white space collapsed): 32 hex; null for no text. */
export function textKey(taskText: string): string | null {
  const text = taskText
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{White_Space}+/gu, ' ')
    .trim();
  return text === '' ? null : sha256Hex(text).slice(0, 32);
}

/**
 * The key of the task that each trajectory attempts: its group key, else its exact text where another has the same, else
 * the cluster of its text; null where nothing is known of the task.
 */
export function taskKeys(trajectories: readonly TaskMarks[]): readonly (string | null)[] {
  const times = new Map<string, number>();
  for (const one of trajectories) {
    if (one.groupKey !== null || one.textKey === null) continue;
    times.set(one.textKey, (times.get(one.textKey) ?? 0) + 1);
  }
  return trajectories.map(({ groupKey, textKey: text, cluster }) => {
    if (groupKey !== null) return `group:${groupKey}`;
    if (text !== null && (times.get(text) ?? 0) > 1) return `text:${text}`;
    return cluster === null ? null : `cluster:${cluster}`;
  });
}
