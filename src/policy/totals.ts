import type { ExactObject } from '../base/exact-json.ts';
import type { Metrics } from './metrics.ts';

export const COUNTER_NAMES = ['cycle', 'tool_calls', 'elapsed_seconds', 'children_spawned'] as const;
export type CounterName = (typeof COUNTER_NAMES)[number];

export const USAGE_NAMES = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'cost_microusd'] as const;
export type UsageName = (typeof USAGE_NAMES)[number];

/** What a goal spends, in the contract's order. */
export const TOTAL_NAMES = [...COUNTER_NAMES, ...USAGE_NAMES] as const;
export type TotalName = (typeof TOTAL_NAMES)[number];

/** What actors said they used. Unknown is null, never 0; `cost_microusd` counts millionths of a dollar. */
export type Usage = Readonly<Record<UsageName, bigint | null>>;

/** What was spent. Integers, but for `elapsed_seconds`, which may be a float. */
export interface Totals extends Usage {
  readonly cycle: bigint;
  readonly tool_calls: bigint;
  readonly elapsed_seconds: bigint | number;
  readonly children_spawned: bigint;
}

export const UNKNOWN_USAGE: Usage = Object.freeze({
  input_tokens: null,
  cached_input_tokens: null,
  output_tokens: null,
  cost_microusd: null,
});

export const NO_USAGE: Usage = Object.freeze({
  input_tokens: 0n,
  cached_input_tokens: 0n,
  output_tokens: 0n,
  cost_microusd: 0n,
});

export const ZERO_TOTALS: Totals = Object.freeze({
  cycle: 0n,
  tool_calls: 0n,
  elapsed_seconds: 0n,
  children_spawned: 0n,
  ...NO_USAGE,
});

/** The totals of a goal: what earlier slices spent and what this one did. A part that is unknown makes its total unknown. */
export function totalsOf(baseline: Totals, slice: Metrics, usage: Usage): Totals {
  return Object.freeze({
    cycle: baseline.cycle + slice.cycle,
    tool_calls: baseline.tool_calls + slice.tool_calls,
    elapsed_seconds: sum(baseline.elapsed_seconds, slice.elapsed_seconds),
    children_spawned: baseline.children_spawned + slice.children_spawned,
    input_tokens: knownSum(baseline.input_tokens, usage.input_tokens),
    cached_input_tokens: knownSum(baseline.cached_input_tokens, usage.cached_input_tokens),
    output_tokens: knownSum(baseline.output_tokens, usage.output_tokens),
    cost_microusd: knownSum(baseline.cost_microusd, usage.cost_microusd),
  });
}

/** Whether both say the same; an integer equals the float of the same value. */
export function isSameTotals(a: Totals, b: Totals): boolean {
  return TOTAL_NAMES.every((name) => isSame(a[name], b[name]));
}

/** Whether no total fell or came back from unknown. */
export function isNotLess(later: Totals, earlier: Totals): boolean {
  return TOTAL_NAMES.every((name) => {
    const [now, before] = [later[name], earlier[name]];
    return now === null || (before !== null && now >= before);
  });
}

export function totalsDocument(totals: Totals): ExactObject {
  return new Map(TOTAL_NAMES.map((name) => [name, totals[name]]));
}

export function usageDocument(usage: Usage): ExactObject {
  return new Map(USAGE_NAMES.map((name) => [name, usage[name]]));
}

export function sum(a: bigint | number, b: bigint | number): bigint | number {
  return typeof a === 'bigint' && typeof b === 'bigint' ? a + b : Number(a) + Number(b);
}

function knownSum(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : a + b;
}

function isSame(a: bigint | number | null, b: bigint | number | null): boolean {
  if (a === null || b === null) return a === b;
  return a <= b && a >= b;
}
