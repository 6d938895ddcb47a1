import {
  type GoalPolicy,
  LIMIT_METRICS,
  LIMIT_NAMES,
  type LimitName,
  type Limits,
  type Metrics,
  type TotalName,
  type Totals,
} from '../../policy/index.ts';

/** One limit beside what was measured of it. */
export interface LimitRow {
  readonly limit: LimitName;
  readonly observed: bigint | number;
  /** In force, after overrides. */
  readonly inForce: bigint;
  /** As the policy has it. */
  readonly policy: bigint;
  /** What may still be spent; 0 at the limit and above. */
  readonly left: bigint | number;
}

/** Every limit in force with what was measured of it. */
export function limitRows(effective: Limits, policy: Limits, metrics: Metrics): readonly LimitRow[] {
  return LIMIT_NAMES.map((limit) => {
    const observed = observedOf(limit, metrics);
    return {
      limit,
      observed,
      inForce: effective[limit],
      policy: policy[limit],
      left: difference(effective[limit], observed),
    };
  });
}

/** One limit on a whole goal beside what the goal has spent; null is unknown. */
export interface GoalLimitRow {
  readonly limit: TotalName;
  readonly spent: bigint | number | null;
  readonly inForce: bigint | number;
  readonly left: bigint | number | null;
}

/** The limits of a goal policy on what the whole goal spends. */
export function goalLimitRows({ goalLimits }: GoalPolicy, totals: Totals): readonly GoalLimitRow[] {
  return Array.from(goalLimits, ([limit, inForce]) => {
    const spent = totals[limit];
    return { limit, spent, inForce, left: spent === null ? null : difference(inForce, spent) };
  });
}

/** Growth, not size, is what asks for a look at the transcript. */
function observedOf(limit: LimitName, metrics: Metrics): bigint | number {
  if (limit !== 'checkpoint_transcript_bytes') return metrics[LIMIT_METRICS[limit]];
  return metrics.transcript_bytes - metrics.last_checkpoint_transcript_bytes;
}

function difference(limit: bigint | number, observed: bigint | number): bigint | number {
  if (observed >= limit) return 0n;
  return typeof observed === 'bigint' && typeof limit === 'bigint'
    ? limit - observed
    : Number(limit) - Number(observed);
}
