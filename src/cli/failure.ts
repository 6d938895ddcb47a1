import { type ExitCode, PraxisError } from '../base/errors.ts';
import type { CommandIo } from './io.ts';
import { oneLine } from './table.ts';

/** Longest error or hint on a screen, in characters. What documents say in an error may be of any length; `--json` gives it whole. */
const LONGEST = 1000;

/** Any thrown value as the one error class: what is not ours is a bug of ours. */
export function asPraxisError(thrown: unknown): PraxisError {
  if (thrown instanceof PraxisError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new PraxisError('INTERNAL', message === '' ? 'unknown error' : message, {
    hint: 'This is a fault of Praxis. Run it again with PRAXIS_LOG=debug for the stack, and please report it.',
    cause: thrown,
  });
}

/** Prints a failure (words to stderr, with `isJson` the document to stdout) and returns its exit code. */
export function reportFailure(io: CommandIo, thrown: unknown, isJson: boolean): ExitCode {
  const error = asPraxisError(thrown);
  if (isJson) io.stdout(`${JSON.stringify(error.toDocument())}\n`);
  printFailure(io, error);
  if (io.env.PRAXIS_LOG === 'debug') io.stderr(`${stackOf(error).split('\n').map(debugLine).join('\n')}\n`);
  return error.exit;
}

/**
 * Prints an error and its hint to stderr, each on one line and without control characters: a message may quote a file that
 * was written to clear the screen or to forge a hint.
 */
export function printFailure(io: CommandIo, error: PraxisError): void {
  const red = (text: string) => (io.color.stderr ? `\u001b[31m${text}\u001b[39m` : text);
  io.stderr(`${red('error')}: ${oneLine(error.message, LONGEST)} (${error.code})\n`);
  if (error.hint !== '') io.stderr(`hint: ${oneLine(error.hint, LONGEST)}\n`);
}

/** A line of a stack with its indent. */
function debugLine(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return `${indent}${oneLine(line, LONGEST)}`;
}

function stackOf(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\ncaused by ${stackOf(error.cause)}` : own;
}

/** Whether a command line asks for JSON, even one that cannot be parsed. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}

/** The human keys could not be read from the descriptor that was named. */
export function unreadableKeys(problem: string): PraxisError {
  return new PraxisError('USAGE', problem, {
    hint: 'Open it for the command: `PRAXIS_HUMAN_KEYS_FD=3 praxis … 3<keys.json`.',
  });
}
