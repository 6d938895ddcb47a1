import { sha256Hex } from '../../base/sha256.ts';

/** Numbers in [0, 1) that a text decides. Small Fast Counter (sfc32). */
export function seededRandom(seed: string): () => number {
  const digest = sha256Hex(seed);
  const part = (index: number): number => Number.parseInt(digest.slice(8 * index, 8 * index + 8), 16) | 0;
  let [a, b, c, counter] = [part(0), part(1), part(2), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let warmup = 0; warmup < 12; warmup++) next();
  return next;
}
