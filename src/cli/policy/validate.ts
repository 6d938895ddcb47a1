import { printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { type ExactJson, exactFromPlain } from '../../base/exact-json.ts';
import { invalidDocument, loadNamedPolicy, validDocument } from '../../policy/contract-command/index.ts';
import { fileReader } from '../../policy/file-store/index.ts';
import type { Policy } from '../../policy/index.ts';
import { reportFailure } from '../failure.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { fileProblem } from './file-problem.ts';
import { limitTable } from './limit-table.ts';

export interface ValidatePolicyFlags {
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  readonly json: boolean;
}

/** `praxis policy validate`: exit 0 for a valid policy, 2 for any other. `--json` prints the contract's document, with more in it. */
export async function validatePolicyFile(flags: ValidatePolicyFlags, io: CommandIo): Promise<ExitCode> {
  const path = flags.policy ?? 'policy.json';
  const result = loadNamedPolicy(path, fileReader(io.cwd));
  if (result.kind === 'refused') return refused(path, result, flags.json, io);
  const { policy } = result;
  if (flags.json) io.stdout(printedText(validDocument('policy', path, members(policy))));
  else io.stdout(`${path} is a valid policy\n\n${head(policy)}\n${limitTable(policy.limits)}`);
  return EXIT.ok;
}

function refused(
  path: string,
  { message, isVersion2 }: { readonly message: string; readonly isVersion2: boolean },
  isJson: boolean,
  io: CommandIo,
): ExitCode {
  const words = fileProblem(message, null) ?? `${path}: ${message}`;
  const error = new PraxisError(isVersion2 ? 'POLICY_UNSUPPORTED' : 'POLICY_INVALID', words, {
    hint: isVersion2
      ? 'This version reads policies with "schema_version": 1.'
      : 'Mend the file, or write a fresh one with `praxis policy init --output FILE`.',
  });
  if (isJson) {
    const document = new Map(invalidDocument('policy', path, message));
    document.set('error', exactFromPlain({ ...error.toDocument().error }));
    io.stdout(printedText(document));
  }
  return reportFailure(io, error, false);
}

function members({ policyId, hash, limits }: Policy): readonly (readonly [string, ExactJson])[] {
  return [
    ['policy_hash', hash],
    ['policy_id', policyId],
    ['limits', new Map(Object.entries(limits))],
  ];
}

function head({ policyId, hash, keyHashes }: Policy): string {
  const people =
    keyHashes.size === 0 ? 'nobody (no key hashes)' : oneLine(Array.from(keyHashes.keys()).join(', '), 200);
  return `  id        ${oneLine(policyId, 200)}\n  hash      ${hash}\n  may sign  ${people}\n`;
}
