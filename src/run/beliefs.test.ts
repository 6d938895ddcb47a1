import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { believe, filesChangedBefore } from './beliefs.ts';
import type { Observation } from './store.ts';

function observation(part: Partial<Observation> = {}): Observation {
  return {
    v: 1,
    sessionId: 's',
    cycle: 1,
    candidateKey: 'install',
    fingerprint: 'fp',
    fingerprintClass: 'class',
    success: true,
    filesChanged: null,
    at: '2026-01-02T03:04:05.678Z',
    ...part,
  };
}

const elsewhere = observation({ fingerprint: 'other', fingerprintClass: 'other' });
const sameClass = observation({ fingerprint: 'other' });

describe('believe', () => {
  test('knows nothing at first: mean one half, and explore would be worth 0.79', () => {
    const belief = believe([], 'install', 'fp', 'class');
    expect(belief).toMatchObject({ mean: 0.5, level: 'prior', observations: 0 });
    expect(belief.mean + belief.sd).toBeCloseTo(0.7887, 4);
  });

  test('gives one success elsewhere 0.54, which stays under the exploit threshold', () => {
    const belief = believe([elsewhere], 'install', 'fp', 'class');
    expect(belief).toMatchObject({ level: 'candidate', observations: 1 });
    expect(belief.mean).toBeCloseTo(0.5417, 4);
  });

  test('gives one success in the same error class 0.58, which is enough to act at once', () => {
    const belief = believe([sameClass], 'install', 'fp', 'class');
    expect(belief).toMatchObject({ level: 'class', observations: 1 });
    expect(belief.mean).toBeCloseTo(0.5833, 4);
  });

  test('gives one success on the same fingerprint 0.61', () => {
    const belief = believe([observation()], 'install', 'fp', 'class');
    expect(belief).toMatchObject({ level: 'fingerprint', observations: 1 });
    expect(belief.mean).toBeCloseTo(0.6111, 4);
  });

  test('lets three observations on a level speak for themselves', () => {
    const failures = [1, 2, 3].map((cycle) => observation({ cycle, success: false }));
    const belief = believe([elsewhere, ...failures], 'install', 'fp', 'class');
    expect(belief.mean).toBeCloseTo(1 / 5, 12);
    expect(belief.sd).toBeCloseTo(Math.sqrt(4 / (25 * 6)), 12);
  });

  test('counts what happened on the fingerprint on the wider levels too', () => {
    const belief = believe([observation({ success: false })], 'install', 'fp', 'class');
    expect(belief.mean).toBeCloseTo(1 - 0.6111, 4);
  });

  test('ignores the outcomes of other candidates', () => {
    expect(believe([observation({ candidateKey: 'other' })], 'install', 'fp', 'class').level).toBe('prior');
  });

  test('does not take two unrecognised failures for the same one', () => {
    const unknown = observation({ fingerprint: null, fingerprintClass: null });
    expect(believe([unknown], 'install', null, null).level).toBe('candidate');
  });

  test('stays a distribution on [0,1], and more success never lowers the mean', () => {
    const some = fc.array(
      fc.record({
        fingerprint: fc.constantFrom('fp', 'other', null),
        fingerprintClass: fc.constantFrom('class', 'other', null),
        success: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(some, (parts) => {
        const belief = believe(parts.map(observation), 'install', 'fp', 'class');
        const better = believe(
          parts.map((part) => observation({ ...part, success: true })),
          'install',
          'fp',
          'class',
        );
        expect(belief.mean).toBeGreaterThan(0);
        expect(belief.mean).toBeLessThan(1);
        expect(belief.sd ** 2).toBeLessThanOrEqual(belief.mean * (1 - belief.mean) + 1e-12);
        expect(better.mean).toBeGreaterThanOrEqual(belief.mean - 1e-12);
      }),
    );
  });
});

describe('filesChangedBefore', () => {
  test('is the mean over the outcomes where it is known', () => {
    const known = [observation({ filesChanged: 1 }), observation({ filesChanged: 4 }), observation()];
    expect(filesChangedBefore(known, 'install')).toBe(2.5);
  });

  test('is unknown where no outcome tells', () => {
    expect(filesChangedBefore([observation()], 'install')).toBeNull();
  });
});
