import type { Channel } from '../extract/offline/settings.ts';
import type { HeldOutCorpus } from './held-out-corpus.ts';
import { type Interval, type RatioPart, ratioInterval, ratioOf } from './ratio-interval.ts';
import type { Scores } from './scores.ts';

/** How often, of two runs of one stratum with different results, the better one has the higher score. */
export interface Concordance {
  /** 0.5 is chance, however hard the tasks are; null where there is no pair. */
  readonly value: number | null;
  /** 95 %, over tasks; null under 10 strata. */
  readonly interval: Interval | null;
  /** Pairs with different results. Those with equal scores count half. */
  readonly pairs: number;
  readonly ties: number;
  /** Strata with a pair, and the tasks they belong to. */
  readonly strata: number;
  readonly tasks: number;
}

const SAME = 1e-12;

/** Within-group AUC: the share of concordant pairs, ties counted half (Harrell's c inside strata). */
export function concordance(
  { units, score }: Scores,
  channel: Channel,
  heldOut: HeldOutCorpus,
  seed: string,
): Concordance {
  return concordanceOf(pairParts({ units, score }, channel, heldOut), seed);
}

/** The pairs of one stratum. */
interface PairPart {
  readonly task: number;
  readonly pairs: number;
  readonly ties: number;
  readonly concordant: number;
}

/** Counts the pairs of each stratum that has one. */
function pairParts({ units, score }: Scores, channel: Channel, heldOut: HeldOutCorpus): readonly PairPart[] {
  const { y, stratum } = heldOut.units[channel];
  const members = new Map<number, { readonly unit: number; readonly y: number; readonly score: number }[]>();
  for (const [index, unit] of units.entries()) {
    const at = stratum[unit] ?? -1;
    const list = members.get(at) ?? [];
    members.set(at, list);
    list.push({ unit, y: y[unit] ?? 0, score: score[index] ?? 0 });
  }
  return [...members.values()].flatMap((list): readonly PairPart[] => {
    let [pairs, ties, concordant] = [0, 0, 0];
    for (const [index, a] of list.entries()) {
      for (const b of list.slice(index + 1)) {
        if (a.y === b.y) continue;
        pairs++;
        const difference = a.score - b.score;
        if (Math.abs(difference) <= SAME) ties++;
        else if (difference > 0 === a.y > b.y) concordant++;
      }
    }
    return pairs === 0 ? [] : [{ task: heldOut.taskOf(channel, list[0]?.unit ?? 0), pairs, ties, concordant }];
  });
}

/** The concordance of pairs counted before, those of one task drawn together. */
export function concordanceOf(strata: readonly PairPart[], seed: string): Concordance {
  const tasks = new Map<number, RatioPart>();
  for (const { task, pairs, ties, concordant } of strata) {
    const { numerator, denominator } = tasks.get(task) ?? { numerator: 0, denominator: 0 };
    tasks.set(task, { numerator: numerator + concordant + ties / 2, denominator: denominator + pairs });
  }
  const parts = [...tasks.values()];
  const sum = (read: (one: PairPart) => number): number => strata.reduce((total, one) => total + read(one), 0);
  return {
    value: ratioOf(parts),
    interval: ratioInterval(parts, strata.length, `auc\n${seed}`),
    pairs: sum((one) => one.pairs),
    ties: sum((one) => one.ties),
    strata: strata.length,
    tasks: parts.length,
  };
}
