import { printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import { pathLabel } from '../path-label.ts';
import { printable } from '../refusal.ts';

/** What a command of the contract ends with: one document on standard output, or words on standard error. */
export interface CommandOutcome {
  readonly exit: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export function documentOutcome(exit: ExitCode, members: ReadonlyMap<string, ExactJson>): CommandOutcome {
  return { exit, stdout: printedText(members), stderr: '' };
}

export function usageOutcome(message: string): CommandOutcome {
  return { exit: EXIT.invalid, stdout: '', stderr: `${message}\n` };
}

export type DocumentKind = 'policy' | 'checkpoint';

/** The document of a successful validation, with the members of its kind. */
export function validOutcome(
  kind: DocumentKind,
  path: string,
  members: readonly (readonly [string, string])[],
): CommandOutcome {
  return documentOutcome(EXIT.ok, validation(kind, path, [], members));
}

/** The document of a validation that failed. */
export function invalidOutcome(kind: DocumentKind, path: string, message: string): CommandOutcome {
  return documentOutcome(EXIT.invalid, validation(kind, path, [printable(message)], []));
}

function validation(
  kind: DocumentKind,
  path: string,
  errors: readonly string[],
  members: readonly (readonly [string, string])[],
): ReadonlyMap<string, ExactJson> {
  return new Map<string, ExactJson>([
    ['errors', errors],
    ['kind', kind],
    ['ok', errors.length === 0],
    ['path', printable(pathLabel(path))],
    ['schema_version', 1n],
    ...members,
  ]);
}
