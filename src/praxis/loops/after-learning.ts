import { lastMaintenance } from '../../loops/maintain/maintenance-due.ts';
import { withLoopLibrary } from './loop-library.ts';
import { maintainOpened } from './maintain-library.ts';
import { sweepLibrary } from './sweep-library.ts';

/**
 * What follows learning: proposals of what to build against failures that keep coming, and every ten sessions the audits
 * of the library. Each is done once, by whoever comes first, and again where a crash came between.
 */
export async function afterLearning(cwd: string, library: string | null): Promise<void> {
  await withLoopLibrary(cwd, library, async (opened) => {
    await sweepLibrary(opened);
    const { held } = await opened.planner();
    const { epoch } = await held.refresh();
    const due = lastMaintenance(epoch);
    if (due === null) return;
    const id = `maintain:${due}`;
    const [known] = await held.store.batches({ ids: [id] });
    if (known === undefined) await maintainOpened(opened, false, id);
  });
}
