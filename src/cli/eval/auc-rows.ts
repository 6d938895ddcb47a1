import type { Baselines, DrawnBaseline } from '../../learning/evaluate/baselines.ts';
import type { Concordance } from '../../learning/evaluate/concordance.ts';
import type { ChannelMeasures } from '../../learning/evaluate/measures.ts';
import { counted } from '../counted.ts';
import type { AucRow } from './plot-auc.ts';

/** The lessons of a channel and what they have to beat, in the order in which they are shown. */
export function aucRows({ lessons, auc }: ChannelMeasures, against: Baselines): readonly AucRow[] {
  return [
    row(counted(lessons, 'lesson'), auc, true),
    row('no lesson', against.empty, false),
    drawnRow(`${counted(against.random.rules, 'random rule')}`, against.random),
    drawnRow('exchanged results', against.permuted),
    row(`${counted(against.pooled.rules, 'rule')}, strata pooled`, against.pooled.auc, false),
    row('the shorter run', against.shorter, false),
  ];
}

/** How much a concordance rests on. */
export function pairsText({ pairs, strata, tasks }: Concordance): string {
  return `n = ${counted(pairs, 'pair')} in ${strata} strata of ${counted(tasks, 'task')}`;
}

function row(name: string, auc: Concordance, isOurs: boolean): AucRow {
  return { name, value: auc.value, interval: auc.interval, n: `n = ${counted(auc.pairs, 'pair')}`, isOurs };
}

function drawnRow(name: string, { mean, range, n, draws }: DrawnBaseline): AucRow {
  return { name, value: mean, interval: range, n: `n = ${n} of ${draws} draws`, isOurs: false };
}
