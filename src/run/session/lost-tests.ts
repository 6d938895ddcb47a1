import type { Critique } from '../critique.ts';
import { judgeChanges } from '../scope.ts';
import { treeChanges } from '../tree-changes.ts';
import { keepPatch, othersChanges, restore } from './inspect.ts';
import { type Session, stateOf } from './session.ts';

/**
 * Where a command passes although tests of an earlier run are missing, the act took them away: all that it changed is
 * undone, and it broke a rule. True where something was undone.
 */
export async function undoLostTests(session: Session, critique: Critique): Promise<boolean> {
  const { deps, recorder, treeAfterAct: after } = session;
  const { current, counters } = stateOf(session);
  const lost = critique.results.find((result) => result.hasLostTests);
  const before = session.treeBeforeAct ?? (await deps.tree.lastRecord());
  if (lost === undefined || current === null || before === undefined || after === null) return false;
  const { artifacts } = judgeChanges(othersChanges(session, treeChanges(before, after)), deps.rules(), 'exploit', {
    readText: (entry) => deps.tree.text(entry),
    isShared: deps.isTreeShared(),
  });
  if (artifacts.length === 0) return false;
  const rule = `${lost.id} passes with fewer tests than before`;
  const patchRef = await keepPatch(session, artifacts);
  const violations = artifacts.map(({ path }) => ({ path, rule }));
  recorder.record({ kind: 'drifted', violations, changes: artifacts, patchRef });
  await recorder.commit();
  await restore(session, artifacts);
  session.treeAfterAct = await deps.tree.record();
  deps.onProgress({ kind: 'violation', cycle: counters.cycle, violations });
  return true;
}
