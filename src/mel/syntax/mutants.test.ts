import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lex } from './lexer.ts';
import { parse } from './parse.ts';

const vectors = new URL('../../../test/vectors/mel/', import.meta.url);
const programs: readonly string[] = ['06-actions', '07-effects', '08-flows', '09-annotations', '10-domains'].flatMap(
  (theme) =>
    JSON.parse(readFileSync(new URL(`${theme}.json`, vectors), 'utf8')).cases.map(
      (one: { readonly source: string }) => one.source,
    ),
);

/** The tokens of a program as written, so that they can be shuffled and joined again. */
function pieces(source: string): string[] {
  const { count, starts, ends } = lex(source);
  return Array.from({ length: count - 1 }, (_, at) => source.slice(starts[at], ends[at]));
}

const FOREIGN = ['=>', '`', '#', 'if', 'else', 'let', '?.', '...', '$x', '"', '1e', '/*', '{', '}', '(', ')', '[', ']'];

type Mutation =
  | { readonly kind: 'drop' | 'double' | 'swap' | 'cut'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  | { readonly kind: 'put'; readonly at: number; readonly text: string };

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('drop', 'double', 'swap', 'cut'), at: fc.nat() }),
  fc.record({ kind: fc.constant('move'), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('put'), at: fc.nat(), text: fc.constantFrom(...FOREIGN) }),
);

function mutated(tokens: readonly string[], mutations: readonly Mutation[]): string {
  const changed = [...tokens];
  for (const one of mutations) {
    const at = one.at % (changed.length + 1);
    const token = changed[at] ?? '';
    if (one.kind === 'drop') changed.splice(at, 1);
    else if (one.kind === 'double') changed.splice(at, 0, token);
    else if (one.kind === 'swap') changed.splice(at, 2, changed[at + 1] ?? '', token);
    else if (one.kind === 'cut') changed.length = Math.max(at, changed.length >> 1);
    else if (one.kind === 'move') changed[at] = changed[one.to % (changed.length + 1)] ?? '';
    else if (one.kind === 'put') changed.splice(at, 0, one.text);
  }
  return changed.join('\n');
}

describe('broken programs', () => {
  test('are read without a throw, in no time, with spans inside the text and in order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...programs),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (program, mutations) => {
          const source = mutated(pieces(program), mutations);
          const begun = performance.now();
          const { diagnostics } = parse(source);
          expect(performance.now() - begun).toBeLessThan(1_000);
          let last = 0;
          for (const { span, fixes } of diagnostics) {
            expect(span.start.offset).toBeGreaterThanOrEqual(last);
            last = span.start.offset;
            for (const place of [span, ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span))]) {
              const before = source.slice(0, place.start.offset);
              expect(place.start.line).toBe(before.split('\n').length);
              expect(place.start.column).toBe(place.start.offset - before.lastIndexOf('\n'));
              expect(place.end.offset).toBeGreaterThanOrEqual(place.start.offset);
              expect(place.end.offset).toBeLessThanOrEqual(source.length);
            }
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        parse(text);
        parse(`domain D { computed r = ${text} }`);
        parse(`domain D { action go() { ${text} } }`);
      }),
    );
  });
});
