import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortedByCodePoint } from '../base/code-point-order.ts';
import { isAccepted, isAcceptedBare, withAccepted } from './accepted-evidence.ts';

const reference = fc.oneof(
  fc.constantFrom('a', 'b', ' a', 'a\u0085', '\uffee', '𝄞', 'é'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const references = fc.uniqueArray(reference, { maxLength: 12 });

describe('accepted evidence', () => {
  test('grows into what sorting all of it at once would give', () => {
    fc.assert(
      fc.property(references, fc.array(references, { maxLength: 5 }), (first, more) => {
        let list: readonly string[] = Object.freeze([...first]);
        for (const next of more) list = withAccepted(list, next);
        const all = new Set([...first, ...more.flat()]);
        if (more.length > 0) expect(list).toEqual(sortedByCodePoint(all));
        expect(new Set(list)).toEqual(all);
      }),
    );
  });

  test('knows what is in it, with and without white space around it', () => {
    const list = withAccepted(Object.freeze(['z', ' y']), ['a', 'b\t']);
    expect(['z', ' y', 'a', 'b\t'].every((text) => isAccepted(list, text))).toBe(true);
    expect(['y', 'b', 'c', ''].some((text) => isAccepted(list, text))).toBe(false);
    expect(['z', 'y', 'a', 'b'].every((text) => isAcceptedBare(list, text))).toBe(true);
    expect(isAcceptedBare(list, 'c')).toBe(false);
  });

  test('sees what became of a list that can still change', () => {
    const list = ['a'];
    expect(isAccepted(list, 'b')).toBe(false);
    list.push('b');
    expect(isAccepted(list, 'b')).toBe(true);
  });
});
