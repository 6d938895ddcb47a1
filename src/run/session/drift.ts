import { judgeDrift } from '../scope.ts';
import type { TreeChange, TreeRecord } from '../tree.ts';
import { keepPatch, note, paths, restore } from './inspect.ts';
import { type Session, stateOf } from './session.ts';

/** Test runners mark their new caches with an ignore file of their own; it hides nothing that an act could profit from. */
function isCacheMark(change: TreeChange): boolean {
  return change.before === null && change.path.endsWith('/.gitignore');
}

/**
 * Looks at what changed since the last act was inspected, before the tree counts again. A protected path that the
 * critique does not write itself was changed by something the act left behind: undone, and that act's violation.
 * Everything else is the user's, and named. True where something was undone.
 */
export async function undoDrift(session: Session, now: TreeRecord): Promise<boolean> {
  const { deps, recorder, treeAfterAct } = session;
  if (treeAfterAct === null) return false;
  const drift = judgeDrift(treeAfterAct, now, deps.rules(), (entry) => deps.tree.text(entry));
  const ownWrites = stateOf(session).critiqueWrites;
  const violations = drift.violations.filter(({ path, change }) => !ownWrites.has(path) && !isCacheMark(change));
  const byUser = drift.userChanges.filter((change) => !ownWrites.has(change.path));
  if (byUser.length > 0) note(session, `changed between two acts, by no act: ${paths(byUser)}`);
  if (violations.length === 0) return false;
  const changes = violations.map((violation) => violation.change);
  const patchRef = await keepPatch(session, changes);
  recorder.record({
    kind: 'drifted',
    violations: violations.map(({ path, rule }) => ({ path, rule })),
    changes,
    patchRef,
  });
  await recorder.commit();
  await restore(session, changes);
  return true;
}
