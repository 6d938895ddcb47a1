import type { Operation } from '../../../experience/operation.ts';
import type { Rule } from '../../../experience/rule.ts';
import { type ChannelData, channelsOf, unitCounts } from './channel-data.ts';
import { type Corpus, corpusOf } from './corpus.ts';
import type { Obstacle } from './emission.ts';
import type { KnownRule } from './known-rule.ts';
import type { Look } from './looks.ts';
import { history, type MinedTrajectory } from './mined-trajectory.ts';
import { proposals } from './operations.ts';
import type { DrawBudget } from './permutation-test.ts';
import { screened } from './screening.ts';
import { type ByChannel, CHANNELS, type OfflineSettings } from './settings.ts';
import type { Tested } from './tested.ts';
import { openChannel, shareOf, type TestedChannel, testChannel } from './tested-channel.ts';
import { compareUndecided, type Undecided, undecidedIn } from './undecided.ts';

/** A predicate that was tested, and what became of it. */
interface TestedRule {
  /** As it was tested: the effect is that of the rule being true. */
  readonly rule: Rule;
  readonly effect: number;
  readonly variance: number;
  readonly shrunk: number;
  readonly p: number;
  readonly adjustedP: number;
  readonly informativeStrata: number;
  /** Why it gives no operation of its own; null: it passes every rule of emission. */
  readonly obstacle: Obstacle | null;
  /** What it gave, alone or with another channel; null: nothing. */
  readonly operation: Operation | null;
}

interface ChannelReport {
  /** Predicates left after closure. */
  readonly tried: number;
  readonly admitted: number;
  /** Adjusted p at most the channel's share. */
  readonly significant: number;
  readonly emitted: number;
  /** Those admitted, in order; empty where the channel was not due. */
  readonly tests: readonly TestedRule[];
}

export interface OfflineExtraction {
  readonly operations: readonly Operation[];
  readonly channels: ByChannel<ChannelReport>;
  /** What there was too little data for, those that lack least first. */
  readonly undecided: readonly Undecided[];
  readonly looks: ByChannel<Look>;
  readonly budget: {
    readonly limit: number;
    readonly moved: number;
    /** Predicates that the budget stopped. */
    readonly unfinished: number;
  };
}

/**
 * Lessons from trajectories without any model: predicates whose two sides differ inside tasks, after correction for all that
 * were tried. Pure: the same trajectories in any order, library and settings give the same result.
 */
export function extractOffline(
  trajectories: readonly MinedTrajectory[],
  library: readonly KnownRule[],
  settings: OfflineSettings,
): OfflineExtraction {
  const looked = history(trajectories, settings);
  const corpus = corpusOf(looked);
  const counts = looked.length === trajectories.length ? null : unitCounts(corpusOf(trajectories));
  return concluded(corpus, channelsOf(corpus, settings.domainOf), counts, library, settings);
}

/** What the channels of a corpus come to. `counts`: units of the whole history, where that is longer than the corpus. */
export function concluded(
  corpus: Corpus,
  data: ByChannel<ChannelData>,
  counts: ByChannel<number> | null,
  library: readonly KnownRule[],
  settings: OfflineSettings,
): OfflineExtraction {
  const open = CHANNELS.map((channel) => openChannel(data[channel], counts?.[channel], settings));
  const budget: DrawBudget = { left: settings.drawBudget };
  const share = shareOf(open, settings.q);
  const tested = open.map((one) => testChannel(one, share, settings, budget));
  const { findings, obstacles } = screened(tested, library, corpus, settings);
  const { kept, capped } = proposals(findings, library, corpus, settings);
  for (const one of capped) obstacles.set(one.tested, 'cap');
  const given = new Map(kept.flatMap((one) => one.findings.map((finding) => [finding.tested, one.operation])));
  return {
    operations: kept.map((one) => one.operation),
    channels: byChannel(tested, (one) => reportOf(one, obstacles, given)),
    undecided: open
      .flatMap((one) => undecidedIn(one.data.channel, one.all, settings))
      .sort(compareUndecided)
      .slice(0, settings.undecidedMax),
    looks: byChannel(tested, (one) => one.look),
    budget: {
      limit: settings.drawBudget,
      moved: settings.drawBudget - budget.left,
      unfinished: tested.reduce((sum, one) => sum + one.unfinished, 0),
    },
  };
}

function byChannel<Value>(tested: readonly TestedChannel[], read: (one: TestedChannel) => Value): ByChannel<Value> {
  const [outcome, step, recovery] = tested;
  if (outcome === undefined || step === undefined || recovery === undefined)
    throw new TypeError('a channel is missing');
  return { outcome: read(outcome), step: read(step), recovery: read(recovery) };
}

function reportOf(
  { all, admitted, tested, plan }: TestedChannel,
  obstacles: ReadonlyMap<Tested, Obstacle>,
  given: ReadonlyMap<Tested, Operation>,
): ChannelReport {
  const tests = tested.map(
    (one): TestedRule => ({
      rule: one.rule,
      effect: one.effect,
      variance: one.variance,
      shrunk: one.shrunk,
      p: one.p,
      adjustedP: one.adjustedP,
      informativeStrata: one.admission.strata,
      obstacle: obstacles.get(one) ?? null,
      operation: given.get(one) ?? null,
    }),
  );
  return {
    tried: all.length,
    admitted: admitted.length,
    significant: tests.filter((one) => one.adjustedP <= plan.q).length,
    emitted: tests.filter((one) => one.operation !== null).length,
    tests,
  };
}
