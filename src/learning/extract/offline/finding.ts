import type { Evidence } from '../../../experience/entry.ts';
import type { Rule } from '../../../experience/rule.ts';
import { groupAdvantage } from '../../advantage.ts';
import type { Units } from './candidate.ts';
import type { ChannelData } from './channel-data.ts';
import type { Corpus } from './corpus.ts';
import { printedCounts } from './counts.ts';
import { addTo } from './grouped.ts';
import type { FailureName } from './recovery-units.ts';
import { ruleText } from './rule-text.ts';
import { saidRule } from './said-rule.ts';
import type { Channel, OfflineSettings } from './settings.ts';
import type { Tested, Weighed } from './tested.ts';

/** What a significant predicate says, and from which trajectories. */
export interface Finding {
  readonly channel: Channel;
  readonly tested: Tested;
  /** The rule that is recommended; for one that the library should lose, that rule. */
  readonly rule: Rule;
  readonly isReversed: boolean;
  readonly text: string;
  readonly domain: string;
  readonly failure: FailureName | null;
  /** Whether it holds among runs of like length could not be told. */
  readonly isUndecided: boolean;
  /** Trajectories in its informative strata, ascending. */
  readonly trajectories: readonly number[];
}

const DOMAIN_SHARE = 0.8;
const MAX_IDS = 20;

/** The units of a predicate in its informative strata. */
export function tellingUnits({ candidate, strata }: Weighed, units: Units): readonly number[] {
  const telling = new Set(
    strata()
      .filter((one) => one.isInformative)
      .map((one) => one.stratum),
  );
  return [...candidate.applies].filter((unit) => telling.has(units.stratum[unit] ?? -1));
}

/** Sessions of the units in strata with both sides. */
export function sessionsOf({ candidate, strata }: Weighed, units: Units, corpus: Corpus): number {
  const contrasted = new Set(strata().map((one) => one.stratum));
  const sessions = new Set<string>();
  for (const unit of candidate.applies) {
    if (!contrasted.has(units.stratum[unit] ?? -1)) continue;
    const trajectory = corpus.trajectories[units.trajectory[unit] ?? -1];
    if (trajectory !== undefined) sessions.add(trajectory.sessionId);
  }
  return sessions.size;
}

/** Words for what a predicate says; null where it has none. */
export function textOf(tested: Tested, domain: string, data: ChannelData): string | null {
  const rule = saidRule(tested.rule, tested.effect);
  if (rule === null) return null;
  return ruleText({
    rule,
    channel: data.channel,
    domain,
    counts: printedCounts(tested.candidate, data.units, tested.strata(), tested.effect),
    failure: failureOf(rule, data),
  });
}

/** The failure that a rule is about; null for one that is about none. */
export function failureOf(rule: Rule, { failures }: ChannelData): FailureName | null {
  return rule.form === 'RECOVER' ? (failures.get(rule.sig) ?? null) : null;
}

/** Trajectories by number, ascending, each once. */
export function trajectoriesOf(units: readonly number[], { trajectory }: Units): readonly number[] {
  return [...new Set(units.map((unit) => trajectory[unit] ?? -1))].sort((a, b) => a - b);
}

/** Domain of an operation: of the tool that it is about, in the outcome channel of nearly all of the runs. */
export function domainOfFinding(
  rule: Rule,
  data: ChannelData,
  trajectories: readonly number[],
  corpus: Corpus,
  settings: OfflineSettings,
): string {
  if (data.channel !== 'outcome') return settings.domainOf(subjectOf(rule, data));
  const counts = new Map<string, number>();
  for (const index of trajectories) {
    const domain = corpus.trajectories[index]?.domain ?? 'other';
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  const isMost = (count: number): boolean => count >= DOMAIN_SHARE * trajectories.length;
  return [...counts].find(([, count]) => isMost(count))?.[0] ?? 'other';
}

function subjectOf(rule: Rule, { failures }: ChannelData): string {
  switch (rule.form) {
    case 'PRE':
      return rule.b;
    case 'PREFER':
      return rule.x;
    case 'RECOVER':
      return failures.get(rule.sig)?.tool ?? '';
    default:
      return rule.t;
  }
}

/** What findings that say one thing rest on; effect is that of the first. */
export function evidenceOf(findings: readonly Finding[], corpus: Corpus): Evidence {
  const trajectories = [...new Set(findings.flatMap((one) => one.trajectories))].sort((a, b) => b - a);
  const groups = groupsOf(trajectories, corpus);
  const strengths = groups.flatMap((members) => {
    const advantage = groupAdvantage(members.map((index) => corpus.trajectories[index]?.reward ?? 0));
    return advantage.skip === null ? [advantage.strength] : [];
  });
  return {
    groups: groups.length,
    trajectories: trajectories.length,
    strength: strengths.length === 0 ? null : Math.max(...strengths),
    effect: Math.abs(findings[0]?.tested.shrunk ?? 0),
    trajectoryIds: trajectories.slice(0, MAX_IDS).map((index) => corpus.trajectories[index]?.id ?? ''),
  };
}

function groupsOf(trajectories: readonly number[], { stratum }: Corpus): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>();
  for (const index of [...trajectories].reverse()) {
    addTo(groups, stratum[index] ?? 0, index);
  }
  return [...groups.values()];
}
