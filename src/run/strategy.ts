import type { PolicyMode, StrategyKind } from './controller.ts';

const LOWEST_EXPLOIT_THRESHOLD = 0.4;
const HIGHEST_EXPLOIT_THRESHOLD = 0.7;
/** How far one revision or recovery moves the threshold. */
export const THRESHOLD_STEP = 0.05;
/** Added to the explore value while exploration is being broadened. */
const BROADEN_BONUS = 0.1;

/** Rounds to hundredths, a half upward, so that steps of 0.05 stay exact over any number of revisions. */
export function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The exploit threshold that a strategy would set, in [0.40, 0.70]; without a strategy the present one. */
export function thresholdUnder(kind: StrategyKind, threshold: number): number {
  if (kind === 'aggressive_exploit')
    return toHundredths(Math.max(LOWEST_EXPLOIT_THRESHOLD, threshold - THRESHOLD_STEP));
  if (kind === 'broaden_explore') return toHundredths(Math.min(HIGHEST_EXPLOIT_THRESHOLD, threshold + THRESHOLD_STEP));
  return toHundredths(threshold);
}

/** The explore value as a mode sees it, in [0,1]. */
export function exploreValueUnder(mode: PolicyMode, value: number): number {
  return Math.min(1, value + (mode === 'broaden_explore' ? BROADEN_BONUS : 0));
}
