import type { ScanMemory } from './scan-memory.ts';

const ROUNDS = 4;

/**
 * A fixed rotation that spreads every vector over all its dimensions, so that signs alone tell much of it, whatever the encoder.
 * Random flips of signs and Walsh-Hadamard transforms of the first and the last dimensions in turn.
 */
export class Rotation {
  readonly #memory: ScanMemory;
  readonly #span: number;
  readonly #flips: readonly Float32Array[];

  constructor(memory: ScanMemory) {
    this.#memory = memory;
    this.#span = 2 ** Math.floor(Math.log2(memory.width));
    this.#flips = Array.from({ length: ROUNDS }, (_, round) => flips(memory.width, round));
  }

  /** The rotated vector, filled up with zeros before; good until the next one. */
  turn(vector: Float32Array): Float32Array {
    const { places, width, kernel } = this.#memory;
    const turned = new Float32Array(this.#memory.buffer, places.rotated, width);
    turned.fill(0);
    turned.set(vector);
    const scale = 1 / Math.sqrt(this.#span);
    for (const [round, signs] of this.#flips.entries()) {
      const start = round % 2 === 0 ? 0 : width - this.#span;
      for (let i = 0; i < width; i++) turned[i] = (turned[i] ?? 0) * (signs[i] ?? 1);
      kernel.transform(places.rotated + start * 4, this.#span);
      for (let i = start; i < start + this.#span; i++) turned[i] = (turned[i] ?? 0) * scale;
    }
    return turned;
  }
}

/** Signs by a small generator (xorshift), the same on every machine. */
function flips(width: number, round: number): Float32Array {
  let state = 0x9e37_79b9 + round * 0x85eb_ca6b;
  return Float32Array.from({ length: width }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 16) % 2 === 0 ? 1 : -1;
  });
}
