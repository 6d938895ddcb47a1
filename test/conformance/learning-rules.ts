import * as v from 'valibot';
import type { Rule } from '../../src/experience/rule.ts';
import { preferencePairs } from '../../src/experience/rule-check/preference-pairs.ts';
import { checkRule } from '../../src/experience/rule-check/rule-check.ts';
import type { RuleStep } from '../../src/experience/rule-check/rule-step.ts';
import type { LearningCase } from './learning-vector-file.ts';
import { nearJson } from './near-json.ts';

const step = v.object({
  tool: v.string(),
  params: v.record(v.string(), v.unknown() as v.GenericSchema<unknown, RuleStep['params'][string]>),
  ok: v.nullable(v.boolean()),
  sig: v.optional(v.nullable(v.string()), null),
});

/** Rules as the vectors write them. */
export const ruleSchema = v.variant('form', [
  v.object({ form: v.picklist(['USE', 'AVOID', 'FIRST', 'REPEAT']), t: v.string() }),
  v.object({ form: v.literal('PREFER'), x: v.string(), y: v.string() }),
  v.object({ form: v.literal('PRE'), a: v.string(), b: v.string() }),
  v.object({ form: v.literal('ARG'), t: v.string(), k: v.string() }),
  v.object({ form: v.literal('ARGV'), t: v.string(), k: v.string(), class: v.string() }),
  v.object({ form: v.literal('RECOVER'), sig: v.string(), act: v.string() }),
]);

/** Reads a rule as the vectors write it; members that its form does not have are left out. */
export function ruleOf(value: unknown): Rule {
  return v.parse(ruleSchema, value);
}

const checked = v.object({ trajectory: v.object({ steps: v.array(step) }), predicate: ruleSchema });
const told = v.object({ trajectories: v.array(v.object({ taskKey: v.string(), steps: v.array(step) })) });

/** A predicate over a trajectory. */
export function runPredicateCase({ input, expected }: LearningCase): string | null {
  const { trajectory, predicate } = v.parse(checked, input);
  const { applicable, holds } = checkRule(predicate, trajectory.steps);
  return difference({ applicable, holds }, expected);
}

/** The pairs of tools between which a preference can be told. */
export function runPairsCase({ input, expected }: LearningCase): string | null {
  const uses = v.parse(told, input).trajectories.map(({ taskKey, steps }) => ({
    taskKey,
    tools: new Set(steps.map(({ tool }) => tool)),
  }));
  return difference(
    preferencePairs(uses, () => 'other'),
    expected,
  );
}

function difference(found: unknown, expected: unknown): string | null {
  return nearJson(found, expected, 0) ? null : `expected ${JSON.stringify(expected)}\nfound ${JSON.stringify(found)}`;
}
