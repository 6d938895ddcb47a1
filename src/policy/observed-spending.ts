import type { ExactJson } from '../base/exact-json.ts';
import { goalCount, goalTotal } from './goal-checks.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import type { Metrics } from './metrics.ts';
import { refuse } from './refusal.ts';
import { COUNTER_NAMES, type CounterName, type Totals, USAGE_NAMES, type Usage, type UsageName } from './totals.ts';

/** The counters of a slice that were observed. Refuses one that fell. */
export function risenCounters(
  metrics: Metrics,
  counters: Partial<Pick<Totals, CounterName>>,
): { readonly [member: string]: ExactJson } {
  const fields: { [member: string]: ExactJson } = {};
  for (const name of COUNTER_NAMES) {
    const value = counters[name];
    if (value === undefined) continue;
    if (goalTotal(value, name) < metrics[name]) refuse(`${name}: what was spent cannot fall`);
    fields[name] = value;
  }
  return fields;
}

/** The usage of a slice after an observation. Refuses what fell, and a figure for what was unknown once. */
export function risenUsage(goal: GoalCheckpoint, observed: Partial<Usage>): Usage {
  const value = (name: UsageName): bigint | null => {
    const next = observed[name];
    const before = goal.usage[name];
    if (next === undefined || next === null) return next === undefined ? before : null;
    const known = goalCount(next, name);
    if (before !== null && known < before) refuse(`${name}: what was spent cannot fall`);
    if (before === null && !isUnspent(goal)) refuse(`${name}: usage that was unknown once stays unknown`);
    return known;
  };
  const [input, cached, output, cost] = USAGE_NAMES.map(value);
  return Object.freeze({
    input_tokens: input ?? null,
    cached_input_tokens: cached ?? null,
    output_tokens: output ?? null,
    cost_microusd: cost ?? null,
  });
}

/** Whether nothing was done for the goal yet, so that whoever begins it knows what was used: nothing. */
function isUnspent({ history, task: { metrics } }: GoalCheckpoint): boolean {
  return history.length === 0 && metrics.cycle === 0n && metrics.tool_calls === 0n && metrics.children_spawned === 0n;
}
