import { describe, expect, test } from 'vitest';
import { concordance } from './concordance.ts';
import { HeldOutCorpus } from './held-out-corpus.ts';
import { call, mined } from './made-history.ts';
import { scoresOf } from './scores.ts';

const USE = { form: 'USE', t: 'good' } as const;

function run(taskKey: string, isGood: boolean, outcome: number, agentConfigId = 'config') {
  return { taskKey, agentConfigId, outcome, steps: [call(isGood ? 'good' : 'bad')] };
}

function orderOf(runs: readonly ReturnType<typeof run>[], weight = 0.3) {
  const heldOut = new HeldOutCorpus(mined(runs), []);
  return concordance(scoresOf([{ rule: USE, weight }], 'outcome', heldOut), 'outcome', heldOut, 'seed');
}

describe('concordance', () => {
  test('is 1 where the runs that follow do better, 0 where they do worse, a half where all score alike', () => {
    const better = [run('t', true, 1), run('t', false, 0)];
    expect(orderOf(better)).toMatchObject({ value: 1, pairs: 1, ties: 0, strata: 1, tasks: 1 });
    expect(orderOf(better, -0.3).value).toBe(0);
    expect(orderOf([run('t', true, 1), run('t', true, 0)])).toMatchObject({ value: 0.5, pairs: 1, ties: 1 });
  });

  test('compares runs of one task and configuration only, however different tasks are', () => {
    const apart = [run('easy', true, 1), run('hard', false, 0), run('easy', false, 0, 'other')];
    expect(orderOf(apart)).toMatchObject({ value: null, interval: null, pairs: 0, strata: 0 });
  });

  test('has no interval under ten strata, and one that holds the value from ten on', () => {
    const tasks = (count: number) =>
      Array.from({ length: count }, (_, n) => [
        run(`t${n}`, true, 1),
        run(`t${n}`, n % 5 === 0, 0),
        run(`t${n}`, n % 4 === 0, 1),
      ]).flat();
    expect(orderOf(tasks(9)).interval).toBeNull();
    const { value, interval } = orderOf(tasks(10));
    expect(interval?.[0]).toBeLessThan(value ?? 0);
    expect(interval?.[1]).toBeGreaterThan(value ?? 1);
    expect(orderOf(tasks(10)).interval).toEqual(interval);
  });

  test('draws the strata of one task together, so that copies under other configurations narrow nothing', () => {
    const runs = Array.from({ length: 10 }, (_, n) => [
      run(`t${n}`, n % 3 !== 0, 1),
      run(`t${n}`, n % 2 === 0, 0),
    ]).flat();
    const copies = [...runs, ...runs.map((one) => ({ ...one, agentConfigId: 'other' }))];
    expect(orderOf(copies).interval).toEqual(orderOf(runs).interval);
    expect(orderOf(copies)).toMatchObject({ strata: 20, tasks: 10 });
  });
});
