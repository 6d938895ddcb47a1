import { type Rule, ruleKey } from '../../experience/rule.ts';
import { checkRule } from '../../experience/rule-check/rule-check.ts';
import { type RuleCorpus, ruleCorpus } from '../../experience/rule-check/rule-corpus.ts';
import type { Units } from '../extract/offline/candidate.ts';
import { channelUnits } from '../extract/offline/channel-data.ts';
import { type Corpus, corpusOf } from '../extract/offline/corpus.ts';
import { history, type MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import { recoveries } from '../extract/offline/recovery-units.ts';
import type { ByChannel, Channel } from '../extract/offline/settings.ts';

/** What a rule says of the units of a channel: to which it applies, and which of them follow it. Ascending. */
export interface Conformance {
  readonly applies: Int32Array;
  readonly followed: Int32Array;
}

/** Runs that rules are held against. */
export class HeldOutCorpus {
  readonly corpus: Corpus;
  readonly units: ByChannel<Units>;
  readonly #developer: RuleCorpus;
  readonly #recoveries: ReturnType<typeof recoveries>;
  readonly #known = new Map<string, Conformance>();

  /** What a key usually is, which some rules ask, is told by the developer's runs alone: the rules were frozen with it. */
  constructor(heldOut: readonly MinedTrajectory[], developer: readonly MinedTrajectory[]) {
    this.corpus = corpusOf(history(heldOut, { historyMax: heldOut.length + 1, window: null }));
    this.units = channelUnits(this.corpus);
    this.#recoveries = recoveries(this.corpus);
    this.#developer = ruleCorpus(developer.map(({ taskKey, id, steps }) => ({ taskKey: taskKey ?? id, steps })));
  }

  /** Task of each unit as a number from 0; units of runs whose task is unknown have one of their own each run. */
  taskOf(channel: Channel, unit: number): number {
    const trajectory = this.units[channel].trajectory[unit] ?? -1;
    const task = this.corpus.task[trajectory] ?? -1;
    return task === -1 ? this.corpus.trajectories.length + trajectory : task;
  }

  conformance(rule: Rule, channel: Channel): Conformance {
    const key = `${channel} ${ruleKey(rule)}`;
    const known = this.#known.get(key) ?? this.#read(rule, channel);
    this.#known.set(key, known);
    return known;
  }

  #read(rule: Rule, channel: Channel): Conformance {
    if (channel === 'recovery') return this.#afterFailures(rule);
    const { y } = this.units[channel];
    const applies: number[] = [];
    const followed: number[] = [];
    for (const [trajectory, { steps }] of this.corpus.trajectories.entries()) {
      const unit = channel === 'outcome' ? trajectory : this.#firstCall(trajectory, subjectOf(rule));
      if (unit === null || Number.isNaN(y[unit] ?? Number.NaN)) continue;
      const check = checkRule(rule, steps, this.#developer);
      if (!check.applicable) continue;
      applies.push(unit);
      if (check.followed === true) followed.push(unit);
    }
    return { applies: Int32Array.from(applies), followed: Int32Array.from(followed) };
  }

  #firstCall(trajectory: number, tool: string | null): number | null {
    const { firstCalls, numberOf } = this.corpus;
    const number = tool === null ? undefined : numberOf.get(tool);
    if (number === undefined) return null;
    const start = firstCalls.start[trajectory] ?? 0;
    const at = firstCalls.tool.subarray(start, firstCalls.start[trajectory + 1]).indexOf(number);
    return at === -1 ? null : start + at;
  }

  #afterFailures(rule: Rule): Conformance {
    const none = new Int32Array();
    if (rule.form !== 'RECOVER') return { applies: none, followed: none };
    const same = this.#recoveries.candidates.filter((one) => one.rule.form === 'RECOVER' && one.rule.sig === rule.sig);
    const act = same.find((one) => one.rule.form === 'RECOVER' && one.rule.act === rule.act);
    return { applies: same[0]?.applies ?? none, followed: act?.truth ?? none };
  }
}

/** The tool whose first call a rule of the step channel is about. */
function subjectOf(rule: Rule): string | null {
  if (rule.form === 'PRE') return rule.b;
  return rule.form === 'ARG' || rule.form === 'ARGV' ? rule.t : null;
}
