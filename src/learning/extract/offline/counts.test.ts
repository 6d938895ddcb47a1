import { describe, expect, test } from 'vitest';
import type { Candidate, Units } from './candidate.ts';
import { printedCounts } from './counts.ts';
import { effectOf } from './effect.ts';
import { ContrastReader } from './stratum-contrast.ts';

/** Units of a predicate: stratum, whether it is true, and the result. */
function printed(rows: readonly (readonly [stratum: number, isTrue: boolean, y: number])[], sign = 1) {
  const all = Int32Array.from(rows.keys());
  const units: Units = {
    y: Float64Array.from(rows, ([, , y]) => y),
    stratum: Int32Array.from(rows, ([stratum]) => stratum),
    strata: 10,
    trajectory: all,
    count: rows.length,
  };
  const candidate: Candidate = {
    rule: { form: 'USE', t: 't' },
    applies: all,
    truth: all.filter((unit) => rows[unit]?.[1] === true),
  };
  const strata = new ContrastReader(units).read(candidate);
  return printedCounts(candidate, units, strata, sign * Math.abs(effectOf(strata).effect));
}

const rows = (count: number, stratum: number, isTrue: boolean, y: number) =>
  Array.from({ length: count }, (): readonly [number, boolean, number] => [stratum, isTrue, y]);

describe('printed counts', () => {
  test('are those of all units', () => {
    expect(printed([...rows(3, 0, true, 1), ...rows(2, 0, false, 0), ...rows(4, 1, true, 1)])).toEqual({
      good: { n: 7, successes: 7 },
      bad: { n: 2, successes: 0 },
    });
  });

  test('name the side that is recommended first', () => {
    expect(printed([...rows(3, 0, true, 0), ...rows(2, 0, false, 1)], -1)).toEqual({
      good: { n: 2, successes: 2 },
      bad: { n: 3, successes: 0 },
    });
  });

  test('are those of the strata with both sides where all together point the other way', () => {
    const contrast = [...rows(2, 0, true, 1), ...rows(2, 0, false, 0)];
    expect(printed([...contrast, ...rows(20, 1, true, 0), ...rows(20, 2, false, 1)])).toEqual({
      good: { n: 2, successes: 2 },
      bad: { n: 2, successes: 0 },
    });
  });

  test('are none where those point the other way too', () => {
    const hard = [...rows(9, 0, true, 0), ...rows(1, 0, true, 1), ...rows(1, 0, false, 0)];
    const easy = [...rows(1, 1, true, 1), ...rows(9, 1, false, 1), ...rows(1, 1, false, 0)];
    expect(printed([...hard, ...easy])).toBeNull();
  });
});
