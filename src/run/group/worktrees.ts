import type { CriteriaFiles } from '../criteria/files.ts';
import type { ScopeRules } from '../scope.ts';
import type { Task } from '../task.ts';
import type { TreeChange, WorkTree } from '../tree.ts';

/** The work tree of one attempt, with everything by which an act in it is judged. */
export interface AttemptTree {
  /** The task as it stands there. */
  readonly task: Task;
  readonly tree: WorkTree;
  readonly criteriaFiles: CriteriaFiles;
  rules(): ScopeRules;
  confine(command: string): string;
}

/** Copies of a work tree in which several attempts run side by side. Nothing of the user's repository but unnamed objects changes. */
export interface Worktrees {
  /** Name of a commit of the tree as it is, untracked and not ignored files included. No ref names it. */
  snapshot(): Promise<string>;
  /** Makes a copy of a snapshot; `ignored` (relative paths of the work tree) are copied into it where they are there. */
  add(name: string, commit: string, ignored: readonly string[]): Promise<AttemptTree>;
  /** Brings what changed in a copy into the work tree. Paths that changed there meanwhile are refused: their list. */
  bring(from: AttemptTree, changes: readonly TreeChange[]): Promise<readonly string[]>;
  /** Removes all copies, also those that a dead run left. */
  removeAll(): Promise<void>;
}
