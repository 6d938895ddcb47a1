import { describe, expect, test } from 'vitest';
import { Generator } from '../extract/offline/generator.ts';
import { happens } from './chance.ts';
import { percentile, ratioInterval, ratioOf } from './ratio-interval.ts';
import { wilsonInterval } from './wilson-interval.ts';

describe('ratioInterval', () => {
  test('holds the true ratio in about 95 % of samples', () => {
    const draw = new Generator('coverage');
    const SAMPLES = 200;
    const isHeld = (sample: number): boolean => {
      const parts = Array.from({ length: 40 }, () => {
        const denominator = 1 + draw.below(4);
        const hits = Array.from({ length: denominator }, () => Number(happens(draw, 0.6)));
        return { numerator: hits.reduce((sum, one) => sum + one, 0), denominator };
      });
      const [low, high] = ratioInterval(parts, parts.length, `${sample}`) ?? [1, 0];
      return low <= 0.6 && 0.6 <= high;
    };
    const held = Array.from({ length: SAMPLES }, (_, sample) => sample).filter(isHeld).length;
    expect(held / SAMPLES).toBeGreaterThan(0.88);
    expect(held / SAMPLES).toBeLessThan(0.99);
  });

  test('is of no width where all tasks say the same, and none under ten strata or of one task', () => {
    const same = Array.from({ length: 12 }, () => ({ numerator: 1, denominator: 2 }));
    expect(ratioInterval(same, 12, '')).toEqual([0.5, 0.5]);
    expect(ratioInterval(same, 9, '')).toBeNull();
    expect(ratioInterval(same.slice(0, 1), 12, '')).toBeNull();
    expect(ratioOf([])).toBeNull();
  });
});

describe('percentile', () => {
  test('lies between two numbers by its distance', () => {
    expect([0, 0.25, 0.5, 1].map((share) => percentile([0, 10, 20], share))).toEqual([0, 5, 10, 20]);
  });
});

describe('wilsonInterval', () => {
  test('is that of the textbook, and stays between 0 and 1', () => {
    expect(wilsonInterval(8, 10)).toEqual([expect.closeTo(0.4902, 4), expect.closeTo(0.9433, 4)]);
    expect(wilsonInterval(0, 10)?.[0]).toBe(0);
    expect(wilsonInterval(10, 10)?.[1]).toBe(1);
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});
