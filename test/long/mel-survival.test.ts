import { expect, test } from 'vitest';
import { withDirected } from '../mel/code-sources.ts';
import { survive } from '../mel/survival.ts';
import { share } from './share.ts';

test('no source crashes the compiler or takes it over a second', () => {
  const { sources, mutants, compiled, hits, slowest } = survive(share(100_000), 1);
  const { all, missed } = withDirected(hits);
  const counts = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, count]) => `${code} ${count}`);
  console.log(`${sources} sources, ${mutants} mutants, ${compiled} of them compile\n${counts.join(', ')}`);
  console.log(`slowest: ${slowest.ms.toFixed(1)} ms for\n${String(slowest.source)}`);
  expect(missed).toEqual([]);
  expect(compiled / mutants).toBeGreaterThan(0.2);
  expect(slowest.ms).toBeLessThan(1_000);
});
