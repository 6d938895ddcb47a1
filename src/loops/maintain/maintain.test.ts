import { describe, expect, test } from 'vitest';
import { entryOf, libraryOf } from '../../../test/support/experience-entries.ts';
import { applyOperations } from '../../experience/apply.ts';
import type { Entry } from '../../experience/entry.ts';
import { nameOtherThings } from '../../experience/named-things.ts';
import { type MaintenanceSettings, maintain } from './maintain.ts';
import { maintenanceDue } from './maintenance-due.ts';

function settings(parts: Partial<MaintenanceSettings> = {}): MaintenanceSettings {
  return {
    epoch: 30,
    lift: () => null,
    domainSessions: () => 0,
    vector: () => null,
    dupAt: 0.85,
    nameOtherThings: (a, b) => nameOtherThings(a.text, b.text),
    isKeptApart: () => false,
    nMax: 500,
    compression: { strategy: 'hybrid', nTarget: 400, seed: 's' },
    ...parts,
  };
}

function maintained(entries: readonly Entry[], parts: Partial<MaintenanceSettings> = {}) {
  const library = libraryOf(...entries);
  const { operations, report } = maintain(library, settings(parts));
  const { next } = applyOperations(library, operations, { batch: 'b', at: '2026-01-02T03:04:05.678Z', epoch: 30 });
  return { report, operations, entries: next.entries };
}

/** A unit vector at an angle, in degrees. */
const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];

const prefer = (id: number, x: string, y: string, parts: Partial<Entry> = {}): Entry =>
  entryOf(id, { type: 'tool_selection', text: `Prefer ${x} over ${y}.`, rule: { form: 'PREFER', x, y }, ...parts });

describe('check 12: the confidence audit', () => {
  test('needs five uses and a confidence under 0.2, whatever the status', () => {
    const entries = [
      entryOf(1, { c: 0.19, u: 5 }),
      entryOf(2, { c: 0.19, u: 4 }),
      entryOf(3, { c: 0.2, u: 5 }),
      entryOf(4, { c: 0.1, u: 9, status: 'probation', probation: { uses: 0, judged: 0 } }),
    ];
    expect(maintained(entries).report.deleted).toEqual([1, 4]);
  });

  test('lets a lift decide where one is known', () => {
    const entries = [entryOf(1, { c: 0.1, u: 9 }), entryOf(2, { c: 0.9, u: 9 }), entryOf(3, { c: 0.9, u: 9 })];
    const lifts = [0.2, -0.4, -0.4];
    const ps = [0.01, 0.05, 0.06];
    const { report } = maintained(entries, {
      lift: ({ id }) => ({ effect: lifts[id - 1] ?? 0, p: ps[id - 1] ?? 1 }),
    });
    expect(report.deleted).toEqual([2]);
  });

  test('lets a flagged entry stand again whose rival it took out', () => {
    const flagged = entryOf(1, { status: 'flagged', statusBefore: 'active', rival: 2 });
    const { report, entries } = maintained([flagged, entryOf(2, { c: 0.1, u: 9 })]);
    expect(report).toMatchObject({ deleted: [2], unflagged: [1] });
    expect(entries.get(1)).toMatchObject({ status: 'active', rival: null });
  });
});

describe('check 12: the staleness audit', () => {
  test('marks what twenty sessions of its domain never used, and archives it ten later', () => {
    const marked = maintained([entryOf(1)], { domainSessions: () => 20 });
    expect(marked.report).toMatchObject({ staleMarked: [1], archived: [] });
    expect(marked.entries.get(1)).toMatchObject({ status: 'active', stale: true, staleSince: 30 });
    const stale = [...marked.entries.values()];
    const again = maintained(stale, { domainSessions: (_, after) => (after === 30 ? 0 : 20) });
    expect(again.operations).toEqual([]);
    const later = maintained(stale, { epoch: 40, domainSessions: (_, after) => (after === 30 ? 10 : 30) });
    expect(later.report).toMatchObject({ archived: [1], staleMarked: [] });
  });

  test('spares what was used, and what a person pinned', () => {
    const { operations } = maintained([entryOf(1, { u: 1 }), entryOf(2, { pinned: true })], {
      domainSessions: () => 99,
    });
    expect(operations).toEqual([]);
  });
});

