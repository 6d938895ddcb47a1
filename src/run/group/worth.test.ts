import { describe, expect, test } from 'vitest';
import { bestAttempt, worthOf } from './worth.ts';

const GOOD = { ok: true };
const BAD = { ok: false };

describe('worthOf', () => {
  const end = { signal: 1, isViolation: false, isKilled: false, steps: [GOOD] };

  test('is 1 for an attempt that passes without a failed call', () => {
    expect(worthOf(end)).toEqual({ outcome: 1, reward: 1 });
  });

  test.each([
    ['was killed', { isKilled: true }],
    ['did what was forbidden', { isViolation: true }],
  ])('has the outcome 0 where it %s, whatever it reached', (_, more) => {
    expect(worthOf({ ...end, ...more })).toEqual({ outcome: 0, reward: 0.4 });
  });

  test('weighs the share of good calls with 0.4 and the outcome with 0.6', () => {
    expect(worthOf({ ...end, signal: 0.5, steps: [GOOD, BAD] }).reward).toBeCloseTo(0.5);
  });
});

describe('bestAttempt', () => {
  const plain = { name: 'a', reward: 0.5, outcome: 0.5, filesChanged: 2, violations: [], isKilled: false };

  test('takes the highest reward', () => {
    expect(bestAttempt([plain, { ...plain, name: 'b', reward: 0.6 }])?.name).toBe('b');
  });

  test('prefers fewer changed files among equals, then the first', () => {
    const smaller = { ...plain, name: 'b', filesChanged: 1 };
    expect(bestAttempt([plain, smaller, { ...smaller, name: 'c' }])?.name).toBe('b');
  });

  test('never takes one that was killed or did what was forbidden', () => {
    const killed = { ...plain, reward: 1, isKilled: true };
    const forbidden = { ...plain, reward: 1, violations: [{}] };
    expect(bestAttempt([killed, forbidden, plain])).toBe(plain);
    expect(bestAttempt([killed, forbidden])).toBeNull();
  });
});
