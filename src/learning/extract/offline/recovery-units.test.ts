import { describe, expect, test } from 'vitest';
import { call, failure, mined } from '../../../../test/support/mined.ts';
import { corpusOf } from './corpus.ts';
import type { MinedStep } from './mined-trajectory.ts';
import { recoveries } from './recovery-units.ts';

/** What each unit of one trajectory did, and whether it worked. */
function unitsOf(...steps: readonly MinedStep[]): readonly (readonly [act: string, worked: boolean])[] {
  const { candidates, units } = recoveries(corpusOf(mined([{ steps }])));
  return candidates.flatMap(({ rule, truth }) =>
    Array.from(truth, (unit): readonly [string, boolean] => [
      rule.form === 'RECOVER' ? rule.act : '',
      units.y[unit] === 1,
    ]),
  );
}

const others = (count: number): readonly MinedStep[] => Array.from({ length: count }, () => call('x'));

describe('recoveries', () => {
  test('work where the act is a success and the failure stays away', () => {
    expect(unitsOf(failure('t'), call('b'))).toEqual([['switch(b)', true]]);
    expect(unitsOf(failure('t'), failure('b'))).toEqual([['switch(b)', false]]);
  });

  test('fail where the failure comes again in the next five calls, and not where it comes later', () => {
    expect(unitsOf(failure('t'), ...others(4), failure('t'))).toEqual([['switch(x)', false]]);
    expect(unitsOf(failure('t'), ...others(5), failure('t'))).toEqual([['switch(x)', true]]);
  });

  test('are none where nothing followed, or nothing that can be judged', () => {
    expect(unitsOf(failure('t'))).toEqual([]);
    expect(unitsOf(failure('t'), call('think'))).toEqual([]);
    expect(unitsOf(failure('t'), call('b', { ok: null }))).toEqual([]);
    expect(unitsOf(failure('t'), failure('b', { errorClass: 'cancelled' }))).toEqual([]);
  });

  test('are counted for the first failure with a signature only', () => {
    expect(unitsOf(failure('t'), call('b'), failure('t'), call('c'))).toEqual([['switch(b)', false]]);
  });

  test('are none of calls that were cancelled, or failed in a way that has no signature', () => {
    expect(unitsOf(failure('t', { errorClass: 'cancelled' }), call('b'))).toEqual([]);
    expect(unitsOf(failure('t', { sig: null }), call('b'))).toEqual([]);
  });

  test('look past thinking to the next act', () => {
    expect(unitsOf(failure('t'), call('think'), call('t'))).toEqual([['retry-same', true]]);
  });

  test('compare acts after one signature at one task of one configuration', () => {
    const steps = [failure('t'), call('b')];
    const all = mined([{ steps }, { steps }, { steps, taskKey: 'other' }, { steps, agentConfigId: 'other' }]);
    const { units } = recoveries(corpusOf(all));
    expect([...units.stratum]).toEqual([0, 0, 1, 2]);
    expect(recoveries(corpusOf(mined([{ steps: [failure('t'), failure('u'), call('b')] }]))).units.strata).toBe(2);
  });
});
