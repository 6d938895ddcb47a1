import { PraxisError } from '../../base/errors.ts';

/** A file operation that failed; `message` is the contract's text. */
export function ioError(message: string, cause?: unknown): PraxisError {
  return new PraxisError('CHECKPOINT_IO', message, {
    hint: hintFor(message),
    cause,
  });
}

function hintFor(message: string): string {
  if (message.startsWith('checkpoint already exists'))
    return 'A checkpoint is never written over: name another file, or move this one aside.';
  if (message.startsWith('checkpoint path contains')) return 'Give the path that the link leads to.';
  if (message.includes('No such file or directory')) return 'See that the file is there, and the folder it is in.';
  if (message.includes('not a regular file')) return 'Name a file: no folder, no pipe, no device.';
  if (message.includes('is larger than')) return 'Documents are held in memory whole; no goal needs one of that size.';
  return 'See that the folder exists, that it is yours to write, and that no part of the path is a link.';
}
