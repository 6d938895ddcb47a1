import { describe, expect, test } from 'vitest';
import { baseRates, developerMeans } from './base-rates.ts';
import { brierOf } from './brier.ts';
import { frozenLibrary } from './frozen-library.ts';
import { HeldOutCorpus } from './held-out-corpus.ts';
import { liftOf } from './lift.ts';
import { call, mined } from './made-history.ts';
import { channelMeasures, runCoverage } from './measures.ts';
import { reliability } from './reliability.ts';

const LESSON = {
  rule: { form: 'USE', t: 'good' },
  text: 'For such tasks, use `good`.',
  channel: 'outcome',
  effect: 0.5,
  shrunk: 0.4,
  p: 0.001,
  adjustedP: 0.01,
  informativeStrata: 10,
} as const;
const NOTHING_KNOWN = { byDomain: new Map<string, number>(), all: null };

const run = (taskKey: string, tool: string, outcome: number) => ({ taskKey, outcome, steps: [call(tool)] });

describe('baseRates', () => {
  const heldOut = new HeldOutCorpus(
    mined([run('t', 'a', 1), run('t', 'a', 0), run('t', 'a', 0), run('u', 'a', 1)]),
    [],
  );

  test('leave the unit itself out, and fall back on the domain, then on all that is known', () => {
    expect([...baseRates(heldOut, 'outcome', { byDomain: new Map([['other', 0.7]]), all: 0.2 })]).toEqual([
      0, 0.5, 0.5, 0.7,
    ]);
    expect([...baseRates(heldOut, 'outcome', { byDomain: new Map(), all: 0.2 })][3]).toBe(0.2);
    expect([...baseRates(heldOut, 'outcome', NOTHING_KNOWN)][3]).toBeNaN();
  });

  test('of the runs that were learnt from are means by domain', () => {
    const { byDomain, all } = developerMeans(heldOut, 'outcome');
    expect([byDomain.get('other'), all]).toEqual([0.5, 0.5]);
  });
});

describe('channelMeasures', () => {
  test('predicts base and half the effect to either side, kept between 0 and 1', () => {
    const runs = [run('t', 'good', 1), run('t', 'bad', 0), run('t', 'good', 1), run('t', 'bad', 0)];
    const heldOut = new HeldOutCorpus(mined(runs), []);
    const { brier, reliability: bins, coverage } = channelMeasures([LESSON], 'outcome', heldOut, NOTHING_KNOWN);
    // Bases 1/3 for those that succeed and 2/3 for the others.
    expect(brier).toMatchObject({
      n: 4,
      value: expect.closeTo((1 / 3 + 0.2 - 1) ** 2, 12),
      base: expect.closeTo(4 / 9, 12),
    });
    expect(brier.skill).toBeCloseTo(1 - (1 / 3 + 0.2 - 1) ** 2 / (4 / 9), 12);
    expect(bins.map(({ n, predicted, observed }) => [n, predicted.toFixed(3), observed])).toEqual(
      [
        [2, '0.467', 0],
        [2, '0.533', 1],
      ].sort((a, b) => Number(a[1]) - Number(b[1])),
    );
    expect(coverage).toEqual({ n: 4, of: 4 });
  });

  test('of no coverage is n = 0 and no number', () => {
    const heldOut = new HeldOutCorpus(mined([run('t', 'good', 1), run('t', 'bad', 0)]), []);
    const never = { ...LESSON, rule: { form: 'PREFER', x: 'c', y: 'd' } } as const;
    const { auc, brier, coverage, reliability: bins } = channelMeasures([never], 'outcome', heldOut, NOTHING_KNOWN);
    expect(coverage).toEqual({ n: 0, of: 2 });
    expect(auc.value).toBeNull();
    expect(brier).toEqual({ n: 0, value: null, base: null, skill: null, interval: null });
    expect(bins).toEqual([]);
    expect(runCoverage([never], heldOut)).toEqual({ n: 0, of: 2 });
    expect(liftOf(never, heldOut, '')).toMatchObject({ value: null, agrees: null, sides: [0, 0], strata: 0 });
  });
});

describe('liftOf', () => {
  test('weighs the difference inside strata, so that an easy task that uses it more is no lift', () => {
    const easy = Array.from({ length: 4 }, (_, n) => run('easy', n === 0 ? 'bad' : 'good', 1));
    const hard = Array.from({ length: 4 }, (_, n) => run('hard', n === 0 ? 'good' : 'bad', 0));
    expect(liftOf(LESSON, new HeldOutCorpus(mined([...easy, ...hard]), []), '')).toMatchObject({
      value: 0,
      developer: 0.5,
      sides: [4, 4],
      strata: 2,
      informativeStrata: 0,
    });
  });

  test('agrees where its sign is that of what was learnt', () => {
    const runs = [run('t', 'good', 1), run('t', 'bad', 0)];
    expect(liftOf(LESSON, new HeldOutCorpus(mined(runs), []), '').agrees).toBe(true);
    const turned = runs.map((one) => ({ ...one, outcome: 1 - one.outcome }));
    expect(liftOf(LESSON, new HeldOutCorpus(mined(turned), []), '')).toMatchObject({ value: -1, agrees: false });
  });
});

describe('brierOf', () => {
  test('has skill above 0 where the lesson brings predictions nearer, below where it leads away', () => {
    const of = (predicted: number) => brierOf([{ task: 0, stratum: 0, base: 0.5, predicted, y: 1 }], 1, '').skill;
    expect([of(0.75), of(0.5), of(0.25)]).toEqual([0.75, 0, -1.25]);
  });
});

describe('reliability', () => {
  test('puts a prediction of 1 in the last bin, and tells the interval of each bin', () => {
    const one = (predicted: number, y: number) => ({ task: 0, stratum: 0, base: 0.5, predicted, y });
    expect(reliability([one(1, 1), one(0.95, 0), one(0, 0)])).toEqual([
      { from: 0, to: 0.1, n: 1, predicted: 0, observed: 0, interval: [0, expect.closeTo(0.7935, 4)] },
      {
        from: 0.9,
        to: 1,
        n: 2,
        predicted: 0.975,
        observed: 0.5,
        interval: [expect.closeTo(0.0945, 4), expect.closeTo(0.9055, 4)],
      },
    ]);
  });
});

describe('frozenLibrary', () => {
  test('has another hash for other lessons, and the same for none', () => {
    const none = { tried: 0, admitted: 0, significant: 0, emitted: 0, tests: [] };
    const empty = frozenLibrary({ channels: { outcome: none, step: none, recovery: none } });
    expect(empty).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), lessons: [] });
    expect(frozenLibrary({ channels: { outcome: none, step: none, recovery: none } }).hash).toBe(empty.hash);
  });
});
