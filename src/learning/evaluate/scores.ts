import type { Rule } from '../../experience/rule.ts';
import type { Channel } from '../extract/offline/settings.ts';
import type { HeldOutCorpus } from './held-out-corpus.ts';

/** A rule and how much it weighs: the shrunken effect of one that was learnt. Below 0: following it is thought to harm. */
export interface WeightedRule {
  readonly rule: Rule;
  readonly weight: number;
}

/** The units of a channel that any rule applies to, in order, with the sum of what their rules say. */
export interface Scores {
  readonly units: Int32Array;
  /** Of each of these: +weight for each rule that is followed, −weight for each that is not. */
  readonly score: Float64Array;
}

/** Scores the held-out units of a channel by the rules that apply to them. */
export function scoresOf(rules: readonly WeightedRule[], channel: Channel, heldOut: HeldOutCorpus): Scores {
  const sums = new Map<number, number>();
  for (const { rule, weight } of rules) {
    const { applies, followed } = heldOut.conformance(rule, channel);
    const does = new Set(followed);
    for (const unit of applies) sums.set(unit, (sums.get(unit) ?? 0) + (does.has(unit) ? weight : -weight));
  }
  const units = Int32Array.from([...sums.keys()].sort((a, b) => a - b));
  return { units, score: Float64Array.from(units, (unit) => sums.get(unit) ?? 0) };
}
