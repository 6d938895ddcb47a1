import { PraxisError } from '../../base/errors.ts';

/** Error code of a failed system call, such as `ENOENT`; '' for anything else. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether a path is simply not there: it, or a folder on the way to it, does not exist. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error));
}

/** The one error of this adapter for what the file system refuses. */
export function treeError(doing: string, path: string, cause: unknown): PraxisError {
  const reason = systemCode(cause) || (cause instanceof Error ? cause.message : String(cause));
  return new PraxisError('WORK_TREE_IO', `${doing} ${JSON.stringify(path)} failed: ${reason}`, {
    hint: 'Give the user of this run the right to read and write it, or let git ignore it.',
    cause,
  });
}
