import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printedText } from '../base/canonical-json.ts';
import { type ExactJson, type ExactObject, exactFromPlain, isExactObject } from '../base/exact-json.ts';
import { isSameJson, patchBetween, patched } from './document-patch.ts';
import { checked } from './refusal.ts';

function object(plain: Parameters<typeof exactFromPlain>[0]): ExactObject {
  const value = exactFromPlain(plain);
  if (!isExactObject(value)) throw new TypeError('no object');
  return value;
}

const scalar = fc.oneof(
  fc.constantFrom<ExactJson>(null, true, 1n, 1, -0, 0),
  fc.constantFrom<ExactJson>('a', 'b', 'c', 'd', ''),
);
const { document } = fc.letrec<{ value: ExactJson; document: ExactObject }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 4 }), tie('document')),
  document: fc
    .array(fc.tuple(fc.constantFrom('x', 'y', 'z', '__proto__'), tie('value')), { maxLength: 4 })
    .map((members): ExactObject => new Map(members)),
}));

describe('a patch', () => {
  test('makes one document of any other', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const made = patched(before, patchBetween(before, after));
        expect(printedText(made)).toBe(printedText(after));
      }),
      { numRuns: 2000 },
    );
  });

  test('is empty between documents that say the same, and keeps the spelling of numbers', () => {
    expect(patchBetween(object({ a: [1, { b: null }] }), object({ a: [1, { b: null }] }))).toEqual([]);
    expect(patchBetween(new Map([['a', 1n]]), new Map([['a', 1]]))).toEqual([['set', ['a'], 1]]);
  });

  test('names what came to a list and not the list', () => {
    const before = object({ task: { refs: ['b', 'd'] }, history: [{ id: 0 }] });
    const after = object({ task: { refs: ['a', 'b', 'c', 'd', 'e'] }, history: [{ id: 0 }, { id: 1 }] });
    expect(patchBetween(before, after)).toEqual([
      ['splice', ['task', 'refs'], 0n, 0n, ['a']],
      ['splice', ['task', 'refs'], 2n, 0n, ['c']],
      ['splice', ['task', 'refs'], 4n, 0n, ['e']],
      ['splice', ['history'], 1n, 0n, [object({ id: 1 })]],
    ]);
  });

  test.each<[string, ExactJson]>([
    ['is no list', 'x'],
    ['is of an unknown kind', ['move', ['a']]],
    ['has no path', ['set', [], 1n]],
    ['leads into a number', ['set', ['a', 'b'], 1n]],
    ['cuts a number', ['splice', ['a'], 0n, 0n, []]],
  ])('with a step that %s is refused', (_what, step) => {
    expect(checked(() => patched(new Map([['a', 1n]]), [step])).kind).toBe('refused');
  });
});

test('values of one spelling are the same, and no others', () => {
  expect(isSameJson(object({ a: [1, 'x'] }), object({ a: [1, 'x'] }))).toBe(true);
  expect(isSameJson(object({ a: [1] }), object({ a: [1, 2] }))).toBe(false);
  expect(isSameJson(object({ a: 1 }), object({ b: 1 }))).toBe(false);
});
