import { describe, expect, test } from 'vitest';
import type { HistoryEvent } from './goal-history.ts';
import { grownHistory, hasRequest } from './grown-history.ts';
import { ZERO_TOTALS } from './totals.ts';

function event(requestId: string): HistoryEvent {
  return {
    sliceId: 0n,
    requestId,
    previousSha256: null,
    sha256: '',
    totals: ZERO_TOTALS,
    taskSha256: '',
    evidenceRefs: [],
  };
}

const grown = (history: readonly HistoryEvent[], ...ids: readonly string[]) =>
  ids.reduce((before, id) => grownHistory(before, event(id)), history);

describe('a history that grows', () => {
  const root = grown(Object.freeze([]), 'a', 'b');

  test('knows the requests that are in it, and not those after it', () => {
    const later = grown(root, 'c');
    expect(['a', 'b', 'c', 'd'].map((id) => hasRequest(later, id))).toEqual([true, true, true, false]);
    expect(hasRequest(root, 'c')).toBe(false);
  });

  test('is not taken for another that grew from the same one', () => {
    const left = grown(root, 'x', 'y');
    const right = grown(root, 'y', 'z', 'x');
    expect(['x', 'y', 'z'].map((id) => hasRequest(left, id))).toEqual([true, true, false]);
    expect(['x', 'y', 'z'].map((id) => hasRequest(right, id))).toEqual([true, true, true]);
    expect(['x', 'y', 'z'].map((id) => hasRequest(grown(root, 'q'), id))).toEqual([false, false, false]);
  });

  test('is looked through where it may still change', () => {
    const open = [event('a')];
    expect(hasRequest(open, 'b')).toBe(false);
    open.push(event('b'));
    expect(hasRequest(open, 'b')).toBe(true);
    expect(hasRequest(grownHistory(open, event('c')), 'b')).toBe(true);
  });

  test('is frozen', () => {
    expect(Object.isFrozen(grown(root, 'c'))).toBe(true);
  });
});
