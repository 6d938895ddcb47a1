import type { Prediction } from './prediction.ts';
import { type Interval, type RatioPart, ratioInterval, ratioOf } from './ratio-interval.ts';

/** How far predictions are from what came (Brier 1950): the mean square, 0 is best. */
export interface Brier {
  readonly n: number;
  /** With the lessons; null for n = 0, as the others. */
  readonly value: number | null;
  /** With the base rate of the stratum alone. */
  readonly base: number | null;
  /** 1 − value / base: above 0 where the lessons help to predict. */
  readonly skill: number | null;
  /** 95 % of the skill, over tasks; null under 10 strata with different results. */
  readonly interval: Interval | null;
}

/** Brier score and its skill against the base rate of the stratum. */
export function brierOf(predictions: readonly Prediction[], informative: number, seed: string): Brier {
  const tasks = new Map<number, { readonly model: number; readonly base: number }>();
  for (const { task, predicted, base, y } of predictions) {
    const known = tasks.get(task) ?? { model: 0, base: 0 };
    tasks.set(task, { model: known.model + squared(predicted - y), base: known.base + squared(base - y) });
  }
  const sum = (read: (one: { readonly model: number; readonly base: number }) => number): number =>
    [...tasks.values()].reduce((total, one) => total + read(one), 0);
  const n = predictions.length;
  const parts = [...tasks.values()].map(
    ({ model, base }): RatioPart => ({ numerator: base - model, denominator: base }),
  );
  return {
    n,
    value: n === 0 ? null : sum((one) => one.model) / n,
    base: n === 0 ? null : sum((one) => one.base) / n,
    skill: ratioOf(parts),
    interval: ratioInterval(parts, informative, `brier\n${seed}`),
  };
}

/** A product is the same on every engine; a power need not be. */
function squared(x: number): number {
  return x * x;
}
