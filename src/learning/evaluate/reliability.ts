import type { Prediction } from './prediction.ts';
import type { Interval } from './ratio-interval.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** Predictions of about one size, and what came of them. */
export interface ReliabilityBin {
  /** Bounds of the predictions in it; the last bin holds its upper one. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Mean of the predictions, and of the results. */
  readonly predicted: number;
  readonly observed: number;
  /** 95 % of `observed`, as if units were independent. */
  readonly interval: Interval;
}

const BINS = 10;

/** The reliability diagram: ten bins of equal width, those without a prediction left out. */
export function reliability(predictions: readonly Prediction[]): readonly ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, bin) => bin).flatMap((bin): readonly ReliabilityBin[] => {
    const inside = predictions.filter(({ predicted }) => Math.min(BINS - 1, Math.floor(predicted * BINS)) === bin);
    const n = inside.length;
    const sum = inside.reduce((total, one) => total + one.y, 0);
    const interval = wilsonInterval(sum, n);
    if (interval === null) return [];
    const predicted = inside.reduce((total, one) => total + one.predicted, 0) / n;
    return [{ from: bin / BINS, to: (bin + 1) / BINS, n, predicted, observed: sum / n, interval }];
  });
}
