import { oppositeRule, type Rule, ruleKey } from '../../../experience/rule.ts';
import type { ChannelData } from './channel-data.ts';
import type { Corpus } from './corpus.ts';
import { type Obstacle, obstacleTo } from './emission.ts';
import {
  domainOfFinding,
  type Finding,
  failureOf,
  sessionsOf,
  tellingUnits,
  textOf,
  trajectoriesOf,
} from './finding.ts';
import { type KnownRule, standOn } from './known-rule.ts';
import { passesLengthCheck } from './length-check.ts';
import { saidRule } from './said-rule.ts';
import type { OfflineSettings } from './settings.ts';
import { passesSince } from './since-check.ts';
import type { Tested } from './tested.ts';
import type { TestedChannel } from './tested-channel.ts';

/** What came of each predicate that was tested. */
export interface Screening {
  /** Those that give an operation. */
  readonly findings: readonly Finding[];
  /** Why each other one gives none. */
  readonly obstacles: Map<Tested, Obstacle>;
}

/** Lets the tested predicates through that meet every rule of emission. */
export function screened(
  channels: readonly TestedChannel[],
  library: readonly KnownRule[],
  corpus: Corpus,
  settings: OfflineSettings,
): Screening {
  const obstacles = new Map<Tested, Obstacle>();
  const found = channels.flatMap((channel) =>
    channel.tested.flatMap((tested) => {
      const finding = findingOf(tested, channel, corpus, settings);
      if (typeof finding !== 'string') return [{ finding, channel }];
      obstacles.set(tested, finding);
      const isKnown = finding === 'direction' && standOn(tested.rule, library).same !== null;
      return isKnown ? [{ finding: reversed(tested, channel, corpus, settings), channel }] : [];
    }),
  );
  const said = new Set(found.filter(({ finding }) => !finding.isReversed).map(({ finding }) => ruleKey(finding.rule)));
  const findings = found.flatMap(({ finding, channel }) => {
    if (finding.isReversed) return [finding];
    const checked = isSaidBothWays(finding, said) ? 'both_orders' : checkedFurther(finding, channel, library, corpus);
    if (typeof checked !== 'string') return [checked];
    obstacles.set(finding.tested, checked);
    return [];
  });
  return { findings, obstacles };
}

function findingOf(
  tested: Tested,
  { data, plan }: TestedChannel,
  corpus: Corpus,
  settings: OfflineSettings,
): Finding | Obstacle {
  const obstacle = obstacleTo(tested, () => sessionsOf(tested, data.units, corpus), plan.q, settings);
  if (obstacle !== null) return obstacle;
  const rule = saidRule(tested.rule, tested.effect);
  if (rule === null) return 'direction';
  const facts = factsOf(tested, rule, data, corpus, settings);
  const text = textOf(tested, facts.domain, data);
  return text === null ? 'no_text' : { ...facts, isReversed: false, text };
}

/** What shows that an entry of the library is wrong. */
function reversed(tested: Tested, { data }: TestedChannel, corpus: Corpus, settings: OfflineSettings): Finding {
  const facts = factsOf(tested, tested.rule, data, corpus, settings);
  return { ...facts, isReversed: true, text: ruleKey(tested.rule) };
}

function factsOf(
  tested: Tested,
  rule: Rule,
  data: ChannelData,
  corpus: Corpus,
  settings: OfflineSettings,
): Omit<Finding, 'isReversed' | 'text'> {
  const trajectories = trajectoriesOf(tellingUnits(tested, data.units), data.units);
  return {
    channel: data.channel,
    tested,
    rule,
    domain: domainOfFinding(rule, data, trajectories, corpus, settings),
    failure: failureOf(rule, data),
    isUndecided: false,
    trajectories,
  };
}

function isSaidBothWays({ rule }: Finding, said: ReadonlySet<string>): boolean {
  const contrary = rule.form === 'PRE' ? oppositeRule(rule) : null;
  return contrary !== null && said.has(ruleKey(contrary));
}

function checkedFurther(
  finding: Finding,
  { data, plan }: TestedChannel,
  library: readonly KnownRule[],
  corpus: Corpus,
): Finding | Obstacle {
  const { tested, rule } = finding;
  const isIndependent = passesLengthCheck(tested, data, plan);
  if (isIndependent === false) return 'longer_runs';
  const { same, withdrawnAt } = standOn(rule, library);
  const isBack = withdrawnAt !== null && same === null;
  if (isBack && !passesSince(withdrawnAt, tested, data, plan, corpus)) return 'withdrawn';
  return { ...finding, isUndecided: isIndependent === null };
}
