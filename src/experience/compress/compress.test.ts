import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compress } from './compress.ts';
import type { CompressibleEntry, CompressionStrategy } from './compressible.ts';

const STRATEGIES: readonly CompressionStrategy[] = ['diversity', 'importance', 'temporal', 'hybrid'];

function unit(...values: readonly number[]): readonly number[] {
  const length = Math.hypot(...values);
  return length === 0 ? [1, 0, 0] : values.map((value) => value / length);
}

function entry(id: number, given: Partial<CompressibleEntry> = {}): CompressibleEntry {
  const plain = { type: 'convention', domain: 'code', c: 0.5, u: 0, k: 10, origin: 'grpo', pinned: false } as const;
  return { id, ...plain, lastImprovedEpoch: null, vector: unit(1, id, id * id), ...given };
}

const request = (strategy: CompressionStrategy, nTarget: number, epoch = 12) => ({
  strategy,
  nTarget,
  epoch,
  seed: 'library 7',
});

const entries = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 999 }),
      c: fc.integer({ min: 5, max: 95 }).map((percent) => percent / 100),
      u: fc.nat(9),
      k: fc.nat(60),
      type: fc.constantFrom('convention' as const, 'tool_selection' as const),
      domain: fc.constantFrom('code', 'fs'),
      origin: fc.constantFrom('user' as const, 'grpo' as const),
      pinned: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      lastImprovedEpoch: fc.option(fc.nat(60)),
      vector: fc
        .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), fc.nat(3))
        .map((v) => unit(...v)),
    }),
    { minLength: 1, maxLength: 30, selector: ({ id }) => id },
  )
  .map((list) => list.map((given): CompressibleEntry => given));

describe('compress', () => {
  test.each(STRATEGIES)('by %s is the same for any order of the entries', (strategy) => {
    fc.assert(
      fc.property(entries, fc.nat(30), fc.nat(1000), (list, nTarget, rotation) => {
        const at = rotation % list.length;
        const turned = [...list.slice(at), ...list.slice(0, at)].reverse();
        expect(compress(turned, request(strategy, nTarget, 60))).toEqual(
          compress(list, request(strategy, nTarget, 60)),
        );
      }),
      { numRuns: 60 },
    );
  });

  test.each(STRATEGIES)('by %s reaches the target, and never takes what is exempt', (strategy) => {
    fc.assert(
      fc.property(entries, fc.nat(30), (list, nTarget) => {
        const { removed, isStopped } = compress(list, request(strategy, nTarget, 60));
        const exempt = list.filter(({ pinned, origin, k }) => pinned || (origin === 'user' && 60 - k < 20));
        expect(isStopped).toBe(exempt.length > nTarget);
        if (isStopped) expect(removed).toEqual([]);
        else expect(list.length - removed.length).toBeLessThanOrEqual(nTarget);
        expect(exempt.filter(({ id }) => removed.includes(id))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('by hybrid takes one of two identical entries, not both', () => {
    const list = [
      entry(1, { vector: unit(1, 0, 0) }),
      entry(2, { vector: unit(1, 0, 0) }),
      entry(3, { vector: unit(0, 1, 0) }),
    ];
    expect(compress(list, request('hybrid', 2)).removed).toEqual([2]);
    expect(compress(list, request('hybrid', 1)).removed).toHaveLength(2);
  });

  test('by hybrid does not depend on a factor of all utilities', () => {
    fc.assert(
      fc.property(entries, fc.nat(30), (list, nTarget) => {
        const halved = list.map((one) => ({ ...one, c: one.c / 2 }));
        expect(compress(halved, request('hybrid', nTarget, 60))).toEqual(
          compress(list, request('hybrid', nTarget, 60)),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('by importance drops in one round exactly the share, rounded up', () => {
    for (let n = 1; n <= 60; n++) {
      const list = Array.from({ length: n }, (_, index) => entry(index + 1));
      expect(compress(list, request('importance', n - 1)).removed).toHaveLength(Math.ceil(n / 5));
    }
  });

  test('by temporal keeps the ages of 45 and 46 epochs and drops that of 47', () => {
    const list = [entry(1, { k: 55 }), entry(2, { k: 54 }), entry(3, { k: 53 })];
    expect(compress(list, request('temporal', 3, 100)).removed).toEqual([3]);
  });

  test('by temporal counts from the last improvement, unless age alone is asked for', () => {
    const list = [entry(1, { k: 1, lastImprovedEpoch: 99 })];
    expect(compress(list, request('temporal', 1, 100)).removed).toEqual([]);
    const literal = { ...request('temporal', 1, 100), settings: { decayFrom: 'created' } as const };
    expect(compress(list, literal).removed).toEqual([1]);
  });

  test('by diversity leaves one of each distinct vector where there are clusters enough', () => {
    const list = [1, 2, 3, 4, 5, 6].map((id) => entry(id, { c: id / 10, vector: unit(1, id % 2, 0) }));
    expect(compress(list, request('diversity', 4)).removed).toEqual([1, 2, 3, 4]);
  });

  test('by diversity keeps something of each type and domain', () => {
    const list = [
      ...[1, 2, 3, 4].map((id) => entry(id)),
      entry(5, { type: 'failure_pattern', c: 0.1 }),
      entry(6, { domain: 'k8s', c: 0.1 }),
    ];
    const { removed } = compress(list, request('diversity', 3));
    expect(removed).toHaveLength(3);
    expect([5, 6].filter((id) => removed.includes(id))).toEqual([]);
  });
});
