import { ROTATION_ROUNDS, type ScanMemory } from './scan-memory.ts';

/**
 * A fixed rotation that spreads every vector over all its dimensions, so that signs alone tell much of it, whatever the encoder.
 * Random flips of signs and Walsh-Hadamard transforms of the first and the last dimensions in turn.
 */
export class Rotation {
  readonly #memory: ScanMemory;
  readonly #span: number;

  constructor(memory: ScanMemory) {
    const { width } = memory;
    this.#memory = memory;
    this.#span = 2 ** Math.floor(Math.log2(width));
    const table = new Float32Array(memory.buffer, memory.places.flips, width * ROTATION_ROUNDS);
    const sign = signs();
    for (let round = 0; round < ROTATION_ROUNDS; round++) {
      const start = round % 2 === 0 ? 0 : width - this.#span;
      for (let i = 0; i < width; i++) {
        const isInSpan = i >= start && i < start + this.#span;
        table[round * width + i] = sign() / (isInSpan ? Math.sqrt(this.#span) : 1);
      }
    }
  }

  /** Rotates the vector that lies in its place in the memory. */
  turn(): void {
    const { places, width, kernel } = this.#memory;
    kernel.rotate(places.vector, width, this.#span, places.flips, ROTATION_ROUNDS);
  }
}

/** Signs by a small generator (xorshift), the same on every machine. */
function signs(): () => number {
  let state = 0x9e37_79b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 16) % 2 === 0 ? 1 : -1;
  };
}
