import type { Generator } from '../extract/offline/generator.ts';

const STEPS = 1_000_000;

/** Whether what happens with a probability happens. */
export function happens(draw: Generator, probability: number): boolean {
  return draw.below(STEPS) < probability * STEPS;
}

/** A standard normal number (Marsaglia's polar method 1964: without sine and cosine, which differ between engines). */
export function normal(draw: Generator): number {
  for (;;) {
    const x = (2 * draw.below(STEPS) + 1) / STEPS - 1;
    const y = (2 * draw.below(STEPS) + 1) / STEPS - 1;
    const square = x * x + y * y;
    if (square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
  }
}
