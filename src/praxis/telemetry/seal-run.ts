import type { LearningStore } from '../../learning/store.ts';
import { sealingNow } from './open-library.ts';

/** Seals a run that has ended. Where that fails, whoever opens the library next does it: the run's result stands either way. */
export async function sealRun(store: Pick<LearningStore, 'sealDue'>, sessionId: string | null): Promise<void> {
  if (sessionId === null) return;
  try {
    await store.sealDue(sealingNow(), sessionId);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
