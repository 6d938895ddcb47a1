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
  return steps.map((step, index): MinedStep => {
    const error = calls[step.call ?? -1]?.error ?? null;
    const isLast = steps[index + 1]?.call !== step.call;
    if (!isLast) return { ...step, ok: step.ok === true ? true : null, errorClass: null };
    const sig = step.sig ?? null;
    return { ...step, sig: sig === null ? null : (united.get(sig) ?? sig), errorClass: error?.class ?? null };
  });
}
