import { lastMaintenance } from '../../loops/maintain/maintenance-due.ts';
import type { LoopLibrary } from './loop-library.ts';
import { maintainOpened } from './maintain-library.ts';
import { sweepLibrary } from './sweep-library.ts';

/**
 * What follows learning: proposals of what to build against failures that keep coming, and every ten sessions the audits
 * of the library. Each is done once, by whoever comes first, and again where a crash came between.
 */
export async function afterLearning(opened: LoopLibrary): Promise<void> {
  await sweepLibrary(opened);
  const { held } = await opened.planner();
  const due = lastMaintenance(held.state.epoch);
  if (due === null) return;
  const id = `maintain:${due}`;
  const [known] = await held.store.batches({ ids: [id] });
  if (known === undefined) await maintainOpened(opened, false, id);
}
