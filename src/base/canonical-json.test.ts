import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalHash, canonicalText, findUnwritable, printedText } from './canonical-json.ts';
import { compareCodePoints, sortedByCodePoint } from './code-point-order.ts';
import type { ExactJson } from './exact-json.ts';
import { parseExactJson } from './exact-json-parse.ts';
import { numberText } from './number-text.ts';
import { sha256Hex } from './sha256.ts';

const text = fc.string({ unit: 'binary' }).filter((value) => !/\p{Surrogate}/u.test(value));
const exactJson: fc.Arbitrary<ExactJson> = fc.letrec<{ value: ExactJson }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.bigInt(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((members) => new Map(members)),
  ),
})).value;

function parsed(written: string): ExactJson {
  const result = parseExactJson(written);
  if (result.kind === 'refused') throw new Error(result.detail);
  return result.value;
}

describe('canonicalText', () => {
  test('sorts keys by code point, where UTF-16 order differs', () => {
    const object = new Map<string, ExactJson>([
      ['😀', 1n],
      ['\uff5e', 2n],
      ['z', 3n],
      ['', 4n],
    ]);
    expect(canonicalText(object)).toBe('{"":4,"z":3,"\uff5e":2,"😀":1}');
  });

  test('escapes only quotes, backslashes and control characters', () => {
    expect(canonicalText('"\\/\u0000\u001f\n\u007f\u2028é')).toBe('"\\"\\\\/\\u0000\\u001f\\n\u007f\u2028é"');
  });

  test('is the same after it was read and written again', () => {
    fc.assert(
      fc.property(exactJson, (value) => {
        const once = canonicalText(value);
        expect(canonicalText(parsed(once))).toBe(once);
      }),
    );
  });

  test('does not depend on the order of members, the printed form least of all', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, exactJson), { selector: ([key]) => key }), (members) => {
        const object = new Map(members);
        const turned = new Map([...members].reverse());
        expect(canonicalText(turned)).toBe(canonicalText(object));
        expect(canonicalText(parsed(printedText(object)))).toBe(canonicalText(object));
      }),
    );
  });

  test.each([
    [Number.NaN, 'number that is not finite'],
    [Number.POSITIVE_INFINITY, 'number that is not finite'],
    ['\ud800', 'lone surrogate'],
  ])('refuses %j and names its place', (value, problem) => {
    const holder = new Map<string, ExactJson>([['a', [1n, new Map([['b', value]])]]]);
    expect(() => canonicalText(holder)).toThrow(`a.1.b holds a ${problem}`);
    expect(() => printedText(holder)).toThrow(expect.objectContaining({ code: 'JSON_UNWRITABLE' }));
    expect(findUnwritable(holder)).toEqual({ path: ['a', 1, 'b'], problem });
  });

  test('refuses a lone surrogate in a key', () => {
    expect(() => canonicalText(new Map([['\udc00', 1n]]))).toThrow('lone surrogate');
  });

  test('refuses what is nested too deep instead of exhausting the stack', () => {
    let deep: ExactJson = [];
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => canonicalText(deep)).toThrow(expect.objectContaining({ code: 'JSON_UNWRITABLE' }));
  });

  test('is what its hash is taken of, as UTF-8', () => {
    expect(canonicalHash(new Map([['é', 1n]]))).toBe(sha256Hex(Buffer.from('{"é":1}', 'utf8')));
  });
});

describe('printedText', () => {
  test('indents by two spaces and ends in one newline', () => {
    const object = new Map<string, ExactJson>([
      ['b', [1n, []]],
      ['a', new Map()],
    ]);
    expect(printedText(object)).toBe('{\n  "a": {},\n  "b": [\n    1,\n    []\n  ]\n}\n');
  });
});

describe('numberText', () => {
  test.each([
    [900, '900.0'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [5e-324, '5e-324'],
    [1e15, '1000000000000000.0'],
    [9999999999999998, '9999999999999998.0'],
    [1e16, '1e+16'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [-0, '-0.0'],
    [0, '0.0'],
    [-123456.789125, '-123456.789125'],
    [Number.NaN, 'nan'],
    [Number.NEGATIVE_INFINITY, '-inf'],
    [10n ** 30n, `1${'0'.repeat(30)}`],
  ])('%s is written %s', (value, expected) => {
    expect(numberText(value)).toBe(expected);
  });

  test('reads back as the same float', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(Number(numberText(value)), value)).toBe(true);
      }),
    );
  });
});

describe('compareCodePoints', () => {
  test('orders texts as their UTF-8 bytes are ordered', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(compareCodePoints(a, b))).toBe(bytes);
        expect(sortedByCodePoint([a, b])).toEqual(bytes <= 0 ? [a, b] : [b, a]);
      }),
    );
  });
});
