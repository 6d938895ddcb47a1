import { relative } from 'node:path';
import { sha256Hex } from '../../base/sha256.ts';
import { redactText } from '../../telemetry/redact.ts';
import { judgeChanges, scopeHash, type Violation } from '../scope.ts';
import type { CurrentAct } from '../state.ts';
import type { TreeChange, WorkTree } from '../tree.ts';
import { treeChanges } from '../tree-changes.ts';
import { type Session, stateOf } from './session.ts';

/**
 * Compares the tree with its record from before the act. What the act was not allowed to do is kept as a patch and undone.
 * Durable before the critique runs, whose own writes would otherwise count as the act's after a crash.
 */
export async function inspectNow(session: Session): Promise<void> {
  const { deps, recorder } = session;
  const current = stateOf(session).current;
  if (current === null) return;
  const before = session.treeBeforeAct ?? (await deps.tree.lastRecord());
  const after = await deps.tree.record(before);
  const found = before === undefined ? [] : othersChanges(session, treeChanges(before, after));
  const judged = judgeChanges(found, session.deps.rules(), current.planned.act, {
    readText: (entry) => deps.tree.text(entry),
    isShared: deps.isTreeShared(),
  });
  if (judged.leftAlone.length > 0) {
    note(session, `left alone, since another session works here: ${paths(judged.leftAlone)}`);
  }
  if (judged.violations.length > 0) {
    // What another session did, and what git ignores, is not this act's to undo.
    const changes = [...judged.violations.map((violation) => violation.change), ...judged.artifacts];
    await beginRevert(session, judged.violations, changes);
    return revertNow(session);
  }
  session.treeAfterAct = after;
  recorder.record({
    kind: 'inspected',
    cycle: stateOf(session).counters.cycle,
    violations: [],
    filesChanged: judged.artifacts.length,
    scopeHash: scopeHash(after, session.deps.rules()),
  });
  await recorder.commit({ isProvisional: true });
}

/** Without what this run wrote itself since the record: the checkpoint, and after a crash the name in its lock. */
export function othersChanges(session: Session, changes: readonly TreeChange[]): readonly TreeChange[] {
  const own = relative(session.task.workTree, session.task.checkpointPath);
  const [published] = stateOf(session).published;
  const lock = session.treeBeforeAct === null ? `${own}.lock` : null;
  return changes.filter(
    (change) => change.path !== lock && (change.path !== own || change.after?.sha256 !== published),
  );
}

/** Puts back what was changed; the checkpoint as it was published last, everything else as it was recorded. */
export async function restore(session: Session, changes: readonly TreeChange[]): Promise<void> {
  const own = relative(session.task.workTree, session.task.checkpointPath);
  await session.deps.tree.revert(changes.filter((change) => change.path !== own));
  if (changes.some((change) => change.path === own)) await session.checkpoint.publish(session.published);
}

async function beginRevert(
  session: Session,
  violations: readonly Violation[],
  changes: readonly TreeChange[],
): Promise<void> {
  const { recorder } = session;
  const { counters } = stateOf(session);
  const patchRef = await keepPatch(session, changes);
  recorder.record({
    kind: 'reverting',
    cycle: counters.cycle,
    violations: violations.map(({ path, rule }) => ({ path, rule })),
    changes,
    patchRef,
  });
  await recorder.commit();
}

/** Finishes an undo that was begun, be it by this process or by one that died in it. */
export async function revertNow(session: Session): Promise<void> {
  const { deps, recorder } = session;
  const current: CurrentAct | null = stateOf(session).current;
  if (current === null) return;
  await restore(session, current.pendingRevert);
  const after = await deps.tree.record();
  session.treeAfterAct = after;
  const { cycle } = stateOf(session).counters;
  recorder.record({
    kind: 'inspected',
    cycle,
    violations: current.violations,
    filesChanged: 0,
    scopeHash: scopeHash(after, session.deps.rules()),
  });
  await recorder.commit();
  deps.onProgress({ kind: 'violation', cycle, violations: current.violations });
}

/** Keeps a patch beside the journal and names it by its hash. */
export async function keepPatch(
  session: Session,
  changes: readonly TreeChange[],
  tree: WorkTree = session.deps.tree,
): Promise<string> {
  const patch = redactText(await tree.patch(changes));
  const sha256 = sha256Hex(patch);
  session.recorder.keep(sha256, patch);
  return `sha256:${sha256}`;
}

export function note(session: Session, text: string): void {
  session.recorder.record({ kind: 'noted', text });
  session.deps.onProgress({ kind: 'note', text });
}

export function paths(changes: readonly TreeChange[]): string {
  const shown = changes.slice(0, 5).map((change) => change.path);
  return [...shown, ...(changes.length > 5 ? [`and ${changes.length - 5} more`] : [])].join(', ');
}
