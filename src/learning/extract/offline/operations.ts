import { compareCodePoints } from '../../../base/code-point-order.ts';
import type { Operation } from '../../../experience/operation.ts';
import { ruleKey } from '../../../experience/rule.ts';
import type { Corpus } from './corpus.ts';
import { initialConfidence, typeOf } from './emission.ts';
import { evidenceOf, type Finding } from './finding.ts';
import { type KnownRule, standOn } from './known-rule.ts';
import { CHANNELS, type OfflineSettings } from './settings.ts';

/** An operation and the findings it comes from, the one with the smallest adjusted p first. */
export interface Proposal {
  readonly operation: Operation;
  readonly findings: readonly [Finding, ...Finding[]];
}

/** One proposal a rule, in the order (channel, adjusted p, effect, text). `capped`: findings for which there was no place. */
export function proposals(
  findings: readonly Finding[],
  library: readonly KnownRule[],
  corpus: Corpus,
  settings: OfflineSettings,
): { readonly kept: readonly Proposal[]; readonly capped: readonly Finding[] } {
  const all = joined(findings).map(
    (group): Proposal => ({ operation: operationOf(group, library, corpus), findings: group }),
  );
  const adds = all.filter((one) => one.operation.op === 'add').sort(byWeight);
  const chosen = withinCaps(adds, corpus, settings);
  const kept = all.filter((one) => one.operation.op !== 'add' || chosen.has(one));
  const capped = adds.filter((one) => !chosen.has(one)).flatMap((one) => one.findings);
  return { kept: kept.sort(byChannel), capped };
}

/** Findings of one rule in several channels are one, led by that of the smallest adjusted p. */
function joined(findings: readonly Finding[]): readonly (readonly [Finding, ...Finding[]])[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  const order = [...findings].sort((a, b) => a.tested.adjustedP - b.tested.adjustedP || rankOf(a) - rankOf(b));
  for (const one of order) {
    const key = ruleKey(one.rule);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else if (group[0].isReversed === one.isReversed) group.push(one);
  }
  return [...groups.values()];
}

function operationOf(
  group: readonly [Finding, ...Finding[]],
  library: readonly KnownRule[],
  corpus: Corpus,
): Operation {
  const [lead] = group;
  const { rule, tested } = lead;
  const { same, opposite } = standOn(rule, library);
  const reasoned = { why: reasonOf(lead), group: null };
  if (lead.isReversed && same !== null) return { op: 'delete', id: same.id, ...reasoned };
  const evidence = evidenceOf(group, corpus);
  if (same !== null) return { op: 'keep', id: same.id, evidence, ...reasoned };
  const isLive = group.every((one) => one.trajectories.every((index) => corpus.trajectories[index]?.isLive === true));
  return {
    op: 'add',
    text: lead.text,
    type: typeOf(rule),
    domain: lead.domain,
    c: initialConfidence(rule, tested.adjustedP, tested.admission.strata),
    rule,
    failureMode: failureModeOf(lead),
    origin: 'offline',
    isTrusted: isLive,
    isContested: opposite !== null || lead.isUndecided,
    evidence,
    ...reasoned,
  };
}

function failureModeOf({ rule, failure }: Finding) {
  if (rule.form !== 'RECOVER' || failure === null) return null;
  return { tool: failure.tool, errorClass: failure.errorClass, signature: rule.sig };
}

function reasonOf({ channel, tested }: Finding): string {
  const { p, adjustedP, effect, shrunk, admission } = tested;
  const [yes, no] = admission.sides;
  return (
    `${channel}: effect ${signed(effect)} (${signed(shrunk)} shrunk), p ${p.toPrecision(2)}, adjusted ` +
    `${adjustedP.toPrecision(2)}, ${admission.strata} groups, ${yes} against ${no}`
  );
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(2)}`;
}

/** As many additions as a task and a run may get. What only confirms or withdraws an entry takes no place. */
function withinCaps(adds: readonly Proposal[], { task }: Corpus, settings: OfflineSettings): ReadonlySet<Proposal> {
  const perTask = new Map<number, number>();
  const chosen = new Set<Proposal>();
  for (const one of adds) {
    const tasks = new Set(one.findings.flatMap(({ trajectories }) => trajectories.map((index) => task[index] ?? -1)));
    const isFull = [...tasks].some((key) => (perTask.get(key) ?? 0) >= settings.maxPerTask);
    if (isFull || chosen.size >= settings.maxPerRun) continue;
    chosen.add(one);
    for (const key of tasks) perTask.set(key, (perTask.get(key) ?? 0) + 1);
  }
  return chosen;
}

function byWeight({ findings: [a] }: Proposal, { findings: [b] }: Proposal): number {
  return (
    a.tested.adjustedP - b.tested.adjustedP ||
    Math.abs(b.tested.shrunk) - Math.abs(a.tested.shrunk) ||
    compareCodePoints(a.text, b.text)
  );
}

function byChannel(a: Proposal, b: Proposal): number {
  return rankOf(a.findings[0]) - rankOf(b.findings[0]) || byWeight(a, b);
}

function rankOf(finding: Finding): number {
  return CHANNELS.indexOf(finding.channel);
}
