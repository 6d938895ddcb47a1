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

/** Calls of tools, and children, that the policy still allows after so many of them, as `cyclesLeft` counts. */
export function actsLeft(
  policy: RunPolicy,
  checkpoint: ExactObject,
  spent: { readonly toolCalls: number; readonly children: number },
): { readonly toolCalls: number; readonly children: number } {
  const left = (limit: bigint, name: TotalName, used: number): number =>
    Math.max(0, Math.min(Number(limit), leftOfGoal(policy, checkpoint, name)) - used);
  const { max_tool_calls, max_children_per_parent } = policy.limits;
  return {
    toolCalls: left(max_tool_calls, 'tool_calls', spent.toolCalls),
    children: left(max_children_per_parent, 'children_spawned', spent.children),
  };
}

/** What a goal may spend in its slice of one total; endless where it has no limit. */
function leftOfGoal({ goal }: RunPolicy, checkpoint: ExactObject, name: TotalName): number {
  const limit = goal?.goalLimits.get(name);
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  const baseline = checkpoint.get('baseline') ?? null;
  const before = isExactObject(baseline) ? (baseline.get(name) ?? 0n) : 0n;
  return Number(limit) - Number(before);
}
