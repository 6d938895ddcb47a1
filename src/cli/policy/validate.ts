import { printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import { loadNamedPolicy, validDocument } from '../../policy/contract-command/index.ts';
import { fileReader } from '../../policy/file-store/index.ts';
import type { Policy, Refused, ValidPolicy } from '../../policy/index.ts';
import { policyProblem } from '../checkpoint/named-documents.ts';
import { reportInvalid } from '../invalid-document.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { goalLimitTable, limitTable } from './limit-table.ts';

export interface ValidatePolicyFlags {
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  /** Lists everything that is wrong, not the first alone. */
  readonly all?: boolean | undefined;
  readonly json: boolean;
}

/** `praxis policy validate`: exit 0 for a valid policy, 2 for any other. `--json` prints the contract's document, with more in it. */
export async function validatePolicyFile(flags: ValidatePolicyFlags, io: CommandIo): Promise<ExitCode> {
  const path = flags.policy ?? 'policy.json';
  const result = loadNamedPolicy(path, fileReader(io.cwd));
  if (result.kind === 'refused') return refused(path, result, flags, io);
  if (flags.json) io.stdout(printedText(validDocument('policy', path, members(result))));
  else io.stdout(inWords(path, result));
  return EXIT.ok;
}

function refused(path: string, result: Refused, flags: ValidatePolicyFlags, io: CommandIo): ExitCode {
  const error = policyProblem(
    path,
    result,
    'Mend the file, or write a fresh one with `praxis policy init --output FILE`.',
  );
  return reportInvalid({ kind: 'policy', path, result, error }, flags, io);
}

function members({ kind, policy }: ValidPolicy): readonly (readonly [string, ExactJson])[] {
  const { limits } = kind === 'policy' ? policy : policy.base;
  const shared: readonly (readonly [string, ExactJson])[] = [
    ['policy_hash', policy.hash],
    ['policy_id', policy.policyId],
    ['limits', new Map(Object.entries(limits))],
  ];
  if (kind === 'policy') return shared;
  return [...shared, ['goal_limits', policy.goalLimits], ['reviewer_reserve', policy.reviewerReserve]];
}

function inWords(path: string, { kind, policy }: ValidPolicy): string {
  if (kind === 'policy') return `${path} is a valid policy\n\n${head(policy, policy)}\n${limitTable(policy.limits)}`;
  const slice = `Each slice:\n${limitTable(policy.base.limits)}`;
  return `${path} is a valid goal policy\n\n${head(policy, policy.base)}\n${slice}\nThe whole goal:\n${goalLimitTable(policy)}`;
}

function head({ policyId, hash }: Pick<Policy, 'policyId' | 'hash'>, { keyHashes }: Policy): string {
  const people =
    keyHashes.size === 0 ? 'nobody (no key hashes)' : oneLine(Array.from(keyHashes.keys()).join(', '), 200);
  return `  id        ${oneLine(policyId, 200)}\n  hash      ${hash}\n  may sign  ${people}\n`;
}
