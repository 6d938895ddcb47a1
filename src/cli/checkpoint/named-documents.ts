import { PraxisError } from '../../base/errors.ts';
import { loadNamedCheckpoint, loadNamedPolicy } from '../../policy/contract-command/index.ts';
import { fileReader } from '../../policy/file-store/index.ts';
import {
  type GoalPolicy,
  HUMAN_KEYS_VARIABLE,
  parseHumanKeys,
  type Refused,
  type ValidCheckpoint,
  type ValidPolicy,
} from '../../policy/index.ts';
import type { CommandIo } from '../io.ts';
import { fileProblem, isUnreadable } from '../policy/file-problem.ts';

/** The policy in a named file; throws POLICY_INVALID with what is wrong with it. */
export function policyIn(path: string, io: CommandIo, readFile = fileReader(io.cwd)): ValidPolicy {
  const result = loadNamedPolicy(path, readFile);
  if (result.kind !== 'refused') return result;
  throw policyProblem(path, result, '`praxis policy validate` checks it; `praxis policy init` writes a starting one.');
}

/** What is wrong with a policy file, as an error. */
export function policyProblem(path: string, { message }: Refused, hint: string): PraxisError {
  const words = fileProblem(message, null) ?? `${path}: ${message}`;
  if (isUnreadable(message))
    return new PraxisError('POLICY_MISSING', words, {
      hint: 'Name the file with --policy, and see that it may be read; `praxis policy init` writes a starting one.',
    });
  return new PraxisError('POLICY_INVALID', words, { hint });
}

/** The goal policy in a named file. */
export function goalPolicyIn(path: string, io: CommandIo): GoalPolicy {
  const result = policyIn(path, io);
  if (result.kind === 'goal-policy') return result.policy;
  throw new PraxisError('POLICY_INVALID', `${path} is a policy v1, and goals have a goal policy v2`, {
    hint: 'Write a goal policy around it: docs/checkpoint.md shows one.',
  });
}

/** The checkpoint in a named file; throws CHECKPOINT_INVALID with what is wrong with it. */
export function checkpointIn(path: string, io: CommandIo, readFile = fileReader(io.cwd)): ValidCheckpoint {
  const result = loadNamedCheckpoint(path, readFile);
  if (result.kind !== 'refused') return result;
  throw checkpointProblem(path, result);
}

/** What is wrong with a checkpoint file, as an error. */
export function checkpointProblem(path: string, { message, problems }: Refused): PraxisError {
  const where = problems[0]?.path.join('.') ?? '';
  const place = where === '' || message.includes(where) ? '' : ` (at ${where})`;
  if (isUnreadable(message))
    return new PraxisError('CHECKPOINT_IO', fileProblem(message, path) ?? `${path}: ${message}`, {
      hint: 'See that the file is there, that it is a file, and that it may be read.',
    });
  const field = message.includes(': expected fields [') ? problems[1]?.message : undefined;
  if (field !== undefined)
    return new PraxisError('CHECKPOINT_INVALID', `${path}: ${message}: ${field}`, {
      hint: '`praxis checkpoint validate --all` lists everything that is wrong with it.',
    });
  return new PraxisError('CHECKPOINT_INVALID', fileProblem(message, path) ?? `${path}: ${message}${place}`, {
    hint: '`praxis checkpoint validate --all` lists everything that is wrong with it.',
  });
}

/** The secrets that verify signed records; throws POLICY_INVALID where the variable cannot be read. */
export function humanKeys(io: CommandIo): ReadonlyMap<string, string> {
  const parsed = parseHumanKeys(io.env[HUMAN_KEYS_VARIABLE]);
  if (parsed.kind === 'keys') return parsed.keys;
  throw new PraxisError('POLICY_INVALID', `the human keys cannot be read: ${parsed.message}`, {
    hint: `Mend what ${HUMAN_KEYS_VARIABLE} or the descriptor of PRAXIS_HUMAN_KEYS_FD holds, or unset it.`,
  });
}
