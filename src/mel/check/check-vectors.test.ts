import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic.ts';
import { parse } from '../syntax/parse.ts';
import { inspect } from './check.ts';
import { hasError, settleDiagnostics } from './settle.ts';

interface ExpectedDiagnostic {
  readonly code: string;
  readonly line?: number;
  readonly column?: number;
  readonly anyOf?: readonly string[];
}

interface CheckCase {
  readonly name: string;
  readonly tags: readonly string[];
  readonly kind: string;
  readonly source: string;
  readonly options?: { readonly maxErrors?: number };
  readonly expected: {
    readonly ok: boolean;
    readonly mode: 'exact' | 'first' | 'includes' | 'codes';
    readonly diagnostics: readonly ExpectedDiagnostic[];
    readonly absent?: readonly string[];
    readonly annotations?: unknown;
  };
}

const folder = new URL('../../../test/vectors/mel/', import.meta.url);
const themes = readdirSync(folder).filter((name) => name.endsWith('.json'));

function read(theme: string): readonly CheckCase[] {
  const file: { readonly cases: readonly CheckCase[] } = JSON.parse(readFileSync(new URL(theme, folder), 'utf8'));
  return file.cases;
}

function compile(source: string, options: { readonly maxErrors?: number } = {}) {
  const parsed = parse(source);
  const checked =
    parsed.domain === null ? { found: [], annotations: {} } : inspect(parsed.domain, { unread: parsed.diagnostics });
  const diagnostics = settleDiagnostics([...parsed.diagnostics, ...checked.found], options);
  return { ok: parsed.domain !== null && !hasError(diagnostics), diagnostics, annotations: checked.annotations };
}

function fits(found: Diagnostic, { code, anyOf, line, column }: ExpectedDiagnostic): boolean {
  const { start } = found.span;
  const isCode = anyOf === undefined ? found.code === code : anyOf.includes(found.code);
  return isCode && (line ?? start.line) === start.line && (column ?? start.column) === start.column;
}

function show({ code, severity, span, message }: Diagnostic): string {
  return `${severity} ${code} ${span.start.line}:${span.start.column} ${message}`;
}

function missing(found: readonly Diagnostic[], { mode, diagnostics }: CheckCase['expected']): readonly string[] {
  const wanted = diagnostics
    .filter((want) => !found.some((one) => fits(one, want)))
    .map((want) => JSON.stringify(want));
  const isWanted = (one: Diagnostic) => diagnostics.some((want) => fits(one, { ...want, ...loosened(one, want) }));
  const extra = found.filter((one) => !isWanted(one)).map(show);
  if (mode === 'includes') return wanted;
  if (mode === 'exact') return [...wanted, ...extra];
  if (mode === 'codes')
    return [...wanted, ...found.filter((one) => !diagnostics.some((w) => w.code === one.code)).map(show)];
  const [first] = found;
  const [want] = diagnostics;
  return first !== undefined && want !== undefined && !fits(first, want) ? [show(first)] : wanted;
}

/** One of several errors of a code on a line has to start at the column; the others may stand anywhere on it. */
function loosened(one: Diagnostic, want: ExpectedDiagnostic): { readonly column: number } | undefined {
  return want.line === one.span.start.line ? { column: one.span.start.column } : undefined;
}

describe.each(themes)('%s', (theme) => {
  const cases = read(theme);

  test.each(cases.filter(({ kind }) => kind === 'check').map((one) => [one.name, one] as const))('%s', (_, one) => {
    const { ok, diagnostics, annotations } = compile(one.source, one.options);
    const isAboutWarnings = one.tags.includes('warnings');
    const found = diagnostics.filter(({ severity }) => (severity === 'error') !== isAboutWarnings);
    expect({ ok, wrong: missing(found, one.expected) }, diagnostics.map(show).join('\n')).toEqual({
      ok: one.expected.ok,
      wrong: [],
    });
    for (const code of one.expected.absent ?? []) expect(diagnostics.map((found) => found.code)).not.toContain(code);
    if (one.expected.annotations !== undefined) expect(annotations).toEqual(one.expected.annotations);
  });

  test.each(cases.filter(({ kind }) => kind !== 'check').map((one) => [one.name, one.source] as const))(
    'compiles: %s',
    (_, source) => {
      const errors = compile(source).diagnostics.filter(({ severity }) => severity === 'error');
      expect(errors.map(show)).toEqual([]);
    },
  );
});
