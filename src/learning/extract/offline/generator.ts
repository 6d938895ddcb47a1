import { sha256Hex } from '../../../base/sha256.ts';

/** Numbers that look random and are the same for the same seed: xoshiro128**, seeded by a hash. */
export class Generator {
  readonly #state: Uint32Array;

  constructor(seed: string) {
    const hash = sha256Hex(seed);
    this.#state = Uint32Array.from([0, 8, 16, 24], (at) => Number.parseInt(hash.slice(at, at + 8), 16));
  }

  /** A whole number from 0 to below `limit`, of at most 2³². */
  below(limit: number): number {
    return Math.floor((this.#next() / 4_294_967_296) * limit);
  }

  #next(): number {
    const s = this.#state;
    const s0 = s[0] ?? 0;
    const s1 = s[1] ?? 0;
    const s2 = (s[2] ?? 0) ^ s0;
    const s3 = (s[3] ?? 0) ^ s1;
    const result = Math.imul(rotated(Math.imul(s1, 5), 7), 9);
    s[1] = s1 ^ s2;
    s[0] = s0 ^ s3;
    s[2] = s2 ^ (s1 << 9);
    s[3] = rotated(s3, 11);
    return result >>> 0;
  }
}

function rotated(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}
