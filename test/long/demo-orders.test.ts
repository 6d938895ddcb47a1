import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../src/run/result.ts';
import { place, praxis } from '../e2e/support.ts';
import { share } from './share.ts';

async function cycles(...args: readonly string[]): Promise<readonly number[]> {
  const ended = await praxis(place(), ['demo', '--json', ...args]);
  expect(ended.exit, ended.stderr).toBe(0);
  const sessions: readonly RunResult[] = JSON.parse(ended.stdout).sessions;
  expect(sessions.map((session) => session.status)).toEqual(['pass', 'pass']);
  return sessions.map((session) => session.cycles);
}

describe('the demo', () => {
  test.each(Array.from({ length: share(20) }, (_, seed) => `${seed + 1}`))(
    'is better for order %s, and only by what it learnt',
    async (seed) => {
      const [first = 0, second = 0] = await cycles('--shuffle', seed);
      expect(second).toBeLessThan(first);
      const [before, after] = await cycles('--shuffle', seed, '--forget');
      expect([before, after]).toEqual([first, first]);
    },
  );
});
