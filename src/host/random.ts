import { randomFillSync } from 'node:crypto';
import type { Random } from '../base/random.ts';

/** The machine's cryptographic source: the one place that reads it. */
export const systemRandom: Random = {
  bytes: (count) => randomFillSync(new Uint8Array(count)),
};

/** Lower-case hex of `count` random bytes, for names that nobody else may hit. */
export function randomHex(random: Random, count: number): string {
  return Array.from(random.bytes(count), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
