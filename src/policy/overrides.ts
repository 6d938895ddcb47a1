import { numberText } from '../base/number-text.ts';
import type { OverrideRecord } from './human-record.ts';
import { LIMIT_METRICS, type Limits } from './limits.ts';
import type { MetricName, Metrics } from './metrics.ts';
import { refuse } from './refusal.ts';

/**
 * The limits after the overrides of a checkpoint: each may only raise a limit, and only from before it was reached. The
 * metrics that `mayShrink` may have been higher when the override was signed.
 */
export function overriddenLimits(
  limits: Limits,
  overrides: readonly OverrideRecord[],
  metrics: Metrics,
  mayShrink: (metric: MetricName) => boolean = () => false,
): Limits {
  if (overrides.length === 0) return limits;
  const effective = { ...limits };
  for (const override of overrides) {
    requireInTime(override, effective[override.limit], metrics, mayShrink(LIMIT_METRICS[override.limit]));
    effective[override.limit] = override.value;
  }
  return effective;
}

function requireInTime(
  { limit, value, observedValue }: OverrideRecord,
  limitValue: bigint,
  metrics: Metrics,
  mayHaveShrunk: boolean,
): void {
  const metric = LIMIT_METRICS[limit];
  const observed = numberText(observedValue);
  if (observedValue >= limitValue)
    refuse(
      `checkpoint override for ${limit} was not authorized before exhaustion: observed_value=${observed} >= ${limitValue}`,
    );
  if (!mayHaveShrunk && observedValue > metrics[metric])
    refuse(
      `checkpoint override observed_value for ${limit} exceeds current ${metric}: ${observed} > ${numberText(metrics[metric])}`,
    );
  if (value < limitValue) refuse(`checkpoint override cannot lower ${limit}: ${value} < ${limitValue}`);
}
