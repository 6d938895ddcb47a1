import type { StepCall } from '../../../experience/rule-check/rule-step.ts';
import { errorSignature } from '../../../telemetry/fingerprint.ts';
import { type CountedSignature, uniteSignatures } from '../../../telemetry/signature-union.ts';
import { toolNames } from '../../../telemetry/tool-name.ts';

/** A recorded call with the line that its failure is known by. */
export type FailedCall = StepCall & { readonly error: { readonly message: string } | null };

/** The representative of each signature of failed calls: those of one tool and class with nearly the same words are one. */
export function unitedSignatures(calls: readonly FailedCall[]): ReadonlyMap<string, string> {
  const counted = new Map<string, CountedSignature>();
  for (const { tool, params, error } of calls) {
    if (error === null || error.class === 'cancelled') continue;
    const known = counted.get(error.signature);
    if (known !== undefined) {
      counted.set(error.signature, { ...known, count: known.count + 1 });
      continue;
    }
    const name = toolNames(tool, params).at(-1) ?? tool;
    const { class: errorClass, text, signature } = errorSignature(name, error.message);
    // A line that was cut when it was stored tells less than its signature.
    if (signature === error.signature) counted.set(signature, { tool: name, class: errorClass, text, count: 1 });
  }
  return uniteSignatures([...counted.values()]);
}
