import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyFixes } from './apply-fixes.ts';
import { compile } from './compile.ts';

const HEAD = 'domain D {\n  state { n: number = 1  xs: Array<number> = []  on: boolean = true }\n';
const errorsOf = (source: string) =>
  compile(source, { maxErrors: 1e9 }).diagnostics.filter(({ severity }) => severity === 'error').length;

const folder = new URL('../../test/vectors/mel/', import.meta.url);
const corpus = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name): readonly string[] =>
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')).cases.map(({ source }: { source: string }) => source),
  );

describe('applyFixes', () => {
  test('mends all that is only written otherwise, in as many rounds as it takes', () => {
    const source = `${HEAD}  computed a = n === 1 & on;\n  action go() { onceIntent { patch n = xs.length() } }\n}\n`;
    const { text, applied, result } = applyFixes(source);
    expect(text).toBe(`${HEAD}  computed a = n == 1 && on\n  action go() { onceIntent { patch n = len(xs) } }\n}\n`);
    expect(applied.map(({ fix }) => fix.title).toSorted()).toEqual([
      'Remove the semicolon',
      'Write `&&`',
      'Write `==`',
      'Write len(...)',
    ]);
    expect(result.schema).not.toBeNull();
  });

  test('leaves what guesses a name or changes a value', () => {
    for (const expr of ['m + 1', 'xs + 1', 'concat(n, 1) + "a"', 'xs ? 1 : 2']) {
      const source = `${HEAD}  computed a = ${expr}\n}\n`;
      expect(applyFixes(source)).toMatchObject({ text: source, applied: [] });
    }
  });

  test('leaves what can be mended in several ways', () => {
    const source = `${HEAD}  action go() { patch n = 1 }\n}\n`;
    const found = compile(source).diagnostics.find(({ code }) => code === 'E_UNGUARDED_PATCH');
    expect(found?.fixes.length).toBeGreaterThan(1);
    expect(applyFixes(source).text).toBe(source);
  });

  test('leaves warnings and hints', () => {
    const source = `${HEAD}  computed a = n > 0 ? n + 1 : 0\n  computed b = cond(on, add(n, 1), 0)\n}\n`;
    expect(compile(source).diagnostics.some(({ fixes }) => fixes.length > 0)).toBe(true);
    expect(applyFixes(source).text).toBe(source);
  });

  test('keeps a byte order mark and line ends', () => {
    expect(applyFixes('\ufeffdomain D {\r\n  state { n: number = 1, m: number = 2 }\r\n}\r\n').text).toBe(
      '\ufeffdomain D {\r\n  state { n: number = 1 m: number = 2 }\r\n}\r\n',
    );
  });

  test('mends thousands of places at once', { timeout: 60_000 }, () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `  computed c${i} = n === ${i};\n`);
    const source = `${HEAD}${lines.join('')}}\n`;
    const { text, applied } = applyFixes(source);
    expect(applied).toHaveLength(6000);
    expect(errorsOf(text)).toBe(0);
  });

  test('leaves no source worse, and finds nothing more in what it has mended', () => {
    const mended = corpus.filter((source) => {
      const { text, applied, result } = applyFixes(source);
      expect(applyFixes(text).applied).toEqual([]);
      expect(result.schema?.hash).toBe(compile(text).schema?.hash);
      if (applied.length === 0) expect(text).toBe(source);
      else expect(errorsOf(text)).toBeLessThanOrEqual(errorsOf(source));
      return applied.length > 0;
    });
    expect(mended.length).toBeGreaterThan(15);
  });
});
