import { unreachable } from '../../base/unreachable.ts';
import { argumentClass } from '../../telemetry/argument-class.ts';
import { isNeutral } from '../../telemetry/tool-name.ts';
import type { Rule } from '../rule.ts';
import { firstFailure, recoveryAct } from './recovery-act.ts';
import type { RuleCorpus } from './rule-corpus.ts';
import type { RuleStep } from './rule-step.ts';
import { hasKey, isSameCall } from './step-keys.ts';

/** What a rule says of a trajectory. */
export interface RuleCheck {
  /** Whether the rule has anything to say of it. */
  readonly applicable: boolean;
  /** Whether the predicate of the rule is true; null where it is not applicable. */
  readonly holds: boolean | null;
  /** Whether the trajectory does what the rule advises: for `REPEAT` the contrary of `holds`; null where it is not applicable. */
  readonly followed: boolean | null;
}

const NOT_APPLICABLE: RuleCheck = { applicable: false, holds: null, followed: null };

/**
 * Checks a rule against the steps of a trajectory, in order, with normalised tool names. With a corpus a key counts only
 * where it is optional in it, and a class may be an enumeration; without one every key is taken as optional.
 *
 * @example
 * ```ts
 * const steps = [{ tool: 'rg', params: {}, ok: true }];
 * checkRule({ form: 'PREFER', x: 'rg', y: 'grep' }, steps); // { applicable: true, holds: true, followed: true }
 * ```
 */
export function checkRule(rule: Rule, steps: readonly RuleStep[], corpus?: RuleCorpus): RuleCheck {
  const holds = truthOf(rule, steps, corpus);
  if (holds === null) return NOT_APPLICABLE;
  return { applicable: true, holds, followed: rule.form === 'REPEAT' ? !holds : holds };
}

function truthOf(rule: Rule, steps: readonly RuleStep[], corpus: RuleCorpus | undefined): boolean | null {
  switch (rule.form) {
    case 'USE':
      return isCalled(steps, rule.t);
    case 'AVOID':
      return !isCalled(steps, rule.t);
    case 'PREFER': {
      const isX = isCalled(steps, rule.x);
      return isX === isCalled(steps, rule.y) ? null : isX;
    }
    case 'FIRST':
      return steps.length === 0 ? null : steps.find((step) => !isNeutral(step.tool))?.tool === rule.t;
    case 'PRE': {
      const end = steps.findIndex((step) => step.tool === rule.b);
      return end === -1 ? null : steps.slice(0, end).some((step) => step.tool === rule.a);
    }
    case 'ARG': {
      const first = firstCall(steps, rule.t);
      if (first === undefined || corpus?.isOptional(rule.t, rule.k) === false) return null;
      return hasKey(first, rule.k);
    }
    case 'ARGV': {
      const first = firstCall(steps, rule.t);
      // A flag of a shell command has no value that is known.
      if (first === undefined || first.flags !== undefined || !hasKey(first, rule.k)) return null;
      return (corpus?.classOf(first, rule.k) ?? plainClass(first, rule.k, rule.class)) === rule.class;
    }
    case 'REPEAT':
      return isCalled(steps, rule.t) ? hasThreeInARow(steps, rule.t) : null;
    case 'RECOVER': {
      const failure = firstFailure(steps, rule.sig);
      return failure === undefined ? null : recoveryAct(steps, failure) === rule.act;
    }
    default:
      return unreachable(rule);
  }
}

function isCalled(steps: readonly RuleStep[], tool: string): boolean {
  return steps.some((step) => step.tool === tool);
}

function firstCall(steps: readonly RuleStep[], tool: string): RuleStep | undefined {
  return steps.find((step) => step.tool === tool);
}

/** Where no history tells which texts are an enumeration, the class that is asked for does. */
function plainClass(step: RuleStep, key: string, wanted: string): string {
  const value = step.params[key] ?? null;
  return typeof value === 'string' && wanted === `enum:${value}` ? wanted : argumentClass(value);
}

function hasThreeInARow(steps: readonly RuleStep[], tool: string): boolean {
  let run = 0;
  let before: { readonly step: RuleStep; readonly call: number } | undefined;
  for (const [index, step] of steps.entries()) {
    if (step.tool !== tool) continue;
    const call = step.call ?? index;
    // The same command twice in one call is one call.
    if (before?.call === call) continue;
    run = before !== undefined && call === before.call + 1 && isSameCall(before.step, step) ? run + 1 : 1;
    if (run === 3) return true;
    before = { step, call };
  }
  return false;
}
