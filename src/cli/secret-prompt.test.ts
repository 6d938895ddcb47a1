import { describe, expect, test } from 'vitest';
import { readSecret } from './secret-prompt.ts';

/** A terminal whose keys are pressed by hand. */
function terminal() {
  const listeners = new Set<(chunk: Uint8Array) => void>();
  const seen = { modes: [] as boolean[], isPaused: false, shown: '' };
  return {
    seen,
    press: (text: string) => {
      for (const listener of [...listeners]) listener(new TextEncoder().encode(text));
    },
    input: {
      setRawMode: (isRaw: boolean) => seen.modes.push(isRaw),
      resume: () => {},
      pause: () => {
        seen.isPaused = true;
      },
      on: (_event: 'data', listener: (chunk: Uint8Array) => void) => listeners.add(listener),
      off: (_event: 'data', listener: (chunk: Uint8Array) => void) => listeners.delete(listener),
    },
    output: {
      write: (text: string) => {
        seen.shown += text;
      },
    },
  };
}

describe('readSecret', () => {
  test('reads a line and shows nothing of it', async () => {
    const { input, output, press, seen } = terminal();
    const secret = readSecret('Secret of ana:', input, output);
    press('orch');
    press('ard ✓\r');
    expect(await secret).toBe('orchard ✓');
    expect(seen).toEqual({ modes: [true, false], isPaused: true, shown: 'Secret of ana: \n' });
  });

  test('takes back whole characters', async () => {
    const { input, output, press } = terminal();
    const secret = readSecret('?', input, output);
    press('a✓\u007f\u007fb\n');
    expect(await secret).toBe('b');
  });

  test('is interrupted by Ctrl-C and leaves the terminal as it was', async () => {
    const { input, output, press, seen } = terminal();
    const secret = readSecret('?', input, output);
    press('half\u0003');
    await expect(secret).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(seen.modes).toEqual([true, false]);
  });
});
