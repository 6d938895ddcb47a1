import { type CompressibleEntry, type CompressionTask, freshness } from './compressible.ts';

/** So that `p * n` is no larger than it is by rounding. */
const ROUNDING = 1e-9;

/** Round by round the share `p` with the lowest confidence, until no more than the target is left. */
export function removeLeastConfident({ free, exempt, nTarget, settings }: CompressionTask): number[] {
  const ranked = [...free].sort(compare);
  let removed = 0;
  while (exempt.length + ranked.length - removed > nTarget && removed < ranked.length) {
    removed += Math.max(1, Math.ceil(settings.importanceP * (ranked.length - removed) - ROUNDING));
  }
  return ranked.slice(0, removed).map(({ id }) => id);
}

function compare(a: CompressibleEntry, b: CompressibleEntry): number {
  return a.c - b.c || a.u - b.u || freshness(a) - freshness(b) || b.id - a.id;
}
