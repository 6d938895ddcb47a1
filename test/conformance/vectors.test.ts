import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { runTheme, runVectors } from './vectors.ts';

const folder = fileURLToPath(new URL('../vectors', import.meta.url));
const themes = v.parse(v.array(v.string()), JSON.parse(readFileSync(`${folder}/themes.json`, 'utf8')));

describe('golden vectors', () => {
  test.each(themes)('%s gives what the reference gave', async (theme) => {
    expect((await runTheme(folder, theme)).failures).toEqual([]);
  });
});

describe('the vector runner', () => {
  test('prints a line a theme and the sum', async () => {
    const { text, isPassed } = await runVectors(folder, ['policy/02-canonical']);
    expect(text).toBe('policy/02-canonical: passed 43 of 43\n43 passed, 0 failed\n');
    expect(isPassed).toBe(true);
  });

  test('takes the beginning of a theme for the theme', async () => {
    expect((await runVectors(folder, ['policy/02'])).text).toContain('policy/02-canonical: passed 43 of 43\n');
  });

  test('fails for a theme, a room or a folder that it does not know', async () => {
    expect((await runVectors(folder, ['policy/99-nothing'])).isPassed).toBe(false);
    expect((await runVectors(folder, ['poetry'])).isPassed).toBe(false);
    expect((await runVectors(folder, ['policy/02-canonical', 'poetry'])).text).toContain('43 passed, 1 failed');
  });
});
