import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES } from '../codes.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { EXPLANATIONS } from '../explain/explanations.ts';
import { parse } from '../syntax/parse.ts';
import { inspect } from './check.ts';
import { settleDiagnostics } from './settle.ts';

const folder = new URL('../../../test/vectors/mel/', import.meta.url);
const vectors = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => {
    const file: { readonly cases: readonly { readonly source: string }[] } = JSON.parse(
      readFileSync(new URL(name, folder), 'utf8'),
    );
    return file.cases.map(({ source }) => source);
  });

const examples = Object.values(EXPLANATIONS).flatMap(({ bad, good }) =>
  [bad, good].filter((source) => source !== null),
);
const sources = [...vectors, ...examples, ...examples, ...examples];

/** Codes that no source alone gives: bytes, options, size. */
const OUTSIDE = ['MEL_IO', 'E_TOO_MANY', 'E_LIMIT'];

const TOKENS = /"[^"\n]*"|[$@]?[A-Za-z_][\w]*|\d+(?:\.\d+)?|[&|=!<>]=|&&|\|\||\?\?|\.\.\.|\s+|\S/g;
const POOL = [
  ...'state domain computed action effect when once onceIntent patch unset merge include flow type context'.split(' '),
  ...'$item $input $runtime $context $system null true 0 "" { } ( ) [ ] , : = . | ? - ! sum findById updateById'.split(
    ' ',
  ),
  ...'match argmax system.x array.map into fail stop with available dispatchable @meta __proto__ Array Record'.split(
    ' ',
  ),
];

/** A small generator of numbers below `limit`; the same seed gives the same mutants. */
function draws(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function mutate(source: string, draw: (limit: number) => number): string {
  const tokens = source.match(TOKENS) ?? [];
  for (let count = 1 + draw(2); count > 0; count--) {
    const at = draw(tokens.length);
    const other = draw(2) === 0 ? (POOL[draw(POOL.length)] ?? '') : (tokens[draw(tokens.length)] ?? '');
    const kind = draw(4);
    if (kind === 0) tokens.splice(at, 1);
    else if (kind === 1) tokens.splice(at, 0, ` ${other} `);
    else if (kind === 2) tokens.splice(at, 1, other);
    else tokens.splice(at, 0, tokens[at] ?? '', ' ');
  }
  return tokens.join('');
}

function compile(source: string): readonly Diagnostic[] {
  const { domain, diagnostics } = parse(source);
  return settleDiagnostics([
    ...diagnostics,
    ...(domain === null ? [] : inspect(domain, { unread: diagnostics }).found),
  ]);
}

test('mutants are checked without a throw, every finding lies in the source, and every code is met', () => {
  const draw = draws(7);
  const hits = new Map<string, number>();
  const mutants = Array.from({ length: 3000 }, () => mutate(sources[draw(sources.length)] ?? '', draw));
  for (const source of [...examples, ...mutants]) {
    let found: readonly Diagnostic[] = [];
    try {
      found = compile(source);
    } catch (error) {
      throw new Error(`thrown for:\n${source}`, { cause: error });
    }
    for (const { code, severity, span, fixes } of found) {
      hits.set(code, (hits.get(code) ?? 0) + 1);
      expect(severity).toBe(DIAGNOSTIC_CODES[code].severity);
      for (const { start, end } of [span, ...fixes.flatMap((fix) => fix.edits.map((edit) => edit.span))]) {
        if (start.offset > end.offset || end.offset > source.length || start.line < 1 || start.column < 1) {
          throw new Error(`${code} lies at ${start.offset} to ${end.offset} of:\n${source}`);
        }
      }
    }
  }
  const missed = Object.keys(DIAGNOSTIC_CODES).filter((code) => !hits.has(code) && !OUTSIDE.includes(code));
  expect(missed).toEqual([]);
}, 60_000);
