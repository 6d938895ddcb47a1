import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EntryFacts, entryOf, JUDGE, libraryOf, QUERY } from './library.fixture.ts';
import type { LibraryIndex } from './library-index.ts';
import { rank } from './retrieval-rank.ts';
import { walk } from './retrieval-walk.ts';
import { type RetrievalRequest, retrieve } from './retrieve.ts';
import { typeBudgets } from './type-budgets.ts';

const NO_HOLDOUT = { rate: 0, sessionId: 's', taskId: 't' };
const REQUEST: RetrievalRequest = {
  queryVector: QUERY,
  domains: ['fs'],
  toolDomains: [],
  error: null,
  k: 5,
  mix: 0.2,
  simFloor: 0.35,
  holdout: NO_HOLDOUT,
};
const SIGNATURE = 'aaaaaaaaaaaaaaaa';

function find(libraries: readonly LibraryIndex[], request: Partial<RetrievalRequest> = {}) {
  return retrieve({ ...REQUEST, ...request }, libraries, JUDGE);
}

function idsFrom(entries: readonly EntryFacts[], request: Partial<RetrievalRequest> = {}): readonly string[] {
  return find([libraryOf(entries)], request).chosen.map(({ id }) => id);
}

describe('retrieve', () => {
  test('finds nothing in an empty library, and nothing without a library', () => {
    expect(find([libraryOf([])])).toMatchObject({ chosen: [], withheld: [], candidates: 0, belowFloor: 0 });
    expect(find([])).toMatchObject({ chosen: [], encoderId: null });
  });

  test('tells why an entry has its score', () => {
    const { chosen, encoderId } = find([libraryOf([{ id: 12, similarity: 0.4, situation: 0.6, c: 0.8 }])]);
    expect(encoderId).toBe('axes');
    expect(chosen).toMatchObject([
      { id: 'r12', slot: 'budget', score: { nearest: 'situation', confidence: 0.8, signature: false } },
    ]);
    expect(chosen[0]?.score.similarity).toBeCloseTo(0.6, 6);
    expect(chosen[0]?.score.total).toBeCloseTo(0.8 * 0.6 + 0.2 * 0.8, 6);
  });

  test('counts what passed the filters and what of it was below the floor', () => {
    const entries: EntryFacts[] = [
      { id: 1, similarity: 0.9 },
      { id: 2, similarity: 0.1 },
      { id: 3, similarity: 0.2, situation: 0.3 },
      { id: 4, similarity: 0.9, domain: 'web' },
      { id: 5, similarity: 0.9, status: 'archived' },
    ];
    expect(find([libraryOf(entries)])).toMatchObject({ candidates: 3, belowFloor: 2 });
  });

  test('counts an entry about the error at hand as a candidate once, and never as below the floor', () => {
    const failureMode = { errorClass: 'not_found', signature: SIGNATURE };
    const entries: EntryFacts[] = [
      { id: 1, similarity: 0.1, type: 'failure_pattern', failureMode },
      { id: 2, similarity: 0.1, type: 'failure_pattern', failureMode, domain: 'web' },
      { id: 3, similarity: 0.1 },
    ];
    const error = { signature: SIGNATURE };
    expect(find([libraryOf(entries)], { error })).toMatchObject({ candidates: 3, belowFloor: 1 });
  });

  test('gives what is of no domain in particular whatever the domain of the task', () => {
    const entries = [
      { id: 1, type: 'convention', domain: 'other' },
      { id: 2, type: 'tool_selection', domain: 'other' },
      { id: 3, type: 'convention', domain: 'web' },
    ] as const;
    expect(idsFrom(entries, { domains: ['code'] })).toEqual(['r1', 'r2']);
  });

  test('leaves conventions out where the domain is unknown, but for those of no domain and of the tools at hand', () => {
    const entries: EntryFacts[] = [
      { id: 1, type: 'convention', domain: 'web' },
      { id: 2, type: 'convention', domain: 'other' },
      { id: 3, type: 'convention', domain: 'code' },
      { id: 4, type: 'tool_selection', domain: 'web' },
    ];
    expect(idsFrom(entries, { domains: [], toolDomains: ['code'] })).toEqual(['r2', 'r3', 'r4']);
  });

  test('finds what is about the error at hand although the query holds nothing to go by', () => {
    const failureMode = { errorClass: 'not_found', signature: SIGNATURE };
    const library = libraryOf([
      { id: 1, type: 'failure_pattern', failureMode, domain: 'web' },
      { id: 2, similarity: 1 },
    ]);
    const { chosen } = find([library], { queryVector: null, error: { signature: SIGNATURE } });
    expect(chosen).toMatchObject([{ id: 'r1', score: { similarity: 0, signature: true } }]);
  });

  test('passes over a duplicate, a contradiction and a second entry on probation, and says for which', () => {
    const entries: EntryFacts[] = [
      { id: 1, similarity: 0.9, rule: { form: 'PREFER', x: 'rg', y: 'grep' }, status: 'probation' },
      { id: 2, similarity: 0.8, rule: { form: 'PREFER', x: 'rg', y: 'grep' } },
      { id: 3, similarity: 0.7, rule: { form: 'PREFER', x: 'grep', y: 'rg' } },
      { id: 4, similarity: 0.6, status: 'probation' },
      { id: 5, similarity: 0.5 },
    ];
    const { chosen, passedOver } = find([libraryOf(entries)]);
    expect(chosen.map(({ id }) => id)).toEqual(['r1', 'r5']);
    expect(passedOver).toEqual([
      { id: 'r2', reason: 'duplicate', of: 'r1' },
      { id: 'r3', reason: 'contradiction', of: 'r1' },
      { id: 'r4', reason: 'probation', of: 'r1' },
    ]);
  });

  test('fills the slots of a type from however far down the ranking', () => {
    const conventions = Array.from(
      { length: 200 },
      (_, n): EntryFacts => ({ id: n + 1, similarity: 0.9, type: 'convention' }),
    );
    const entries: EntryFacts[] = [...conventions, { id: 900, similarity: 0.36, type: 'failure_pattern' }];
    expect(idsFrom(entries)).toContain('r900');
  });

  test('looks as far as it takes behind many duplicates', () => {
    const rule = { form: 'USE', t: 'rg' } as const;
    const copies = Array.from({ length: 300 }, (_, n): EntryFacts => ({ id: n + 1, similarity: 0.9, rule }));
    expect(idsFrom([...copies, { id: 900, similarity: 0.4, rule: { form: 'USE', t: 'fd' } }])).toEqual(['r1', 'r900']);
  });
});

