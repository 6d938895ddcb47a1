import type { Generator } from '../extract/offline/generator.ts';

const STEPS = 1_000_000;

/** Whether what happens with a probability happens. */
export function happens(draw: Generator, probability: number): boolean {
  return draw.below(STEPS) < probability * STEPS;
}

/** A standard normal number (Box and Muller 1958). */
export function normal(draw: Generator): number {
  const radius = Math.sqrt(-2 * Math.log((draw.below(STEPS) + 1) / STEPS));
  return radius * Math.cos((2 * Math.PI * draw.below(STEPS)) / STEPS);
}
