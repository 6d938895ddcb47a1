import { ruleSteps, type StepCall } from '../../../experience/rule-check/rule-step.ts';
import type { MinedStep } from './mined-trajectory.ts';

/**
 * Recorded calls, in order, as steps to mine. A shell line is a step for each of its commands; of one that failed only the
 * last, whose exit code it is, is known to have done so. `united` gives the representative of a signature.
 */
export function minedSteps(
  calls: readonly StepCall[],
  aliases: Readonly<Record<string, string>> = {},
  united: ReadonlyMap<string, string> = new Map(),
): readonly MinedStep[] {
  const steps = ruleSteps(calls, aliases);
  const read = steps.map((step, index): MinedStep => {
    const error = calls[step.call ?? -1]?.error ?? null;
    const isLast = steps[index + 1]?.call !== step.call;
    if (!isLast) return { ...step, ok: step.ok === true ? true : null, errorClass: null };
    return { ...step, sig: step.sig ?? null, errorClass: error?.class ?? null };
  });
  return unitedSteps(read, united);
}

/** Steps with the representatives of their signatures; the same list where it has them already. */
export function unitedSteps(steps: readonly MinedStep[], united: ReadonlyMap<string, string>): readonly MinedStep[] {
  const other = ({ sig }: MinedStep): string | null => {
    const known = sig == null ? undefined : united.get(sig);
    return known === undefined || known === sig ? null : known;
  };
  if (steps.every((step) => other(step) === null)) return steps;
  return steps.map((step) => ({ ...step, sig: other(step) ?? step.sig ?? null }));
}
