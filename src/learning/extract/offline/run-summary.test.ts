import { expect, test } from 'vitest';
import { call, failure } from '../../../../test/support/mined.ts';
import { countWords } from '../../../base/words.ts';
import { runSummary } from './run-summary.ts';

test('a summary tells calls, first tools, the most frequent failure and the reward', () => {
  const steps = [call('read'), failure('fetch'), failure('fetch'), failure('read', { errorClass: 'timeout' })];
  expect(runSummary({ steps, reward: 0.25 })).toBe('4 calls, read, fetch, failed: fetch not_found (2), R 0.25');
  expect(runSummary({ steps: [], reward: 1 })).toBe('0 calls, R 1.00');
});

test('a summary has at most 64 words', () => {
  const steps = Array.from({ length: 5 }, (_, i) => call(`${i} ${'w '.repeat(20)}`));
  expect(countWords(runSummary({ steps, reward: 1 }))).toBe(64);
});
