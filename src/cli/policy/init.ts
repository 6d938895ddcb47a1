import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { systemDetail } from '../../policy/file-store/system-detail.ts';
import { LIMIT_NAMES, type ValidPolicy, validatePolicy } from '../../policy/index.ts';
import type { CommandIo } from '../io.ts';
import { LIMIT_MEANING } from './limit-meaning.ts';
import { goalLimitTable, limitTable } from './limit-table.ts';
import { type StartingPolicy, startingPolicy } from './starting-policy.ts';

export interface InitPolicyFlags {
  /** Where to write; default `policy.json`. */
  readonly output?: string | undefined;
  /** Writes a goal policy v2. */
  readonly goal?: boolean | undefined;
  /** Replaces a file that is there already. */
  readonly force?: boolean | undefined;
  readonly json: boolean;
}

/** `praxis policy init`: writes a starting policy, which is the user's from then on, and says what each limit does. */
export async function initPolicy(flags: InitPolicyFlags, io: CommandIo): Promise<ExitCode> {
  const name = flags.output ?? 'policy.json';
  const starting = startingPolicy(flags.goal === true);
  const policy = started(starting);
  writePolicy(resolve(io.cwd, name), name, starting.text, flags.force === true);
  if (flags.json) io.stdout(`${JSON.stringify(report(name, policy))}\n`);
  else {
    io.stdout(`wrote ${name}\n\n${limitsInWords(policy)}`);
    io.stderr(`\nIt is yours now: change any number. \`praxis policy validate --policy ${name}\` checks it.\n`);
  }
  return EXIT.ok;
}

function started({ document }: StartingPolicy): ValidPolicy {
  const result = validatePolicy(document);
  if (result.kind !== 'refused') return result;
  throw new PraxisError('INTERNAL', `the starting policy is not valid: ${result.message}`, {
    hint: 'This is a fault of Praxis. Please report it.',
  });
}

function limitsInWords({ kind, policy }: ValidPolicy): string {
  if (kind === 'policy') return limitTable(policy.limits);
  return `Each slice:\n${limitTable(policy.base.limits)}\nThe whole goal:\n${goalLimitTable(policy)}`;
}

function writePolicy(path: string, name: string, text: string, isForced: boolean): void {
  try {
    writeFileSync(path, text, { flag: isForced ? 'w' : 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new PraxisError('POLICY_EXISTS', `${name} is there already`, {
        hint: 'Keep it, name another file with --output, or replace it with --force.',
        cause: error,
      });
    throw new PraxisError('OUTPUT_IO', `cannot write ${name}: ${systemDetail(error, name)}`, {
      hint: 'See that the folder exists and can be written.',
      cause: error,
    });
  }
}

function report(name: string, { kind, policy }: ValidPolicy) {
  const { limits } = kind === 'policy' ? policy : policy.base;
  const each = LIMIT_NAMES.map((limit) => [limit, { value: Number(limits[limit]), meaning: LIMIT_MEANING[limit] }]);
  const shared = {
    written: name,
    policy_id: policy.policyId,
    policy_hash: policy.hash,
    limits: Object.fromEntries(each),
  };
  if (kind === 'policy') return shared;
  const ofGoal = Array.from(policy.goalLimits, ([total, limit]) => [total, Number(limit)]);
  return { ...shared, goal_limits: Object.fromEntries(ofGoal), reviewer_reserve: Number(policy.reviewerReserve) };
}
