import { expect, test } from 'vitest';
import * as policy from './index.ts';

test('the room gives away these values and no others', () => {
  expect(Object.keys(policy).sort()).toEqual([
    'DECISIONS',
    'HUMAN_KEYS_VARIABLE',
    'LIMIT_METRICS',
    'LIMIT_NAMES',
    'METRIC_NAMES',
    'TASK_STATUSES',
    'createCheckpoint',
    'evaluate',
    'failClosed',
    'governingDecisions',
    'humanGateReasons',
    'loadCheckpoint',
    'loadPolicy',
    'parseHumanKeys',
    'parseTimestamp',
    'reasonText',
    'signRecord',
    'validateCheckpoint',
    'validatePolicy',
    'verifyRecords',
    'withCheckpointFields',
  ]);
});
