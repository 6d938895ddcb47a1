import * as v from 'valibot';
import { admission } from '../../src/learning/extract/offline/admission.ts';
import { benjaminiHochberg } from '../../src/learning/extract/offline/benjamini-hochberg.ts';
import {
  effectOf,
  shrunkEffect,
  signAgreement,
  survivesLeavingOneOut,
} from '../../src/learning/extract/offline/effect.ts';
import { initialConfidence, obstacleTo } from '../../src/learning/extract/offline/emission.ts';
import { exactP } from '../../src/learning/extract/offline/exact-test.ts';
import { OFFLINE_DEFAULTS } from '../../src/learning/extract/offline/settings.ts';
import type { StratumContrast } from '../../src/learning/extract/offline/stratum-contrast.ts';
import { ruleOf } from './learning-rules.ts';
import type { LearningCase } from './learning-vector-file.ts';
import { nearJson } from './near-json.ts';

const counts = v.object({
  successTrue: v.number(),
  nTrue: v.number(),
  successFalse: v.number(),
  nFalse: v.number(),
});
const strataInput = v.object({ strata: v.array(counts) });
const admissible = v.object({
  strata: v.array(counts),
  admitP: v.number(),
  minStrata: v.number(),
  minSide: v.number(),
});
const channel = v.picklist(['outcome', 'step', 'recovery']);
const shrink = v.object({ effect: v.number(), variance: v.number(), channel });
const emission = v.object({
  form: v.string(),
  channel,
  strata: v.array(counts),
  adjustedP: v.number(),
  sessions: v.number(),
  q: v.number(),
});

/** One adapter a function of the vectors. */
const CALLS: Readonly<Record<string, (input: unknown) => unknown>> = {
  stratifiedTest: (input) => stratifiedTest(strataOf(v.parse(strataInput, input).strata)),
  admissible: (input) => {
    const { strata, ...settings } = v.parse(admissible, input);
    const { isAdmissible, smallestP } = admission(strataOf(strata), settings);
    return { admissible: isAdmissible, smallestP };
  },
  benjaminiHochberg: (input) => {
    return { adjusted: benjaminiHochberg(v.parse(v.object({ p: v.array(v.number()) }), input).p) };
  },
  shrink: (input) => {
    const { effect, variance, channel: name } = v.parse(shrink, input);
    return shrunkEffect({ effect, variance }, OFFLINE_DEFAULTS.priorSd[name]);
  },
  emission: (input) => emissionOf(v.parse(emission, input)),
};

export const STATISTICS_NAMES: readonly string[] = Object.keys(CALLS);

/** Computes what a case of the statistics asks for. Null when it is as expected, else the difference. */
export function runStatisticsCase({ fn, input, expected, tolerance }: LearningCase): string | null {
  const found = CALLS[fn]?.(input);
  return nearJson(found, expected, tolerance ?? 1e-9)
    ? null
    : `expected ${JSON.stringify(expected)}\nfound ${JSON.stringify(found)}`;
}

function strataOf(all: readonly v.InferOutput<typeof counts>[]): readonly StratumContrast[] {
  return all.map(({ successTrue, nTrue, successFalse, nFalse }, stratum) => {
    const n = nTrue + nFalse;
    const sum = successTrue + successFalse;
    return {
      stratum,
      nTrue,
      nFalse,
      sumTrue: successTrue,
      sumFalse: successFalse,
      variance: (sum - (sum * sum) / n) / (n - 1),
      isInformative: sum > 0 && sum < n,
      isBinary: true,
    };
  });
}

function stratifiedTest(strata: readonly StratumContrast[]) {
  const found = effectOf(strata);
  const { isAdmissible, smallestP, strata: informativeStrata } = admission(strata, OFFLINE_DEFAULTS);
  const telling = strata.filter((one) => one.isInformative);
  const margins = telling.map(({ nTrue, nFalse, sumTrue, sumFalse }) => {
    return { nTrue, nFalse, successes: sumTrue + sumFalse };
  });
  return {
    ...found,
    p: exactP(
      margins,
      telling.reduce((sum, one) => sum + one.sumTrue, 0),
    ),
    smallestP,
    informativeStrata,
    admissible: isAdmissible,
    shrunkOutcome: shrunkEffect(found, OFFLINE_DEFAULTS.priorSd.outcome),
    shrunkStep: shrunkEffect(found, OFFLINE_DEFAULTS.priorSd.step),
  };
}

function emissionOf(input: v.InferOutput<typeof emission>) {
  const strata = strataOf(input.strata);
  const found = effectOf(strata);
  const shrunk = shrunkEffect(found, OFFLINE_DEFAULTS.priorSd[input.channel]);
  const rule = ruleOf({
    form: input.form,
    t: 'a',
    x: 'a',
    y: 'b',
    a: 'a',
    b: 'b',
    k: 'k',
    class: 'int',
    sig: 's',
    act: 'retry-same',
  });
  const { adjustedP, sessions, q } = input;
  const judged = { rule, strata: () => strata, shrunk, adjustedP, effect: found.effect };
  const informative = strata.filter((one) => one.isInformative).length;
  return {
    shrunk,
    signAgreement: signAgreement(strata, found.effect),
    leaveOneOut: survivesLeavingOneOut(strata, found.effect),
    emit: obstacleTo(judged, () => sessions, q, OFFLINE_DEFAULTS) === null,
    c0: initialConfidence(rule, adjustedP, informative),
  };
}
