import { setTimeout as sleep } from 'node:timers/promises';
import { uuidV7 } from '../../base/uuid.ts';
import { systemClock } from '../../host/clock.ts';
import { readEnvironment } from '../../host/environment.ts';
import { systemRandom } from '../../host/random.ts';
import { systemTextHash } from '../../host/text-hash.ts';
import { type RecordAnswer, recordEvents } from '../../telemetry/record-events.ts';
import { untilStopped } from '../../telemetry/stoppable-chunks.ts';
import { takeOverLearning } from '../take-over.ts';
import { openLibrary, settle } from './open-library.ts';

interface RecordRequest {
  readonly cwd: string;
  readonly library: string | null;
  /** JSON Lines. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Aborted: what has come is recorded, and no more is waited for. */
  readonly signal: AbortSignal;
}

/** What became of the events; `off`: capture is switched off and nothing was recorded. */
type Recorded = { readonly kind: 'off' } | { readonly kind: 'recorded'; readonly answer: RecordAnswer };

const PAUSE_MS = 2;

/** Records what a program tells of its calls. */
export async function record({ cwd, library, chunks, signal }: RecordRequest): Promise<Recorded> {
  const pause = () => sleep(PAUSE_MS);
  const told = untilStopped(chunks, signal, pause);
  if (readEnvironment().isCaptureOff) {
    // Whoever writes to us must not fail because nobody reads.
    for await (const _ of told);
    return { kind: 'off' };
  }
  const opened = await openLibrary(cwd, library);
  try {
    const answer = await recordEvents(told, {
      store: opened.store,
      defaults: { libraryId: opened.libraryId, newId: () => uuidV7(systemClock, systemRandom), hash: systemTextHash },
      nowMs: systemClock.nowMs,
      pause,
    });
    await settle(opened);
    await takeOverLearning(opened.folder, cwd, library);
    return { kind: 'recorded', answer };
  } finally {
    await opened.store.close();
  }
}
