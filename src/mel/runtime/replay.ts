import type { Snapshot } from '../engine/model.ts';
import { type Program, stateHash } from '../engine/program.ts';
import { splitPath } from '../schema/get-path.ts';
import { carryOut } from './carry-out.ts';
import { recordedHost } from './intent-log.ts';
import { leaningBehind } from './leaning.ts';
import { readLog } from './read-log.ts';
import { isPromise } from './run-effect.ts';
import { firstDifference } from './same-value.ts';

/** Whether a log led to the same state again, and where it first did not; `refused`: it is no log of this domain. */
export type Replayed =
  | { readonly kind: 'same'; readonly hash: string; readonly snapshot: Snapshot }
  | {
      readonly kind: 'different';
      /** Number of the first dispatch that ended otherwise, from 0; null where only the final state differs. */
      readonly dispatch: number | null;
      /** First path of the state that differs; null where the states are equal. */
      readonly path: string | null;
      /**
       * Which of `pow`, `toLowerCase`, `toUpperCase`, `trim` may stand behind the value at the path (of the whole domain where
       * there is none); empty: they are not the reason.
       */
      readonly leansOn: readonly string[];
      readonly snapshot: Snapshot;
    }
  | {
      readonly kind: 'refused';
      readonly code: 'SNAPSHOT_FOREIGN' | 'SNAPSHOT_TOO_NEW';
      readonly message: string;
    };

/** Runs a log again from its start with the answers of its host, without handlers and without waiting. */
export function replayLog(program: Program, data: unknown, maxIterations: number): Replayed {
  const log = readLog(program, data);
  if (log.kind === 'refused') return log;
  let snapshot = log.start;
  let firstOther: number | null = null;
  for (const [index, { intent, attempt, effects, kind }] of log.dispatches.entries()) {
    const host = recordedHost(effects);
    const result = carryOut({ program, before: snapshot, intent, context: attempt, host, maxIterations });
    if (isPromise(result)) throw new TypeError('a recorded host answers at once');
    if (result.kind !== kind) firstOther ??= index;
    snapshot = result.snapshot;
  }
  const hash = stateHash(snapshot);
  if (firstOther === null && hash === log.end.hash) return { kind: 'same', hash, snapshot };
  const path = firstDifference(log.end.state, snapshot.state);
  const field = path === null ? null : (splitPath(path)[0] ?? null);
  return { kind: 'different', dispatch: firstOther, path, leansOn: leaningBehind(program.schema, field), snapshot };
}
