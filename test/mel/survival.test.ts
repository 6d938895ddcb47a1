import { expect, test } from 'vitest';
import { withDirected } from './code-sources.ts';
import { survive } from './survival.ts';

test('no source crashes the compiler, a fifth of the mutants compile, and every code is met', () => {
  const { mutants, compiled, hits } = survive(1_500, 7);
  expect(compiled / mutants).toBeGreaterThan(0.2);
  expect(withDirected(hits).missed).toEqual([]);
});
