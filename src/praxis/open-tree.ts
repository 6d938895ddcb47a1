import { join } from 'node:path';
import { systemClock } from '../host/clock.ts';
import { criteriaFiles } from '../host/criteria-files.ts';
import { readEnvironment } from '../host/environment.ts';
import { gitFacts } from '../host/tree/git-facts.ts';
import { treeReader } from '../host/tree/tree-reader.ts';
import { openWorkTree } from '../host/tree/work-tree.ts';
import { acceptancePins } from '../run/acceptance-pins.ts';
import type { CriteriaFiles } from '../run/criteria/files.ts';
import { protectionOf } from '../run/protection.ts';
import { type ScopeRules, scopeRules } from '../run/scope.ts';
import type { Task } from '../run/task.ts';
import type { WorkTree } from '../run/tree.ts';

export interface OpenedTree {
  readonly tree: WorkTree;
  readonly criteriaFiles: CriteriaFiles;
  /** Protection and scope, with what the acceptance commands execute now. */
  rules(): ScopeRules;
}

/** The work tree of a task, with what is protected in it. */
export async function openTree(task: Task): Promise<OpenedTree> {
  const reader = treeReader(task.workTree);
  const protection = protectionOf(task, reader);
  const pins = () => acceptancePins(task, reader);
  const tree = await openWorkTree({
    root: task.workTree,
    undoDir: join(task.workTree, '.praxis', 'undo'),
    isProtected: protection.isProtected,
    protectedBases: protection.bases,
    extraPaths: () => pins().map((pin) => pin.path),
    // Settings of the repository may have git start programs of their own: they get what any other child gets.
    ...gitFacts(task.workTree, readEnvironment().childEnvironment({})),
    clock: systemClock,
  });
  return { tree, criteriaFiles: criteriaFiles(task.workTree), rules: () => scopeRules(task, protection, pins) };
}
