import { closeSync, readFileSync } from 'node:fs';
import { PraxisError } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';

/** A person's secret from a file descriptor, or from the terminal without an echo; never from an argument or a variable. */
export async function signingSecret(keyId: string, keyFd: number | undefined, io: CommandIo): Promise<string> {
  if (keyFd !== undefined) return nonEmpty(fromDescriptor(keyFd));
  if (!io.stdinIsTerminal || !io.stderrIsTerminal)
    throw new PraxisError('USAGE', 'there is no terminal to ask for the secret', {
      hint: 'Give a file descriptor that holds it: `--key-fd 3 3<secret-file`.',
    });
  return nonEmpty(await io.askSecret(`Secret of ${keyId}:`));
}

function fromDescriptor(descriptor: number): string {
  try {
    const text = readFileSync(descriptor, 'utf8');
    // No process that is started later may find it open.
    if (descriptor > 2) closeSync(descriptor);
    return text.replace(/\r?\n$/, '');
  } catch (error) {
    const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new PraxisError('USAGE', `cannot read the secret from file descriptor ${descriptor}: ${detail}`, {
      hint: 'Open it for the command, for example with `--key-fd 3 3<secret-file`.',
      cause: error,
    });
  }
}

function nonEmpty(secret: string): string {
  if (secret !== '') return secret;
  throw new PraxisError('USAGE', 'human authorization secret must not be empty', { hint: 'Give the whole secret.' });
}
