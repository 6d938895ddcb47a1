import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admission } from './admission.ts';
import { exactP } from './exact-test.ts';
import type { StratumContrast } from './stratum-contrast.ts';

const NEEDS = { admitP: 0.01, minStrata: 3, minSide: 5 };

function stratum(
  nTrue: number,
  nFalse: number,
  successes: number,
  members: Partial<StratumContrast> = {},
): StratumContrast {
  const isInformative = successes > 0 && successes < nTrue + nFalse;
  const sumTrue = Math.min(nTrue, successes);
  return {
    stratum: 0,
    nTrue,
    nFalse,
    sumTrue,
    sumFalse: successes - sumTrue,
    variance: 0.25,
    isInformative,
    isBinary: true,
    ...members,
  };
}

const times = (count: number, one: StratumContrast) => Array.from({ length: count }, () => one);

describe('admission', () => {
  test('needs three informative strata', () => {
    expect(admission(times(2, stratum(5, 5, 5)), NEEDS).isAdmissible).toBe(false);
    expect(admission(times(3, stratum(5, 5, 5)), NEEDS).isAdmissible).toBe(true);
    expect(admission([...times(2, stratum(5, 5, 5)), stratum(5, 5, 10)], NEEDS).strata).toBe(2);
  });

  test('needs five units on each side of them', () => {
    const thin = [...times(3, stratum(1, 30, 15)), stratum(1, 30, 15)];
    expect(admission(thin, { ...NEEDS, admitP: 1 })).toMatchObject({ isAdmissible: false, sides: [4, 120] });
    expect(admission([...thin, stratum(1, 30, 15)], { ...NEEDS, admitP: 1 }).isAdmissible).toBe(true);
  });

  test('needs a result that could be significant', () => {
    expect(admission(times(6, stratum(1, 1, 1)), NEEDS).isAdmissible).toBe(false);
    expect(admission(times(6, stratum(1, 1, 1)), NEEDS).smallestP).toBeCloseTo(2 / 64, 12);
    expect(admission(times(9, stratum(1, 1, 1)), NEEDS).isAdmissible).toBe(true);
  });

  test('takes as the smallest p that of the least likely total', () => {
    const sides = fc.record({
      yes: fc.integer({ min: 1, max: 5 }),
      no: fc.integer({ min: 1, max: 5 }),
      share: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(sides, { minLength: 1, maxLength: 5 }), (all) => {
        const strata = all.map(({ yes, no, share }) => stratum(yes, no, 1 + (share % (yes + no - 1))));
        const margins = strata.map(({ nTrue, nFalse, sumTrue, sumFalse }) => {
          return { nTrue, nFalse, successes: sumTrue + sumFalse };
        });
        const least = margins.reduce((sum, one) => sum + Math.max(0, one.successes - one.nFalse), 0);
        const most = margins.reduce((sum, one) => sum + Math.min(one.nTrue, one.successes), 0);
        const totals = Array.from({ length: most - least + 1 }, (_, i) => exactP(margins, least + i));
        const { smallestP } = admission(strata, NEEDS);
        expect(smallestP / Math.min(...totals)).toBeCloseTo(1, 9);
      }),
    );
  });

  test('counts the arrangements where results are no yes or no', () => {
    const fraction = stratum(2, 2, 2, { isBinary: false });
    expect(admission(times(3, fraction), NEEDS).smallestP).toBeCloseTo(1 / 6 ** 3, 12);
    const constant = stratum(2, 2, 4, { isBinary: false });
    expect(admission([constant, ...times(3, stratum(2, 2, 2))], NEEDS).smallestP).toBeCloseTo(2 / 6 ** 3, 12);
  });
});
