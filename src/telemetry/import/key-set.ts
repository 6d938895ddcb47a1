/**
 * A set of many ids that keeps 53 bits of each: millions of calls of one file are told apart in a few bytes each. Two ids
 * in ten million fall together once in about 200 files.
 */
export class KeySet {
  #slots = new Float64Array(16);
  #size = 0;

  /** Adds a key; whether it was new. */
  add(key: string | number): boolean {
    const hash = hash53(key);
    const slot = this.#slotOf(hash);
    if (this.#slots[slot] === hash) return false;
    this.#slots[slot] = hash;
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#grow();
    return true;
  }

  has(key: string | number): boolean {
    const hash = hash53(key);
    return this.#slots[this.#slotOf(hash)] === hash;
  }

  get size(): number {
    return this.#size;
  }

  /** The slot that holds a hash, else the free one that would. */
  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash % this.#slots.length;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 2);
    for (const hash of old) if (hash !== 0) this.#slots[this.#slotOf(hash)] = hash;
  }
}

/** Two mixed 32-bit hashes as one number of 53 bits that is never 0. A number and its text are different keys. */
function hash53(key: string | number): number {
  const text = typeof key === 'number' ? `#${key}` : `=${key}`;
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (b & 0x1fffff) * 4_294_967_296 + (a >>> 0) || 1;
}
