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

/** The texts that more than one trajectory has of those that are known by no group. */
function repeatedTexts(trajectories: readonly TaskMarks[]): ReadonlySet<string> {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (const { groupKey, textKey: text } of trajectories) {
    if (groupKey !== null || text === null) continue;
    (once.has(text) ? repeated : once).add(text);
  }
  return repeated;
}

/**
 * The key of the task that each trajectory attempts: its group key, else its exact text where another has the same, else
 * the cluster of its text; null where nothing is known of the task. `repeated`: the texts that others have, where the
 * trajectories are part of a longer history.
 */
export function taskKeys(
  trajectories: readonly TaskMarks[],
  repeated: ReadonlySet<string> = repeatedTexts(trajectories),
): readonly (string | null)[] {
  return trajectories.map(({ groupKey, textKey: text, cluster }) => {
    if (groupKey !== null) return `group:${groupKey}`;
    if (text !== null && repeated.has(text)) return `text:${text}`;
    return cluster === null ? null : `cluster:${cluster}`;
  });
}
