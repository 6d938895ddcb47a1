import { printedText } from '../base/canonical-json.ts';
import type { ExitCode, PraxisError } from '../base/errors.ts';
import { type ExactJson, exactFromPlain } from '../base/exact-json.ts';
import { invalidDocument } from '../policy/contract-command/index.ts';
import type { Refused } from '../policy/index.ts';
import { reportFailure } from './failure.ts';
import type { CommandIo } from './io.ts';
import { oneLine } from './table.ts';

/** A policy or checkpoint file that is not valid, with the error that a verb ends with. */
export interface InvalidFile {
  readonly kind: 'policy' | 'checkpoint';
  readonly path: string;
  readonly result: Refused;
  readonly error: PraxisError;
}

/** Says what is wrong with a file, with `all` every problem with its place; `json` prints the contract's document, with more in it. */
export function reportInvalid(
  { kind, path, result, error }: InvalidFile,
  flags: { readonly all?: boolean | undefined; readonly json: boolean },
  io: CommandIo,
): ExitCode {
  if (flags.json) {
    const document = new Map(invalidDocument(kind, path, result.message));
    document.set('error', exactFromPlain({ ...error.toDocument().error }));
    if (flags.all === true) document.set('problems', result.problems.map(problemDocument));
    io.stdout(printedText(document));
  }
  const exit = reportFailure(io, error, false);
  if (flags.all === true)
    for (const { path: place, message } of result.problems)
      io.stderr(`  ${place.length === 0 ? '' : `${place.join('.')}: `}${oneLine(message, 400)}\n`);
  return exit;
}

function problemDocument({ path, message }: Refused['problems'][number]): ExactJson {
  return new Map<string, ExactJson>([
    ['path', path.map((part) => (typeof part === 'number' ? BigInt(part) : part))],
    ['message', message],
  ]);
}
