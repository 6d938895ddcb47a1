import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { LIMIT_NAMES, type Policy, validateTaskPolicy } from '../../policy/index.ts';
import type { CommandIo } from '../io.ts';
import { LIMIT_MEANING } from './limit-meaning.ts';
import { limitTable } from './limit-table.ts';
import { startingPolicy, startingPolicyText } from './starting-policy.ts';

export interface InitPolicyFlags {
  /** Where to write; default `policy.json`. */
  readonly output?: string | undefined;
  /** Replaces a file that is there already. */
  readonly force?: boolean | undefined;
  readonly json: boolean;
}

/** `praxis policy init`: writes a starting policy, which is the user's from then on, and says what each limit does. */
export async function initPolicy(flags: InitPolicyFlags, io: CommandIo): Promise<ExitCode> {
  const name = flags.output ?? 'policy.json';
  const policy = startedPolicy();
  writePolicy(resolve(io.cwd, name), name, flags.force === true);
  if (flags.json) io.stdout(`${JSON.stringify(report(name, policy))}\n`);
  else {
    io.stdout(`wrote ${name}\n\n${limitTable(policy.limits)}`);
    io.stderr(`\nIt is yours now: change any number. \`praxis policy validate --policy ${name}\` checks it.\n`);
  }
  return EXIT.ok;
}

function startedPolicy(): Policy {
  const result = validateTaskPolicy(startingPolicy());
  if (result.kind === 'policy') return result.policy;
  throw new PraxisError('INTERNAL', `the starting policy is not valid: ${result.message}`, {
    hint: 'This is a fault of Praxis. Please report it.',
  });
}

function writePolicy(path: string, name: string, isForced: boolean): void {
  try {
    writeFileSync(path, startingPolicyText(), { flag: isForced ? 'w' : 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new PraxisError('POLICY_EXISTS', `${name} is there already`, {
        hint: 'Keep it, name another file with --output, or replace it with --force.',
        cause: error,
      });
    throw new PraxisError('POLICY_INVALID', `cannot write ${path}: ${error instanceof Error ? error.message : error}`, {
      hint: 'See that the folder exists and can be written.',
      cause: error,
    });
  }
}

function report(name: string, { policyId, hash, limits }: Policy) {
  const each = LIMIT_NAMES.map((limit) => [limit, { value: Number(limits[limit]), meaning: LIMIT_MEANING[limit] }]);
  return { written: name, policy_id: policyId, policy_hash: hash, limits: Object.fromEntries(each) };
}
