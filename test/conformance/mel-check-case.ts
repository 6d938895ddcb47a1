import { compile } from '../../src/mel/compile.ts';
import type { Diagnostic } from '../../src/mel/diagnostic.ts';
import type { MelCheckCase } from './mel-vector-file.ts';
import { sameJson } from './same-json.ts';

type Expected = MelCheckCase['expected']['diagnostics'][number];

/** Compiles a source. Null when the diagnostics are as expected, else the difference in full. */
export function runMelCheckCase({ source, options, tags, expected }: MelCheckCase): string | null {
  const { maxErrors } = options;
  const { schema, diagnostics, annotations } = compile(source, maxErrors === undefined ? {} : { maxErrors });
  const severity = tags.includes('warnings') ? 'warning' : 'error';
  const found = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
  const isRight =
    (schema !== null) === expected.ok &&
    hasAll(expected, found) &&
    !diagnostics.some(({ code }) => expected.absent.includes(code)) &&
    (expected.annotations === undefined || sameJson(annotations?.entries ?? null, expected.annotations));
  if (isRight) return null;
  const lines = diagnostics.map(
    ({ code, span: { start }, message }) => `${start.line}:${start.column} ${code} ${message}`,
  );
  return `${source}\nexpected ${JSON.stringify(expected)}\nfound ${lines.join('\n')}\n${JSON.stringify(annotations)}`;
}

function hasAll({ mode, diagnostics }: MelCheckCase['expected'], found: readonly Diagnostic[]): boolean {
  switch (mode) {
    case 'first': {
      const [first] = [...found].sort((a, b) => a.span.start.offset - b.span.start.offset);
      const [wanted] = diagnostics;
      return wanted === undefined ? first === undefined : first !== undefined && fits(wanted, first);
    }
    case 'includes':
      return diagnostics.every((wanted) => found.some((diagnostic) => fits(wanted, diagnostic)));
    case 'codes':
      return (
        diagnostics.every((wanted) => found.some(({ code }) => codesOf(wanted).includes(code))) &&
        found.every(({ code }) => diagnostics.some((wanted) => codesOf(wanted).includes(code)))
      );
    case 'exact':
      return (
        diagnostics.every((wanted) => found.some((diagnostic) => fits(wanted, diagnostic))) &&
        found.every((diagnostic) => diagnostics.some((wanted) => fits({ ...wanted, column: undefined }, diagnostic)))
      );
  }
}

function codesOf(wanted: Expected): readonly string[] {
  return 'code' in wanted ? [wanted.code] : wanted.anyOf;
}

function fits(wanted: Expected, { code, span: { start } }: Diagnostic): boolean {
  return (
    codesOf(wanted).includes(code) &&
    (wanted.line ?? start.line) === start.line &&
    (wanted.column ?? start.column) === start.column
  );
}
