import type { ExactObject } from '../../base/exact-json.ts';
import { checkpointFrom } from '../checkpoint.ts';
import { type Decision, failClosed } from '../decision.ts';
import { evaluate } from '../evaluate.ts';
import { isVersion2 } from '../field-checks.ts';
import { parseHumanKeys } from '../human-keys.ts';
import { policyFrom } from '../policy.ts';
import { checked, refuse } from '../refusal.ts';
import { readNamed } from './named-files.ts';
import type { ReadFile } from './read-file.ts';

/** The files of one evaluation, as named on the command line, and the text of the human keys. */
export interface EvaluationFiles {
  readonly policyPath: string;
  readonly checkpointPath: string;
  readonly humanKeys: string | undefined;
}

/**
 * Evaluates a checkpoint file under a policy file; whatever is wrong with either gives the fail-closed decision. The checks
 * come in the contract's order: both files are read, then the keys, then checkpoint and policy are judged.
 */
export function evaluateFiles(files: EvaluationFiles, readFile: ReadFile): Decision {
  const result = checked(() => {
    const checkpoint = readNamed(files.checkpointPath, readFile);
    const policy = readNamed(files.policyPath, readFile);
    const keys = parseHumanKeys(files.humanKeys);
    if (keys.kind === 'refused') return refuse(keys.message);
    if (isVersion2(checkpoint) !== isVersion2(policy)) return refuseMixed(checkpoint, policy);
    return evaluate(checkpointFrom(checkpoint), policyFrom(policy, files.policyPath), keys.keys);
  });
  return result.kind === 'ok' ? result.value : failClosed(files.policyPath, result.message);
}

/** Documents of two versions never go together, whether or not the one of version 2 can be judged here. */
function refuseMixed(checkpoint: ExactObject, policy: ExactObject): never {
  if (!isVersion2(checkpoint)) checkpointFrom(checkpoint);
  if (!isVersion2(policy)) policyFrom(policy, null);
  return refuse('checkpoint and policy versions must match');
}
