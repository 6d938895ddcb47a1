import type { Task } from '../task.ts';

/** Relative to the work tree. */
export function parPath(task: Task): string {
  return `.coord/par_${task.topic}.yml`;
}

/** Relative to the work tree. */
export function reportPath(task: Task): string {
  return `.coord/par_${task.topic}_final.md`;
}
