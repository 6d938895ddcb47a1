/** Draws that repeat: the same seed gives the same. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 ≤ x < 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.int(0, items.length - 1)] ?? items[0];
  }

  /** So many characters of an alphabet. */
  chars(alphabet: string, count: number): string {
    return Array.from({ length: count }, () => alphabet.charAt(this.int(0, alphabet.length - 1))).join('');
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.int(0, 255)));
  }

  uuid(): string {
    return [8, 4, 4, 4, 12].map((count) => this.chars(HEX, count)).join('-');
  }
}

export const DIGITS = '0123456789';
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const LOWER = UPPER.toLowerCase();
export const LETTERS = UPPER + LOWER;
export const ALNUM = LETTERS + DIGITS;
export const HEX = '0123456789abcdef';
export const URL64 = `${ALNUM}_-`;
