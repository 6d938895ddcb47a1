import { PraxisError } from '../base/errors.ts';

/** A terminal as `readSecret` needs it; `process.stdin` fits. */
export interface SecretInput {
  setRawMode(isRaw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  off(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
}

const ENTER = [0x0a, 0x0d];
const END = 0x04;
const INTERRUPT = 0x03;
const ERASE = [0x08, 0x7f];

/** Asks for a line that is not echoed. Ctrl-C is INTERRUPTED; the terminal is as before when it returns. */
export function readSecret(
  question: string,
  input: SecretInput,
  output: { write(text: string): unknown },
): Promise<string> {
  // First, since the terminal itself echoes what is typed before.
  input.setRawMode(true);
  output.write(`${question} `);
  return new Promise((resolve, reject) => {
    const bytes: number[] = [];
    const end = (finish: () => void) => {
      input.off('data', take);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      finish();
    };
    const take = (chunk: Uint8Array) => {
      for (const byte of chunk) {
        if (ENTER.includes(byte) || byte === END) return end(() => resolve(decoded(bytes)));
        if (byte === INTERRUPT) return end(() => reject(interrupted()));
        if (ERASE.includes(byte)) erase(bytes);
        else bytes.push(byte);
      }
    };
    input.on('data', take);
    input.resume();
  });
}

/** Takes back the last character, of however many bytes. */
function erase(bytes: number[]): void {
  let last = bytes.pop();
  while (last !== undefined && (last & 0xc0) === 0x80) last = bytes.pop();
}

function decoded(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function interrupted(): PraxisError {
  return new PraxisError('INTERRUPTED', 'interrupted before anything was signed', { hint: '' });
}
