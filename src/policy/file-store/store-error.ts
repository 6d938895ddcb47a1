import { PraxisError } from '../../base/errors.ts';

/** A file operation that failed; `message` is the contract's text. */
export function ioError(message: string, cause?: unknown): PraxisError {
  return new PraxisError('CHECKPOINT_IO', message, {
    hint: 'See that the folder exists, that it is yours to write, and that no part of the path is a link.',
    cause,
  });
}
