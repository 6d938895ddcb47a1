import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from './parse.ts';

interface Expected {
  readonly ok: boolean;
  readonly mode: 'exact' | 'first' | 'includes' | 'codes';
  readonly diagnostics: readonly { readonly code: string; readonly line?: number; readonly column?: number }[];
}

interface Case {
  readonly name: string;
  readonly kind: string;
  readonly source: string;
  readonly expected: Expected;
}

const folder = new URL('../../../test/vectors/mel/', import.meta.url);
const themes = readdirSync(folder).filter((name) => name.endsWith('.json'));

function casesOf(theme: string): readonly Case[] {
  return JSON.parse(readFileSync(new URL(theme, folder), 'utf8')).cases;
}

const OURS = /^(MEL_|E004$|E_LIMIT$|E_IMPORT_UNSUPPORTED$)/;

describe.each(themes)('%s', (theme) => {
  const cases = casesOf(theme);
  const wrong = cases.filter(
    (one) => one.kind === 'check' && one.expected.diagnostics?.some(({ code }) => OURS.test(code)),
  );
  const right = cases.filter((one) => !wrong.includes(one));

  test('parses what holds no error of syntax', () => {
    const found = right.flatMap((one) =>
      parse(one.source).diagnostics.map(
        ({ code, span, message }) => `${one.name}: ${span.start.line}:${span.start.column} ${code} ${message}`,
      ),
    );
    expect(found).toEqual([]);
  });

  if (wrong.length === 0) return;
  test.each(wrong.map((one) => [one.name, one] as const))('%s', (_name, { source, expected }) => {
    const found = parse(source).diagnostics.map(({ code, span }) => ({
      code,
      line: span.start.line,
      column: span.start.column,
    }));
    const due = expected.diagnostics.filter(({ code }) => OURS.test(code));
    const compared = expected.mode === 'first' ? found.slice(0, 1) : found;
    for (const one of due) expect(compared).toContainEqual(expect.objectContaining(one));
    if (expected.mode === 'exact') expect(found).toHaveLength(due.length);
  });
});
