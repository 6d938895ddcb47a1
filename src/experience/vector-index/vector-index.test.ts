import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlainIndex } from './plain-index.ts';
import { ScanIndex } from './scan-index.ts';
import type { IndexedEntry, SearchOptions, VectorIndex } from './vector-index.ts';

const TYPES = ['convention', 'tool_selection', 'failure_pattern'] as const;
const STATUSES = ['active', 'probation', 'flagged', 'archived'] as const;

/** Numbers in [0, 1) from a seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Unit vectors around a few centres, and of a few dimensions only where they are sparse, as words give them. */
function vectorMaker(random: () => number, dims: number, isSparse: boolean): () => Float32Array {
  const direction = (): Float32Array =>
    unit(Float32Array.from({ length: dims }, () => (isSparse && random() < 0.9 ? 0 : random() + random() - 1)));
  const centres = Array.from({ length: 5 }, direction);
  return () => {
    const centre = centres[Math.floor(random() * 6)];
    const own = direction();
    const spread = random();
    return centre === undefined ? own : unit(own.map((value, i) => value * spread + (centre[i] ?? 0)));
  };
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (length === 0) vector[0] = 1;
  return vector.map((value) => (length === 0 ? value : value / length));
}

function pick<T>(random: () => number, of: readonly [T, ...T[]]): T {
  return of[Math.floor(random() * of.length)] ?? of[0];
}

function entryMaker(random: () => number, vector: () => Float32Array): () => IndexedEntry {
  return () => ({
    group: {
      type: pick(random, TYPES),
      domain: `d${Math.floor(random() * 3)}`,
      status: pick(random, STATUSES),
    },
    confidence: pick(random, [0.05, 0.5, 0.5, 0.95, random()]),
    text: vector(),
    situation: random() < 0.4 ? vector() : null,
  });
}

const lane: SearchOptions['lane'] = ({ type, domain, status }) =>
  status === 'archived' || domain === 'd2' ? null : TYPES.indexOf(type);

interface Plan {
  readonly seed: number;
  readonly dims: number;
  readonly isSparse: boolean;
  readonly steps: number;
}

/** Lives the same life with both: upserts, updates, deletes, and searches in between; calls back with each pair of answers. */
function live(
  { seed, dims, isSparse, steps }: Plan,
  indexes: readonly [VectorIndex, VectorIndex],
  answers: (plain: unknown, scan: unknown) => void,
): void {
  const random = generator(seed);
  const vector = vectorMaker(random, dims, isSparse);
  const entry = entryMaker(random, vector);
  const both = <T>(run: (index: VectorIndex) => T): void => answers(run(indexes[0]), run(indexes[1]));
  for (let step = 0; step < steps; step++) {
    const id = 1 + Math.floor(random() * steps * 0.7);
    const chance = random();
    const one = entry();
    if (chance < 0.7) both((index) => index.upsert(id, one));
    else if (chance < 0.8) both((index) => index.update(id, one));
    else if (chance < 0.9) both((index) => index.remove(id));
    else {
      const options = {
        limit: pick(random, [0, 1, 3, 8, 40]),
        floor: pick(random, [-1, 0.2, 0.5]),
        mix: pick(random, [0, 0.2, 1]),
        lane,
      };
      const query = vector();
      both((index) => index.search(query, options));
      both((index) => index.similarity(id, query));
      both((index) => index.get(id));
      both((index) => index.text(id));
      both((index) => [index.size, [...index.ids()].sort((a, b) => a - b)]);
    }
  }
}

const plans = fc.record({
  seed: fc.integer(),
  dims: fc.constantFrom(1, 7, 16, 64, 384),
  isSparse: fc.boolean(),
  steps: fc.integer({ min: 1, max: 300 }),
});

describe('the scan', () => {
  test('answers as the plain scan does, whatever was put in, changed and removed', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        live(plan, [new PlainIndex('e', plan.dims), new ScanIndex('e', plan.dims)], (plain, scan) => {
          expect(scan).toEqual(plain);
        });
      }),
      { numRuns: 40 },
    );
  });

  test('answers so across several chunks, and after they emptied again', () => {
    const plan = { seed: 7, dims: 32, isSparse: false, steps: 6000 };
    const plain = new PlainIndex('e', plan.dims);
    const scan = new ScanIndex('e', plan.dims);
    live(plan, [plain, scan], (expected, found) => expect(found).toEqual(expected));
    expect(scan.size).toBeGreaterThan(1024);
    for (const id of [...plain.ids()]) expect([plain.remove(id), scan.remove(id)]).toEqual([true, true]);
    live({ ...plan, seed: 8, steps: 100 }, [plain, scan], (expected, found) => expect(found).toEqual(expected));
  });

  test('finds by signs what the plain scan finds, and counts nothing below the floor', () => {
    for (const dims of [128, 384, 400]) {
      for (const isSparse of [false, true]) {
        const plan = { seed: dims, dims, isSparse, steps: 1200 };
        live(plan, [new PlainIndex('e', dims), new ScanIndex('e', dims, { signsFrom: 300 })], (plain, scan) => {
          expect(uncounted(scan)).toEqual(uncounted(plain));
        });
      }
    }
  });

  test('refuses vectors of another encoder, and what is no number', () => {
    for (const index of [new PlainIndex('e', 8), new ScanIndex('e', 8)]) {
      const group = { type: 'convention', domain: 'fs', status: 'active' } as const;
      const text = new Float32Array(8);
      const put = (entry: Partial<IndexedEntry>) => () =>
        index.upsert(1, { group, confidence: 0.5, text, situation: null, ...entry });
      expect(put({ text: new Float32Array(9) })).toThrow(/no vector of e/);
      expect(put({ situation: Float32Array.of(Number.NaN, 0, 0, 0, 0, 0, 0, 0) })).toThrow(/no vector of e/);
      expect(() => index.search(new Float32Array(4), { limit: 1, floor: 0, mix: 0, lane })).toThrow(/no vector of e/);
      expect(index.size).toBe(0);
    }
  });
});

/** Of an answer that may be that of a search, all but how much lay below the floor. */
function uncounted(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'belowFloor' in answer
    ? { ...answer, belowFloor: null }
    : answer;
}
