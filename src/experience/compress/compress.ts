import { unreachable } from '../../base/unreachable.ts';
import {
  COMPRESSION_SETTINGS,
  type CompressibleEntry,
  type CompressionSettings,
  type CompressionStrategy,
  type CompressionTask,
} from './compressible.ts';
import { removeAlike } from './diversity.ts';
import { removeByUtility } from './hybrid.ts';
import { removeLeastConfident } from './importance.ts';
import { removeOldest } from './temporal.ts';

export interface CompressionRequest {
  readonly strategy: CompressionStrategy;
  /** Entries that may be left. */
  readonly nTarget: number;
  readonly epoch: number;
  /** Of the draws of `diversity`: library and version. */
  readonly seed: string;
  readonly settings?: Partial<CompressionSettings>;
}

/** `isStopped`: those that may not go are more than may be left, and nothing was removed. */
export interface Compression {
  /** Ids in order. */
  readonly removed: readonly number[];
  readonly isStopped: boolean;
}

/** A correction of the user is safe for so many epochs. */
const YOUNG_EPOCHS = 20;

/**
 * Which of the entries that count (all but the archived) have to go. Pure: the same for any order of the input. Pinned entries
 * and young ones of the user stay.
 */
export function compress(entries: readonly CompressibleEntry[], request: CompressionRequest): Compression {
  const { strategy, nTarget, epoch, seed } = request;
  const sorted = [...entries].sort((a, b) => a.id - b.id);
  const task: CompressionTask = {
    free: sorted.filter((entry) => !isExempt(entry, epoch)),
    exempt: sorted.filter((entry) => isExempt(entry, epoch)),
    nTarget,
    epoch,
    seed,
    settings: { ...COMPRESSION_SETTINGS, ...request.settings },
  };
  if (task.exempt.length > nTarget) return { removed: [], isStopped: true };
  return { removed: removedBy(strategy, task).sort((a, b) => a - b), isStopped: false };
}

function isExempt({ pinned, origin, k }: CompressibleEntry, epoch: number): boolean {
  return pinned || (origin === 'user' && epoch - k < YOUNG_EPOCHS);
}

function removedBy(strategy: CompressionStrategy, task: CompressionTask): number[] {
  switch (strategy) {
    case 'diversity':
      return removeAlike(task);
    case 'importance':
      return removeLeastConfident(task);
    case 'temporal':
      return removeOldest(task);
    case 'hybrid':
      return removeByUtility(task);
    default:
      return unreachable(strategy);
  }
}
