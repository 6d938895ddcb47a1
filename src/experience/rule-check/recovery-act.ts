import { isNeutral } from '../../telemetry/tool-name.ts';
import type { RuleStep } from './rule-step.ts';
import { changedKeys, isSameCall } from './step-keys.ts';

/** The first step that failed with a signature, by index; undefined where none did. */
export function firstFailure(steps: readonly RuleStep[], sig: string): number | undefined {
  const index = steps.findIndex((step) => step.sig === sig);
  return index === -1 ? undefined : index;
}

/**
 * What followed a step: `retry-same`, `retry-changed(keys)` with the keys sorted and joined by commas, `switch(tool)`, or
 * `stop` where no other than neutral calls came.
 */
export function recoveryAct(steps: readonly RuleStep[], index: number): string {
  const failed = steps[index];
  const next = nextStep(steps, index);
  if (failed === undefined || next === undefined) return 'stop';
  if (next.tool !== failed.tool) return `switch(${next.tool})`;
  return isSameCall(failed, next) ? 'retry-same' : `retry-changed(${changedKeys(failed, next).join(',')})`;
}

/** The next step after one that is no thinking or planning. */
export function nextStep<Step extends RuleStep>(steps: readonly Step[], index: number): Step | undefined {
  return steps.find((step, at) => at > index && !isNeutral(step.tool));
}
