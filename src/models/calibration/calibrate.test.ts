import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { share, thresholdsOf } from './calibrate.ts';
import { readCalibrationSet } from './calibration-set.ts';

const MODELS = join(import.meta.dirname, '../../../models');
const set = readCalibrationSet(join(MODELS, 'calibration'));

describe('calibration', () => {
  test('gives the least hundredths that let the shares pass', () => {
    const falling = (count: number, of: (index: number) => number) => Array.from({ length: count }, (_, i) => of(i));
    const different = falling(1000, (index) => 1 - index / 1000);
    const nonsense = falling(300, (index) => 0.6 - index / 1000);
    expect(thresholdsOf({ same: [], different, nonsense })).toEqual({
      dupAt: 1,
      clusterAt: 0.99,
      remedyAt: 0.93,
      simFloor: 0.6,
    });
    expect(share([0.9, 0.5, 0.1], 0.5)).toBeCloseTo(2 / 3);
  });

  test('is made on texts of which none stands on both sides', () => {
    expect(set.same).toHaveLength(63);
    expect(set.different).toHaveLength(768);
    expect([...set.same, ...set.different].every(([a, b]) => a !== b)).toBe(true);
  });
});