describe('check 12: the redundancy audit', () => {
  test('merges the nearest pair first and each entry once', () => {
    // The limit is 31.8 degrees: 1 is near both others, and nearer to 3.
    const angles = [0, 26, -18];
    const text = 'Read the file first.';
    const { report, entries } = maintained([entryOf(1, { text }), entryOf(2, { text }), entryOf(3, { text })], {
      vector: ({ id }) => at(angles[id - 1] ?? 0),
    });
    expect(report.merged).toEqual([{ ids: [1, 3], into: 4 }]);
    expect(entries.get(1)).toMatchObject({ status: 'archived', mergedInto: 4 });
    expect(entries.get(4)).toMatchObject({ text, origin: 'merge', status: 'active' });
  });

  test('merges no two that name other numbers or other things, however alike they are', () => {
    const vector = () => at(0);
    const pairs = [
      ['When machine 7 burns, call team 2.', 'When machine 19 burns, call team 5.'],
      ['Restart `api` after a change.', 'Restart `worker` after a change.'],
    ];
    for (const [a = '', b = ''] of pairs)
      expect(maintained([entryOf(1, { text: a }), entryOf(2, { text: b })], { vector }).report.merged).toEqual([]);
  });

  test('goes by rules where both have one, by cosine else, and by a person before all', () => {
    const vector = () => at(0);
    expect(maintained([prefer(1, 'a', 'b'), prefer(2, 'a', 'c')], { vector }).report.merged).toEqual([]);
    expect(maintained([prefer(1, 'a', 'b'), prefer(2, 'a', 'b')]).report.merged).toEqual([{ ids: [1, 2], into: 3 }]);
    expect(maintained([entryOf(1), entryOf(2, { domain: 'fs' })], { vector }).report.merged).toEqual([]);
    expect(maintained([entryOf(1), entryOf(2)], { vector, isKeptApart: () => true }).report.merged).toEqual([]);
  });

  test('passes the part of a rival on to what it was merged into', () => {
    const flagged = prefer(3, 'b', 'a', { status: 'flagged', statusBefore: 'active', rival: 1 });
    const { entries, report } = maintained([prefer(1, 'a', 'b'), prefer(2, 'a', 'b'), flagged]);
    expect(entries.get(3)).toMatchObject({ status: 'flagged', rival: 4 });
    expect(report.unflagged).toEqual([]);
  });
});

describe('check 12: the contradiction audit', () => {
  test('flags the side with the smaller lift, then the smaller confidence, less evidence, the larger id', () => {
    const flagged = (a: Partial<Entry>, b: Partial<Entry>, lifts: readonly number[] = []) =>
      maintained([prefer(1, 'a', 'b', a), prefer(2, 'b', 'a', b)], {
        lift: ({ id }) => (lifts[id - 1] === undefined ? null : { effect: lifts[id - 1] ?? 0, p: 1 }),
      }).report.flagged;
    expect(flagged({ c: 0.9 }, { c: 0.5 }, [-0.1, 0.1])).toEqual([{ id: 1, rival: 2 }]);
    expect(flagged({ c: 0.5 }, { c: 0.9 })).toEqual([{ id: 1, rival: 2 }]);
    expect(flagged({}, { evidence: { ...entryOf(1).evidence, trajectories: 3 } })).toEqual([{ id: 1, rival: 2 }]);
    expect(flagged({}, {})).toEqual([{ id: 2, rival: 1 }]);
  });

  test('lets the word of a user stand', () => {
    const { report } = maintained([prefer(1, 'a', 'b', { origin: 'user', c: 0.3 }), prefer(2, 'b', 'a', { c: 0.9 })]);
    expect(report.flagged).toEqual([{ id: 2, rival: 1 }]);
  });
});

describe('check 12: maintenance', () => {
  test('compresses what is too large after all other audits, and lifts the flags of what left', () => {
    const flagged = prefer(3, 'b', 'a', { status: 'flagged', statusBefore: 'active', rival: 2 });
    const { report, entries } = maintained([entryOf(1), prefer(2, 'a', 'b', { c: 0.3 }), flagged], {
      nMax: 2,
      vector: ({ id }) => at(60 * id),
      compression: { strategy: 'hybrid', nTarget: 2, seed: 's' },
    });
    expect(report).toMatchObject({ compression: { removed: [2] }, unflagged: [3], health: { size: 2 } });
    expect(entries.get(2)).toMatchObject({ status: 'archived' });
    expect(maintained([entryOf(1)], { nMax: 1 }).report.compression).toBeNull();
  });

  test('tells how the library does', () => {
    const evidence = { ...entryOf(1).evidence, trajectories: 2 };
    const counters = { ...entryOf(1).counters, injected: 3 };
    const { health } = maintained([
      entryOf(1, { evidence, c: 0.8, counters }),
      prefer(2, 'a', 'b', { domain: 'search' }),
      entryOf(3, { status: 'archived', archivedFrom: 'active', archivedEpoch: 1 }),
    ]).report;
    expect(health).toEqual({
      size: 2,
      byType: { convention: 1, tool_selection: 1 },
      byDomain: { other: 1, search: 1 },
      meanConfidenceOfRetrieved: 0.8,
      shareWithEvidence: 0.5,
    });
  });

  test('does nothing twice', () => {
    const first = maintained([prefer(1, 'a', 'b'), prefer(2, 'b', 'a'), entryOf(3, { c: 0.1, u: 9 })]);
    expect(first.operations).toHaveLength(2);
    expect(maintained([...first.entries.values()]).operations).toEqual([]);
  });

  test('is due at every tenth epoch', () => {
    expect([0, 1, 9, 10, 11, 20, 25, 30].filter(maintenanceDue)).toEqual([10, 20, 30]);
  });
});
