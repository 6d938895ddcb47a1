import { describe, expect, test } from 'vitest';
import { nextSlice, sliceCounters, sliceSeconds } from './slice.ts';
import type { RunState } from './state.ts';

function at(elapsedMs: number, slice: RunState['slice']): Parameters<typeof nextSlice>[0] {
  const counters = { cycle: 7, toolCalls: 9, childrenSpawned: 5 };
  return { counters, slice, elapsedMs } as RunState;
}

const FIRST = { number: 0, cycle: 0, toolCalls: 0, childrenSpawned: 0, elapsedMs: 0 };

describe('a slice', () => {
  test('counts from where it began', () => {
    expect(sliceCounters(at(0, { ...FIRST, cycle: 4, toolCalls: 6, childrenSpawned: 5 }))).toEqual({
      cycle: 3,
      toolCalls: 3,
      childrenSpawned: 0,
    });
  });

  test('is followed by one that begins with nothing spent', () => {
    const next = nextSlice(at(1500, FIRST));
    expect(next).toEqual({ number: 1, cycle: 7, toolCalls: 9, childrenSpawned: 5, elapsedMs: 2000 });
    expect(sliceCounters(at(1500, next))).toEqual({ cycle: 0, toolCalls: 0, childrenSpawned: 0 });
  });

  test('pays no second that the one before it was charged', () => {
    const next = nextSlice(at(1500, FIRST));
    expect([1600, 2000, 2001, 3500].map((ms) => sliceSeconds(at(ms, next)))).toEqual([0, 0, 1, 2]);
  });
});
