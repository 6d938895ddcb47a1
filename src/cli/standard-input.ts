import { fstatSync } from 'node:fs';
import { PraxisError } from '../base/errors.ts';
import { systemSays } from '../host/system-error.ts';

/**
 * Standard input as it comes. Not read by its descriptor, which Node makes answer EAGAIN as soon as anyone has asked
 * whether it is a terminal. USAGE with that hint where it cannot be read.
 */
export async function* standardInput(hint: string): AsyncIterable<Uint8Array> {
  // Node would take a folder for an empty input.
  if (fstatSync(0).isDirectory()) throw new PraxisError('USAGE', 'standard input is a folder', { hint });
  try {
    yield* process.stdin;
  } catch (error) {
    throw new PraxisError('USAGE', `standard input cannot be read: ${systemSays(error)}`, { hint, cause: error });
  }
}

/** Nothing more is read: the process does not wait for whoever would write. */
export function closeStandardInput(): void {
  process.stdin.destroy();
}
