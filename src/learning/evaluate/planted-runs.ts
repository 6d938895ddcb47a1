import { compareCodePoints } from '../../base/code-point-order.ts';
import { type Rule, ruleKey } from '../../experience/rule.ts';
import { checkRule } from '../../experience/rule-check/rule-check.ts';
import type { ChannelData } from '../extract/offline/channel-data.ts';
import { corpusOf } from '../extract/offline/corpus.ts';
import { Generator } from '../extract/offline/generator.ts';
import { history, type MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import { ContrastReader } from '../extract/offline/stratum-contrast.ts';
import { happens } from './chance.ts';

/** The predicates of a channel that most strata tell apart, whatever came of it: those with both sides in them. */
export function contrastedRules({ units, candidates }: ChannelData, count: number): readonly Rule[] {
  const reader = new ContrastReader(units);
  return candidates
    .map((one) => ({ rule: one.rule, strata: reader.read(one).length, key: ruleKey(one.rule) }))
    .filter((one) => one.strata > 0)
    .sort((a, b) => b.strata - a.strata || compareCodePoints(a.key, b.key))
    .slice(0, count)
    .map((one) => one.rule);
}

/**
 * Runs whose outcome a rule decides in part: outcomes are exchanged inside strata, so that nothing is left of what was, and then
 * set by the rule with probability `effect`. Runs to which it does not apply keep the exchanged outcome.
 */
export function plantedRuns(
  trajectories: readonly MinedTrajectory[],
  rule: Rule,
  effect: number,
  seed: string,
): readonly MinedTrajectory[] {
  const draw = new Generator(`plant\n${seed}`);
  const sorted = history(trajectories, { historyMax: trajectories.length + 1, window: null });
  const { stratum } = corpusOf(sorted);
  const left = new Map<number, (number | null)[]>();
  for (const [index, one] of sorted.entries()) {
    const at = stratum[index] ?? -1;
    left.set(at, [...(left.get(at) ?? []), one.outcome ?? one.acceptance]);
  }
  return sorted.map((one, index) => {
    const results = left.get(stratum[index] ?? -1) ?? [];
    const [exchanged = null] = results.splice(draw.below(results.length), 1);
    const isSet = happens(draw, effect);
    const { holds } = checkRule(rule, one.steps);
    if (exchanged === null) return one;
    return { ...one, outcome: isSet && holds !== null ? Number(holds) : exchanged };
  });
}
