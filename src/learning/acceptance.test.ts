import { describe, expect, test } from 'vitest';
import { type AcceptanceFacts, acceptance } from './acceptance.ts';

const MINUTE = 60_000;
const END = 60 * MINUTE;
/** A user wrote a minute before the end and stayed for ten after it. */
const facts: AcceptanceFacts = {
  interactive: true,
  taskEndMs: END,
  sessionEndMs: END + 10 * MINUTE,
  lastUserMs: END - MINUTE,
  feedback: [],
};
const feedback = (kind: 'accept' | 'correct' | 'reject', afterMs: number) => ({ kind, atMs: END + afterMs });

describe('the acceptance of a result', () => {
  test('is silence of two minutes where a user was there', () => {
    expect(acceptance(facts)).toEqual({ value: 1, late: false });
    expect(acceptance({ ...facts, sessionEndMs: END + 2 * MINUTE }).value).toBe(1);
  });

  test('is unknown where the session was over before, or nobody was there', () => {
    expect(acceptance({ ...facts, sessionEndMs: END + 2 * MINUTE - 1 }).value).toBeNull();
    expect(acceptance({ ...facts, interactive: false }).value).toBeNull();
    expect(acceptance({ ...facts, lastUserMs: null }).value).toBeNull();
    expect(acceptance({ ...facts, lastUserMs: END - 10 * MINUTE }).value).toBe(1);
    expect(acceptance({ ...facts, lastUserMs: END - 10 * MINUTE - 1 }).value).toBeNull();
  });

  test('is a word of the user before all silence', () => {
    expect(acceptance({ ...facts, interactive: false, feedback: [feedback('accept', 1)] }).value).toBe(1);
    for (const kind of ['correct', 'reject'] as const)
      expect(acceptance({ ...facts, feedback: [feedback('accept', 1), feedback(kind, 2)] })).toEqual({
        value: 0,
        late: false,
      });
  });

  test('that is taken back after two minutes is taken back late', () => {
    expect(acceptance({ ...facts, feedback: [feedback('correct', 2 * MINUTE)] })).toEqual({ value: 0, late: false });
    expect(acceptance({ ...facts, feedback: [feedback('correct', 2 * MINUTE + 1)] })).toEqual({ value: 0, late: true });
  });

  test('of a result whose end nobody knows is what the user said of it, and never late', () => {
    const unknown = { ...facts, interactive: false, taskEndMs: Number.NaN };
    expect(acceptance({ ...unknown, feedback: [feedback('reject', 9 * MINUTE)] })).toEqual({ value: 0, late: false });
    expect(acceptance(unknown).value).toBeNull();
  });
});