describe('two libraries', () => {
  test('are ranked together, the repository first among equals', () => {
    const user = libraryOf([{ id: 1 }, { id: 2, similarity: 0.8 }], 'u');
    const { chosen } = find([libraryOf([{ id: 3 }]), user]);
    expect(chosen.map(({ id }) => id)).toEqual(['u2', 'r3', 'u1']);
  });

  test('show nothing of the user that says the same or the contrary of a candidate of the repository', () => {
    const user = libraryOf(
      [
        { id: 1, similarity: 0.9 },
        { id: 2, similarity: 0.8 },
        { id: 3, similarity: 0.1 },
      ],
      'u',
    );
    user.setRivals(
      new Map([
        [1, [7]],
        [2, [8]],
        [3, [7]],
      ]),
    );
    const repository = libraryOf([
      { id: 7, similarity: 0.2 },
      { id: 8, status: 'flagged' },
    ]);
    expect(find([repository, user])).toMatchObject({ chosen: [{ id: 'u2' }], candidates: 2, belowFloor: 1 });
  });
});

describe('an entry whose text holds nothing to go by', () => {
  test('is found by the error that it is about, and by its situation', () => {
    const library = libraryOf([]);
    const failureMode = { errorClass: 'not_found', signature: SIGNATURE };
    library.put(entryOf({ id: 1, type: 'failure_pattern', failureMode }), { text: null, situation: null });
    library.put(entryOf({ id: 2 }), { text: null, situation: QUERY });
    const { chosen } = find([library], { error: { signature: SIGNATURE } });
    expect(chosen).toMatchObject([
      { id: 'r2', score: { similarity: 1, nearest: 'situation' } },
      { id: 'r1', score: { similarity: 0, signature: true } },
    ]);
  });
});

