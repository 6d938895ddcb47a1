import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, type Place } from './support.ts';

/** All that a group must leave as it was in the repository. */
export function repository(at: Place): object {
  return {
    head: readFileSync(join(at.tree, '.git/HEAD'), 'utf8'),
    index: readFileSync(join(at.tree, '.git/index')).toString('hex'),
    refs: git(at.tree, 'for-each-ref'),
    worktrees: git(at.tree, 'worktree', 'list'),
    stash: git(at.tree, 'stash', 'list'),
    hasRecords: existsSync(join(at.tree, '.git/worktrees')),
    hasFolder: existsSync(join(at.tree, '.praxis/group')),
  };
}
