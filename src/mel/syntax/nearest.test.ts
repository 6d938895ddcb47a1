import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edits, nearest } from './nearest.ts';

/** The same by its definition, each end of the texts at a time. */
function slowEdits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [shorterA, shorterB] = [a.slice(0, -1), b.slice(0, -1)];
  const replaced = slowEdits(shorterA, shorterB) + (a.at(-1) === b.at(-1) ? 0 : 1);
  const least = Math.min(slowEdits(shorterA, b) + 1, slowEdits(a, shorterB) + 1, replaced);
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return isSwap ? Math.min(least, slowEdits(a.slice(0, -2), b.slice(0, -2)) + 1) : least;
}

test('edits are counted as they are defined', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(fc.property(text, text, (a, b) => edits(a, b, 100) === slowEdits(a, b)));
});

test('what a third of it away was meant is found, the closest and first', () => {
  expect(nearest('toatl', ['title', 'total', 'tot'])).toBe('total');
  expect(nearest('TOTAL', ['toal', 'total'])).toBe('total');
  expect(nearest('count', ['limit', 'amount', 'mount'])).toBe('mount');
  expect(nearest('n', ['m'])).toBeUndefined();
  expect(nearest('limit', ['amount'])).toBeUndefined();
});

test('names that nobody types by hand are not compared', () => {
  expect(nearest('n'.repeat(65), [`${'n'.repeat(64)}m`])).toBeUndefined();
});
