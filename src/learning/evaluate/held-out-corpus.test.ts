import { describe, expect, test } from 'vitest';
import { HeldOutCorpus } from './held-out-corpus.ts';
import { call, failure, mined } from './made-history.ts';

describe('HeldOutCorpus', () => {
  test('judges a rule about a call by the first call of that tool', () => {
    const heldOut = new HeldOutCorpus(
      mined([
        { steps: [call('other'), failure('deploy'), call('deploy')] },
        { steps: [call('check'), call('deploy')] },
        { steps: [call('check')] },
      ]),
      [],
    );
    const { applies, followed } = heldOut.conformance({ form: 'PRE', a: 'check', b: 'deploy' }, 'step');
    const results = (units: Int32Array) => Array.from(units, (unit) => heldOut.units.step.y[unit]);
    expect(results(applies)).toEqual([0, 1]);
    expect(results(followed)).toEqual([1]);
  });

  test('judges a rule about a failure by what came of it', () => {
    const heldOut = new HeldOutCorpus(
      mined([
        { steps: [failure('deploy'), call('login')] },
        { steps: [failure('deploy'), failure('deploy')] },
        { steps: [call('login')] },
      ]),
      [],
    );
    const rule = { form: 'RECOVER', sig: 'sig-deploy', act: 'switch(login)' } as const;
    const { applies, followed } = heldOut.conformance(rule, 'recovery');
    const results = (units: Int32Array) => Array.from(units, (unit) => heldOut.units.recovery.y[unit]);
    expect([results(applies), results(followed)]).toEqual([[1, 0], [1]]);
  });

  test('leaves out runs whose result is unknown', () => {
    const heldOut = new HeldOutCorpus(mined([{ steps: [call('a')] }, { outcome: 1, steps: [call('a')] }]), []);
    expect([...heldOut.conformance({ form: 'USE', t: 'a' }, 'outcome').applies]).toEqual([1]);
  });

  test('takes which keys are optional from the runs that were learnt from', () => {
    const withKey = (n: number) =>
      mined(Array.from({ length: n }, () => ({ outcome: 1, steps: [call('a', { params: { k: 1 } })] })));
    const without = mined([{ outcome: 0, steps: [call('a')] }, ...withKey(3)]);
    const rule = { form: 'ARG', t: 'a', k: 'k' } as const;
    expect(new HeldOutCorpus(withKey(4), without).conformance(rule, 'outcome').applies).toHaveLength(4);
    expect(new HeldOutCorpus(without, withKey(4)).conformance(rule, 'outcome').applies).toHaveLength(0);
  });
});
