import { join, relative } from 'node:path';
import { readEnvironment } from '../host/environment.ts';
import { carryChanges, gitWorktrees } from '../host/worktree.ts';
import type { AttemptTree, Worktrees } from '../run/group/worktrees.ts';
import type { Task } from '../run/task.ts';
import type { WorkTree } from '../run/tree.ts';
import { treeChanges } from '../run/tree-changes.ts';
import { confinement } from './confine.ts';
import { openTree } from './open-tree.ts';

/** Trees for the attempts of a task, side by side; null where its work tree belongs to no git repository. */
export function openWorktrees(task: Task, main: WorkTree): Worktrees | null {
  // Settings of the repository may have git start programs of their own: they get what any other child gets.
  const git = gitWorktrees(task.workTree, readEnvironment().childEnvironment({}));
  if (git === undefined) return null;
  return {
    snapshot: git.snapshot,
    async add(name, commit, ignored) {
      const workTree = await git.add(name, commit, ignored);
      return attemptTree(moved(task, workTree));
    },
    async bring(from, changes) {
      const before = await main.lastRecord();
      const now = await main.record(before);
      const touched = new Set(before === undefined ? [] : treeChanges(before, now).map(({ path }) => path));
      const refused = changes.map(({ path }) => path).filter((path) => touched.has(path));
      // Half of a change is none.
      if (refused.length === 0) carryChanges(from.task.workTree, task.workTree, changes);
      return refused;
    },
    removeAll: git.removeAll,
  };
}

async function attemptTree(task: Task): Promise<AttemptTree> {
  const [{ tree, criteriaFiles, rules }, confine] = await Promise.all([openTree(task), confinement(task)]);
  return { task, tree, criteriaFiles, rules, confine };
}

/** The same task in another work tree: what of it lies in the tree goes along. */
function moved(task: Task, workTree: string): Task {
  const to = (path: string): string => {
    const inside = relative(task.workTree, path);
    return inside.startsWith('..') ? path : join(workTree, inside);
  };
  return {
    ...task,
    workTree,
    policyPath: to(task.policyPath),
    checkpointPath: to(task.checkpointPath),
    file: task.file === null ? null : to(task.file),
  };
}
