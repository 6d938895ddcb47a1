import { describe, expect, test } from 'vitest';
import { corpusOf } from '../extract/offline/corpus.ts';
import { extractOffline } from '../extract/offline/extract-offline.ts';
import { Generator } from '../extract/offline/generator.ts';
import { baselines, developerData, permutedLessons } from './baselines.ts';
import { happens } from './chance.ts';
import { frozenLibrary } from './frozen-library.ts';
import { HeldOutCorpus } from './held-out-corpus.ts';
import { call, tasks } from './made-history.ts';
import { channelMeasures } from './measures.ts';
import { evaluationSettings } from './settings.ts';

/** Tasks in which `good` helps, `idle` does nothing, and a run that succeeds is the shorter one. */
function history(seed: string) {
  const draw = new Generator(seed);
  return tasks(30, () =>
    Array.from({ length: 4 }, () => {
      const isGood = happens(draw, 0.5);
      const outcome = Number(happens(draw, isGood ? 0.9 : 0.2));
      const names = ['base', ...(isGood ? ['good'] : []), ...(happens(draw, 0.5) ? ['idle'] : [])];
      return { outcome, steps: [...names, ...(outcome === 0 ? ['more', 'more'] : [])].map((name) => call(name)) };
    }),
  ).map((one) => ({ ...one, steps: one.steps }));
}

describe('baselines', () => {
  const settings = evaluationSettings();
  const developer = history('developer');
  const heldOut = new HeldOutCorpus(history('held out'), developer);
  const data = developerData(corpusOf(developer), settings);
  const { lessons } = frozenLibrary(extractOffline(developer, [], settings));
  const permuted = Array.from({ length: 20 }, (_, at) => permutedLessons(data, at));
  const found = baselines('outcome', 1, data, heldOut, permuted);

  test('are beaten by lessons that hold', () => {
    const own = channelMeasures(lessons, 'outcome', heldOut, { byDomain: new Map(), all: null }).auc;
    expect(own.value).toBeGreaterThan(0.6);
    expect(found.random.mean).toBeLessThan(own.value ?? 0);
  });

  test('of no lesson order no pair, and are no 0.5', () => {
    expect(found.empty).toMatchObject({ value: null, pairs: 0 });
  });

  test('of random rules and of exchanged results count the draws that gave one', () => {
    expect(found.random).toMatchObject({ rules: 1, draws: 20 });
    expect(found.random.n).toBeGreaterThan(0);
    expect(found.permuted.draws).toBe(20);
    expect(found.permuted.n).toBe(
      permuted.filter((one) => one.lessons.some((each) => each.channel === 'outcome')).length,
    );
  });

  test('of the shorter run know what is shorter', () => {
    expect(found.shorter.value).toBeGreaterThan(0.9);
  });

  test('of pooled strata hold the rules that a build without strata would give', () => {
    expect(found.pooled.rules).toBeGreaterThan(0);
    expect(found.pooled.auc.pairs).toBeGreaterThan(0);
  });
});
