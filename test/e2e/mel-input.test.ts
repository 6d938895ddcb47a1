import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CallOptions, place, praxis } from './support.ts';

const TALLY = 'domain Tally {\n  state { n: number = 0 }\n  action bump() { onceIntent { patch n = n + 1 } }\n}\n';
const SLIP = TALLY.replace('n + 1', 'm + 1');

const mel = (options: CallOptions, ...args: readonly string[]) => praxis(place(), ['mel', ...args], options);

describe('a MEL source on standard input', () => {
  test('is checked', async () => {
    expect(await mel({ input: TALLY }, 'check', '-')).toMatchObject({
      exit: 0,
      stdout: 'standard input: ok, nothing to report\n',
    });
    const slip = await mel({ input: SLIP }, 'check', '-', '--json');
    expect(slip.exit).toBe(2);
    expect(JSON.parse(slip.stdout)).toMatchObject({ file: '-', ok: false, diagnostics: [{ code: 'E_UNDEFINED' }] });
    expect((await mel({ input: SLIP }, 'check', '-')).stdout).toContain('standard input:3:42  error  ');
  });

  test('is taken with a byte order mark, and refused where it is no text, too long or not there', async () => {
    expect((await mel({ input: `\ufeff${TALLY}` }, 'check', '-')).exit).toBe(0);
    const wrongs: readonly (readonly [CallOptions, string])[] = [
      [{ input: Uint8Array.of(0xff, 0xfe, 0) }, 'MEL_IO'],
      [{ input: new Uint8Array(20_000_000).fill(97) }, 'E_LIMIT'],
      [{}, 'MEL_PARSER'],
    ];
    for (const [options, code] of wrongs) {
      const { exit, stdout } = await mel(options, 'check', '-', '--json');
      expect([exit, JSON.parse(stdout).diagnostics.map((one: { code: string }) => one.code)]).toEqual([2, [code]]);
    }
  });

  test('runs a script from a file', async () => {
    const { exit, stdout } = await mel({ input: TALLY }, 'run', '-', '--json');
    expect([exit, JSON.parse(stdout).state]).toEqual([0, { n: 0 }]);
    const twice = await mel({ input: TALLY }, 'run', '-', '--script', '-');
    expect([twice.exit, twice.stderr]).toEqual([2, expect.stringContaining('standard input can be read once')]);
  });

  test('is built into the module that is named', async () => {
    const at = place();
    const unnamed = await praxis(at, ['mel', 'build', '-'], { input: TALLY });
    expect([unnamed.exit, unnamed.stderr]).toEqual([2, expect.stringContaining('--output')]);
    expect((await praxis(at, ['mel', 'build', '-', '--output', 'tally.mjs'], { input: TALLY })).exit).toBe(0);
    expect(readFileSync(join(at.tree, 'tally.mjs'), 'utf8')).toContain("format: 'mel-module'");
    expect(existsSync(join(at.tree, '-.mjs'))).toBe(false);
  });

  test('shows what would mend it', async () => {
    const { exit, stdout } = await mel({ input: TALLY.replace('1 } }', '1; } }') }, 'check', '--fix', '--dry-run', '-');
    expect(exit).toBe(0);
    expect(stdout).toContain('--- standard input\n');
  });
});
