import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measure, share as shareOf, thresholdsOf } from '../../src/models/calibration/calibrate.ts';
import { readCalibrationSet } from '../../src/models/calibration/calibration-set.ts';
import { int8Embedder } from '../../src/models/transformer/int8-embedder.ts';
import { readModelRecord } from '../../src/models/transformer/model-record.ts';
import { share } from './share.ts';

const MODELS = join(import.meta.dirname, '../../models');

// A part of the set has other thresholds.
test.skipIf(share(100) < 100)(
  'finds of MiniLM what is known of it: 1 % of different pairs do not reach its threshold for duplicates',
  async () => {
    const folder = join(MODELS, 'all-MiniLM-L6-v2');
    const record = readModelRecord(folder);
    if (record.thresholds === undefined) throw new Error('no thresholds');
    const { embed } = int8Embedder(folder, record, record.thresholds);
    const cosines = await measure(embed, readCalibrationSet(join(MODELS, 'calibration')));
    const { dupAt, ...others } = thresholdsOf(cosines);
    const { dupAt: stated, ...known } = record.thresholds;
    expect(others).toEqual(known);
    expect(dupAt).toBeLessThanOrEqual(stated);
    expect(shareOf(cosines.same, stated)).toBeGreaterThan(0.6);
  },
);
