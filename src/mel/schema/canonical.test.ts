import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText, hashOf } from './canonical.ts';
import { plainText, writeCanonical } from './write-canonical.ts';

describe('canonicalText', () => {
  test('sorts keys by code point, where code units would sort otherwise', () => {
    expect(canonicalText({ '\u{1F600}': 1, '\uFF5E': 2, b: 3, a: 4 })).toBe('{"a":4,"b":3,"\uFF5E":2,"\u{1F600}":1}');
  });

  test('drops undefined and keeps null', () => {
    expect(canonicalText({ b: undefined, a: null, c: [null, undefined] })).toBe('{"a":null,"c":[null,null]}');
  });

  test('writes numbers as ECMAScript does, and -0 as 0', () => {
    expect(canonicalText([1.0, -0, 1e21, 1e-7, 0.1 + 0.2])).toBe('[1,0,1e+21,1e-7,0.30000000000000004]');
  });

  test('escapes what JSON.stringify escapes', () => {
    expect(canonicalText({ 'a"\n': '\u0000\ud800é' })).toBe('{"a\\"\\n":"\\u0000\\ud800é"}');
  });

  test('takes keys of the prototype for data', () => {
    expect(canonicalText(JSON.parse('{"toString":1,"__proto__":2}'))).toBe('{"__proto__":2,"toString":1}');
  });

  test('writes what is nested as deep as a chain of 100,000', () => {
    let value: unknown = 0;
    for (let i = 0; i < 100_000; i++) value = i % 2 === 0 ? [value] : { a: value };
    expect(canonicalText(value)).toHaveLength(50_000 * 2 + 50_000 * 6 + 1);
  });

  test('says the same of JSON in any order, and JSON reads it back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalText(value);
        expect(canonicalText(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('is the same whether it is written member by member or as a whole', () => {
    const key = fc.oneof(
      fc.constantFrom('a', 'b', '10', '9', '', '__proto__', 'toString', '\u{1F600}', '\uFF5E', '\ud800', 'é'),
      fc.string(),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.oneof(fc.jsonValue({ maxDepth: 0 }), fc.constantFrom(undefined, -0, Number.NaN, 1e21)),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(canonicalText(value)).toBe(writeCanonical(value));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('hashOf', () => {
  test('is the SHA-256 of the UTF-8 text', () => {
    expect(hashOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});

describe('plainText', () => {
  test('gives what JSON.stringify gives, and of any depth', () => {
    const value = { b: [1, { d: null, c: 'x"' }], a: undefined, 10: true };
    expect(plainText(value)).toBe(JSON.stringify(value));
    const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 1);
    expect(plainText(deep)).toHaveLength(40_001);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}
