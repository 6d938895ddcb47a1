import { PRIMER_PATH } from '../coordination/names.ts';
import type { Task } from '../task.ts';
import { parPath, reportPath } from './projection-paths.ts';

/** Every file that a run writes in the work tree where others read it, absolute. */
export function statePaths(task: Task): readonly string[] {
  return [
    task.checkpointPath,
    ...[parPath(task), reportPath(task), PRIMER_PATH].map((path) => `${task.workTree}/${path}`),
  ];
}
