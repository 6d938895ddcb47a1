import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AT, entryOf, libraryOf } from '../../test/support/experience-entries.ts';
import { applyOperations } from './apply.ts';
import { type UseVerdict, updateConfidence } from './confidence.ts';
import type { Entry } from './entry.ts';
import type { EntryInUse } from './uses.ts';

const CONTEXT = { batch: 'b', at: AT, epoch: 9 };

function used(entry: Entry, ...uses: readonly Partial<EntryInUse>[]): Entry | undefined {
  const told = uses.map((use) => ({ id: entry.id, isApplicable: true, followed: null, verdict: null, ...use }));
  return applyOperations(libraryOf(entry), [], CONTEXT, told).next.entries.get(entry.id);
}

describe('a use', () => {
  test('of an entry that could not apply counts as injected and nothing else', () => {
    expect(
      used(entryOf(1, { stale: true, staleSince: 1 }), { isApplicable: false, verdict: 'improved' }),
    ).toMatchObject({
      u: 0,
      c: 0.5,
      stale: true,
      counters: { injected: 1, applicable: 0, improved: 0, lastUsedEpoch: null },
    });
  });

  test('counts what was followed and what came of it, moves c and clears the mark', () => {
    const entry = entryOf(1, { stale: true, staleSince: 1 });
    expect(
      used(entry, { followed: true, verdict: 'improved' }, { followed: false }, { verdict: 'notImproved' }),
    ).toMatchObject({
      u: 3,
      c: 0.55 * 0.9,
      stale: false,
      staleSince: null,
      counters: {
        injected: 3,
        applicable: 3,
        followed: 1,
        improved: 1,
        notImproved: 1,
        lastUsedEpoch: 9,
        lastImprovedEpoch: 9,
      },
    });
  });

  const verdicts = (...list: readonly UseVerdict[]) => list.map((verdict) => ({ verdict }));
  const onProbation = (c: number) => entryOf(1, { status: 'probation', c, probation: { uses: 0, judged: 0 } });

  test('that is the fifth of an entry on probation is followed by the check, after c has moved', () => {
    const better = verdicts('improved', 'improved', 'improved', null, null);
    expect(used(onProbation(0.4), ...better.slice(0, 4))).toMatchObject({
      status: 'probation',
      probation: { uses: 4 },
    });
    expect(used(onProbation(0.4), ...better)).toMatchObject({ status: 'active', probation: null, u: 5 });
    const worse = verdicts('notImproved', 'notImproved', 'notImproved', 'notImproved', null);
    expect(used(onProbation(0.5), ...worse)).toMatchObject({ status: 'archived', archivedEpoch: 9 });
    const unclear = verdicts('improved', 'notImproved', null, null, null);
    expect(used(onProbation(0.9), ...unclear)).toMatchObject({
      status: 'probation',
      probation: { uses: 0, judged: 0 },
    });
  });

  test('of what is not in the library changes nothing', () => {
    const { changes, uses } = applyOperations(libraryOf(), [], CONTEXT, [
      { id: 7, isApplicable: true, followed: null, verdict: 'improved' },
    ]);
    expect([changes, uses]).toEqual([[], []]);
  });
});

describe('confidence', () => {
  test('falls from 0.5 under 0.20 with the ninth loss and not with the eighth', () => {
    const afterLosses = (losses: number) =>
      Array.from({ length: losses }).reduce<number>((c) => updateConfidence(c, 'notImproved'), 0.5);
    expect(afterLosses(8)).toBeCloseTo(0.2152, 4);
    expect(afterLosses(9)).toBeCloseTo(0.1937, 4);
  });

  test('never leaves [0.05, 0.95]', () => {
    const verdict = fc.constantFrom<UseVerdict>('improved', 'notImproved', null);
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.array(verdict, { maxLength: 200 }),
        (c, list) => {
          for (const one of list) {
            c = updateConfidence(c, one);
            expect(c).toBeGreaterThanOrEqual(0.05);
            expect(c).toBeLessThanOrEqual(0.95);
          }
        },
      ),
    );
  });
});
