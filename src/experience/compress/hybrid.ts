import { type CompressibleEntry, type CompressionTask, compareWorth, weightOf } from './compressible.ts';
import { Neighbours } from './neighbours.ts';

/** One at a time what has the lowest utility of confidence, age and distance, until no more than the target is left. */
export function removeByUtility(task: CompressionTask): number[] {
  const { free, exempt, nTarget } = task;
  const neighbours = new Neighbours([...free, ...exempt].map(({ vector }) => vector));
  const worth = free.map((entry) => worthOf(entry, task));
  const isLeft = free.map(() => true);
  const removed: number[] = [];
  while (free.length - removed.length + exempt.length > nTarget && removed.length < free.length) {
    const lowest = lowestOf(free, isLeft, (index) => (worth[index] ?? 0) + distanceWorth(neighbours, index, task));
    isLeft[lowest] = false;
    neighbours.remove(lowest);
    removed.push(free[lowest]?.id ?? 0);
  }
  return removed;
}

/** Logarithms, since only the order counts: a power becomes a factor, and no underflow makes equal what is not. */
function worthOf(entry: CompressibleEntry, task: CompressionTask): number {
  const { hBeta, hGamma } = task.settings;
  return hBeta * Math.log(entry.c) + hGamma * Math.log(weightOf(entry, task));
}

function distanceWorth(neighbours: Neighbours, index: number, { settings }: CompressionTask): number {
  return settings.hDelta * Math.log(Math.max(settings.dFloor, neighbours.distance(index)));
}

function lowestOf(
  free: readonly CompressibleEntry[],
  isLeft: readonly boolean[],
  utility: (index: number) => number,
): number {
  let lowest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, entry] of free.entries()) {
    if (isLeft[index] !== true) continue;
    const own = utility(index);
    const other = free[lowest];
    if (other === undefined || own < least || (own === least && compareWorth(entry, other) < 0)) {
      lowest = index;
      least = own;
    }
  }
  return lowest;
}
