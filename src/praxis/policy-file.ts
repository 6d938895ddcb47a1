import { readFileSync } from 'node:fs';
import { PraxisError } from '../base/errors.ts';
import { isErrno } from '../host/system-error.ts';
import { type Decision, failClosed, loadPolicy } from '../policy/index.ts';
import { goalRunPolicy, type RunPolicy, taskRunPolicy } from '../run/run-policy.ts';

export type PolicyFile =
  | { readonly kind: 'policy'; readonly policy: RunPolicy }
  /** It is there and cannot be used: nothing may run under it. */
  | { readonly kind: 'fail-closed'; readonly decision: Decision };

/** The policy of a task. Throws POLICY_MISSING where there is none: nothing is ever invented for it. */
export function readPolicyFile(path: string): PolicyFile {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      throw new PraxisError('POLICY_MISSING', `there is no policy at ${path}`, {
        hint: 'Write a starting one with `praxis policy init`, or name yours as policy_ref in the task file.',
        cause: error,
      });
    }
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: 'fail-closed', decision: failClosed(path, `cannot read JSON object ${path}: ${detail}`) };
  }
  const loaded = loadPolicy(bytes, path);
  if (loaded.kind === 'policy') return { kind: 'policy', policy: taskRunPolicy(loaded.policy) };
  if (loaded.kind === 'goal-policy') return { kind: 'policy', policy: goalRunPolicy(loaded.policy) };
  return { kind: 'fail-closed', decision: failClosed(path, loaded.message) };
}
