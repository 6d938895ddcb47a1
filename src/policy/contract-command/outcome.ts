import { printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { ExactJson, ExactObject } from '../../base/exact-json.ts';
import type { DecisionKind } from '../decision.ts';
import { pathLabel } from '../path-label.ts';
import { printable } from '../refusal.ts';

/** What a command of the contract ends with: one document on standard output, or words on standard error. */
export interface CommandOutcome {
  readonly exit: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export function documentOutcome(exit: ExitCode, document: ExactObject): CommandOutcome {
  return { exit, stdout: printedText(document), stderr: '' };
}

export function usageOutcome(message: string): CommandOutcome {
  return { exit: EXIT.invalid, stdout: '', stderr: `${message}\n` };
}

/** The exit code of a command that ends with this decision. */
export const DECISION_EXIT = {
  continue: EXIT.ok,
  checkpoint: EXIT.checkpoint,
  stop: EXIT.stop,
} as const satisfies Record<DecisionKind, number>;

export type DocumentKind = 'policy' | 'checkpoint';

/** The document of a validation that succeeded, with the members of its kind. */
export function validDocument(
  kind: DocumentKind,
  path: string,
  members: readonly (readonly [string, ExactJson])[],
): ExactObject {
  return validation(kind, path, [], members);
}

/** The document of a validation that failed. */
export function invalidDocument(kind: DocumentKind, path: string, message: string): ExactObject {
  return validation(kind, path, [printable(message)], []);
}

function validation(
  kind: DocumentKind,
  path: string,
  errors: readonly string[],
  members: readonly (readonly [string, ExactJson])[],
): ExactObject {
  return new Map<string, ExactJson>([
    ['errors', errors],
    ['kind', kind],
    ['ok', errors.length === 0],
    ['path', printable(pathLabel(path))],
    ['schema_version', 1n],
    ...members,
  ]);
}
