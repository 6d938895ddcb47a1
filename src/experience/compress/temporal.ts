import { type CompressionTask, compareWorth, weightOf } from './compressible.ts';

/** All whose weight is too small, then those with the smallest until no more than the target is left. */
export function removeOldest(task: CompressionTask): number[] {
  const { free, exempt, nTarget, settings } = task;
  const weighed = free.map((entry) => ({ entry, w: weightOf(entry, task) }));
  const ranked = weighed.sort((a, b) => a.w - b.w || compareWorth(a.entry, b.entry));
  const faded = ranked.filter(({ w }) => w < settings.wMin).length;
  const surplus = Math.max(0, exempt.length + free.length - nTarget);
  return ranked.slice(0, Math.max(faded, surplus)).map(({ entry }) => entry.id);
}
