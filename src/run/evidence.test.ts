import { describe, expect, test } from 'vitest';
import { type Evidence, evidenceRecord, noveltyKey } from './evidence.ts';

const shown: Evidence = {
  kind: 'test',
  criterion: 'tests',
  passed: false,
  fraction: 0.5,
  fingerprint: 'f1',
  tree: 'aa',
};
const novelty = (evidence: Evidence): string => noveltyKey(evidenceRecord(evidence, 1));

describe('a record of evidence', () => {
  test('is named by the hash of what it says, in whatever cycle', () => {
    const record = evidenceRecord(shown, 1);
    expect(record).toMatchObject({ v: 1, kind: 'test', cycle: 1, body: shown });
    expect(record.ref).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(evidenceRecord(shown, 2).ref).toBe(record.ref);
  });

  test('of another kind has another name though its members are the same', () => {
    expect(evidenceRecord({ kind: 'blocker', failure: 'x' }, 1).ref).not.toBe(
      evidenceRecord({ kind: 'decision', record: 'x' }, 1).ref,
    );
  });
});

describe('what counts as new', () => {
  test('a test that shows the same on another tree is no news', () => {
    expect(novelty({ ...shown, tree: 'bb' })).toBe(novelty(shown));
    expect(evidenceRecord({ ...shown, tree: 'bb' }, 1).ref).not.toBe(evidenceRecord(shown, 1).ref);
  });

  test('a test with another fraction, fingerprint or result is', () => {
    for (const other of [{ fraction: 0.75 }, { fingerprint: 'f2' }, { passed: true }, { criterion: 'lint' }]) {
      expect(novelty({ ...shown, ...other })).not.toBe(novelty(shown));
    }
  });

  test('another tree is an artifact of its own', () => {
    expect(novelty({ kind: 'artifact', tree: 'bb' })).not.toBe(novelty({ kind: 'artifact', tree: 'aa' }));
  });

  test('a diagnosis counts once for what it looked into', () => {
    const source: Evidence = { kind: 'source', candidate: 'k', fingerprint: 'f1', output: null };
    expect(novelty({ ...source })).toBe(novelty(source));
    expect(novelty({ ...source, fingerprint: 'f2' })).not.toBe(novelty(source));
  });
});