describe('the holdout', () => {
  test('withholds what was chosen, and nothing takes its place', () => {
    const entries = Array.from({ length: 9 }, (_, n): EntryFacts => ({ id: n + 1 }));
    const { chosen, withheld } = find([libraryOf(entries)], { holdout: { ...NO_HOLDOUT, rate: 1 } });
    expect(chosen).toEqual([]);
    expect(withheld).toHaveLength(5);
  });
});

function numbered(all: readonly Omit<EntryFacts, 'id'>[]): readonly EntryFacts[] {
  return all.map((one, n) => ({ id: n + 1, ...one }));
}

const facts = fc.record({
  type: fc.constantFrom('convention' as const, 'tool_selection' as const, 'failure_pattern' as const),
  domain: fc.constantFrom('fs', 'web', 'other'),
  status: fc.constantFrom('active' as const, 'probation' as const, 'flagged' as const, 'archived' as const),
  c: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  similarity: fc.double({ min: 0, max: 1, noNaN: true }),
  rule: fc.constantFrom(
    null,
    null,
    { form: 'USE', t: 'a' } as const,
    { form: 'PREFER', x: 'a', y: 'b' } as const,
    { form: 'PREFER', x: 'b', y: 'a' } as const,
  ),
});
const libraries = fc.array(facts, { maxLength: 60 }).map(numbered);
const ks = fc.integer({ min: 0, max: 9 });

describe('of any library', () => {
  test('no more than k are chosen, none twice, in the order of their scores', () => {
    fc.assert(
      fc.property(libraries, ks, (entries, k) => {
        const { chosen } = find([libraryOf(entries)], { k });
        expect(chosen.length).toBeLessThanOrEqual(k);
        expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length);
        const totals = chosen.map(({ score }) => score.total);
        expect(totals).toEqual([...totals].sort((a, b) => b - a));
      }),
    );
  });

  test('no type passes its budget but in slots that are free', () => {
    fc.assert(
      fc.property(libraries, fc.integer({ min: 3, max: 9 }), fc.boolean(), (entries, k, hasError) => {
        const error = hasError ? { signature: SIGNATURE } : null;
        const { chosen } = find([libraryOf(entries)], { k, error });
        for (const [type, slots] of Object.entries(typeBudgets(k, hasError))) {
          const within = chosen.filter((one) => one.type === type && one.slot === 'budget');
          expect(within.length).toBeLessThanOrEqual(slots);
        }
      }),
    );
  });

  test('the answer is what a walk over the whole ranking gives', () => {
    const wider = fc.array(facts, { minLength: 20, maxLength: 120 }).map(numbered);
    fc.assert(
      fc.property(wider, ks, fc.boolean(), (entries, k, hasError) => {
        const library = libraryOf(entries);
        const request = { ...REQUEST, k, error: hasError ? { signature: SIGNATURE } : null };
        const whole = walk(rank(request, [library], 1000), request, JUDGE);
        const names = whole.taken.map(({ ranked, slot }) => [ranked.name, slot]);
        expect(find([library], request).chosen.map(({ id, slot }) => [id, slot])).toEqual(names);
      }),
    );
  });

  test('the same request gives the same answer, whatever the order in which entries came', () => {
    fc.assert(
      fc.property(libraries, ks, (entries, k) => {
        expect(find([libraryOf([...entries].reverse())], { k })).toEqual(find([libraryOf(entries)], { k }));
      }),
    );
  });

  test('no two chosen contradict each other or say the same, and one at most is on probation', () => {
    fc.assert(
      fc.property(libraries, ks, (entries, k) => {
        const library = libraryOf(entries);
        const chosen = find([library], { k }).chosen.map(({ id }) => library.entry(Number(id.slice(1))));
        expect(chosen.filter((entry) => entry?.status === 'probation').length).toBeLessThanOrEqual(1);
        const rules = chosen.map((entry) => JSON.stringify(entry?.rule)).filter((rule) => rule !== 'null');
        expect(new Set(rules.map((rule) => (rule.includes('PREFER') ? 'PREFER' : rule))).size).toBe(rules.length);
      }),
    );
  });
});
