import { describe, expect, test } from 'vitest';
import { powerPoint } from '../../src/learning/evaluate/power.ts';
import { atOnce } from '../../src/learning/evaluate/progress.ts';
import { share } from './share.ts';

const Q = 0.05;
const DRAWS = share(400);

/** How often the one predicate that matters is found, by groups and effect. */
const TABLE: readonly (readonly [groups: number, effect: number, recall: number])[] = [
  [30, 0.3, 0.38],
  [30, 0.4, 0.78],
  [30, 0.6, 1],
  [50, 0.3, 0.78],
  [50, 0.4, 0.97],
  [50, 0.6, 1],
];

describe('check 13: a planted effect', () => {
  test.each(TABLE)(
    'in %i groups, of %d, is found as often as can be expected, with few false ones',
    (groups, effect, recall) => {
      const found = atOnce(powerPoint(groups, effect, DRAWS));
      const margin = DRAWS < 400 ? 2 * Math.sqrt(0.25 / DRAWS) : 0;
      expect(Math.abs(found.recall - recall)).toBeLessThanOrEqual(0.06 + margin);
      expect(found.falseShare).toBeLessThanOrEqual(Q + 2 * found.falseShareError);
    },
  );
});
