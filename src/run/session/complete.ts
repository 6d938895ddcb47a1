import { projectEnd } from '../coordination/write.ts';
import { fold } from '../fold/fold.ts';
import { fromRow } from '../journal.ts';
import type { ProjectionRefs } from '../projections.ts';
import type { RunResult } from '../result.ts';
import { resultOf } from '../result-of.ts';
import type { SessionRecord } from '../store.ts';
import type { Task } from '../task.ts';
import type { HeldCheckpoint, RunDeps } from './deps.ts';
import { reportPath } from './projection-paths.ts';
import { documentOf } from './published-document.ts';

/**
 * Writes what a crash kept a passed run from writing after its end was durable: checkpoint, par file, report. Undefined
 * where nothing was missing, or where the checkpoint is not one of this run.
 */
export async function completePassed(
  request: { readonly task: Task; readonly refs: ProjectionRefs },
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  record: SessionRecord,
): Promise<RunResult | undefined> {
  const { task, refs } = request;
  const state = fold(record.id, (await deps.store.journal(record.id)).map(fromRow));
  const ended = state?.ended ?? null;
  if (state === undefined || ended === null) return undefined;
  const [newest = '', before] = state.published;
  const found = await checkpoint.read();
  const isUnpublished = found?.sha256 === before;
  if (found === undefined || (found.sha256 !== newest && !isUnpublished)) return undefined;
  const isReported = (await deps.files.read(reportPath(task)))?.includes(record.id) === true;
  if (!isUnpublished && isReported) return undefined;
  if (isUnpublished) await checkpoint.publish(documentOf(await deps.store.blob(newest), newest));
  await projectEnd({ task, refs, files: deps.files }, state, ended);
  await deps.tree.forget();
  return resultOf(task, state, ended, reportPath(task));
}
