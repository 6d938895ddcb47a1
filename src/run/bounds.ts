import { type ExactObject, isExactObject } from '../base/exact-json.ts';
import type { TotalName } from '../policy/index.ts';
import type { RunPolicy } from './run-policy.ts';

/** Cycles that the policy still allows after `cycle` of them: of the slice or of the goal, what is less. Never negative. */
export function cyclesLeft(policy: RunPolicy, checkpoint: ExactObject, cycle: number): number {
  const ofSlice = Number(policy.limits.max_cycles) - cycle;
  return Math.max(0, Math.min(ofSlice, leftOfGoal(policy, checkpoint, 'cycle') - cycle));
}

/** Milliseconds that the policy still allows after `elapsedMs` of them, as `cyclesLeft` counts. */
export function msLeft(policy: RunPolicy, checkpoint: ExactObject, elapsedMs: number): number {
  const seconds = Math.min(
    Number(policy.limits.max_elapsed_seconds),
    leftOfGoal(policy, checkpoint, 'elapsed_seconds'),
  );
  return Math.max(0, seconds * 1000 - elapsedMs);
}

/** What a goal may spend in its slice of one total; endless where it has no limit. */
function leftOfGoal({ goal }: RunPolicy, checkpoint: ExactObject, name: TotalName): number {
  const limit = goal?.goalLimits.get(name);
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  const baseline = checkpoint.get('baseline') ?? null;
  const before = isExactObject(baseline) ? (baseline.get(name) ?? 0n) : 0n;
  return Number(limit) - Number(before);
}
