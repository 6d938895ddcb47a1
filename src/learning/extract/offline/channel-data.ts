import { callCandidates } from './call-candidates.ts';
import { type Candidate, projected, type Units } from './candidate.ts';
import { closure } from './closure.ts';
import type { Corpus } from './corpus.ts';
import { judgement, type MinedTrajectory } from './mined-trajectory.ts';
import { type FailureName, recoveries } from './recovery-units.ts';
import { runCandidates } from './run-candidates.ts';
import type { ByChannel, Channel } from './settings.ts';

/** What a channel has to go by: its units, and the predicates over them that say different things. */
export interface ChannelData {
  readonly channel: Channel;
  readonly units: Units;
  readonly candidates: readonly Candidate[];
  /** Calls before the first call of a tool in the trajectory of a unit. */
  readonly callsBefore: (unit: number, tool: string) => number;
  readonly failures: ReadonlyMap<string, FailureName>;
}

const NO_FAILURES: ReadonlyMap<string, FailureName> = new Map();

/** The three channels over a corpus. */
export function channelsOf(corpus: Corpus, domainOf: (tool: string) => string): ByChannel<ChannelData> {
  const calls = callCandidates(corpus);
  return {
    outcome: outcomeChannel(corpus, calls, domainOf),
    step: stepChannel(corpus, calls),
    recovery: recoveryChannel(corpus),
  };
}

/** What is known of the result of a task: a verifier's word, else the user's. */
function resultOf({ outcome, acceptance }: MinedTrajectory): number {
  return outcome ?? acceptance ?? Number.NaN;
}

/** The units of each channel. */
export function channelUnits(corpus: Corpus): ByChannel<Units> {
  return { outcome: outcomeUnits(corpus), step: stepUnits(corpus), recovery: recoveries(corpus).units };
}

/** How many units each channel has. */
export function unitCounts(corpus: Corpus): ByChannel<number> {
  const { outcome, step, recovery } = channelUnits(corpus);
  return { outcome: outcome.count, step: step.count, recovery: recovery.count };
}

function outcomeUnits({ trajectories, stratum, strata }: Corpus): Units {
  const y = Float64Array.from(trajectories, resultOf);
  return { y, stratum, strata, trajectory: Int32Array.from(trajectories.keys()), count: known(y) };
}

function stepUnits({ trajectories, firstCalls, stratum, strata }: Corpus): Units {
  const { trajectory, position } = firstCalls;
  const y = Float64Array.from(trajectory, (index, call) => {
    const step = trajectories[index]?.steps[position[call] ?? 0];
    const isGood = step === undefined ? null : judgement(step);
    return isGood === null ? Number.NaN : Number(isGood);
  });
  return { y, stratum: trajectory.map((index) => stratum[index] ?? 0), strata, trajectory, count: known(y) };
}

function known(y: Float64Array): number {
  return y.reduce((count, one) => count + (Number.isNaN(one) ? 0 : 1), 0);
}

function outcomeChannel(corpus: Corpus, calls: readonly Candidate[], domainOf: (tool: string) => string): ChannelData {
  const units = outcomeUnits(corpus);
  const isKnown = (index: number): boolean => !Number.isNaN(units.y[index] ?? Number.NaN);
  const unitOf = corpus.firstCalls.trajectory.map((index) => (isKnown(index) ? index : -1));
  const candidates = [...runCandidates(corpus, isKnown, domainOf), ...projected(calls, unitOf)];
  return {
    channel: 'outcome',
    units,
    candidates: closure(candidates, units.count),
    callsBefore: (unit, tool) => firstPosition(corpus, unit, tool),
    failures: NO_FAILURES,
  };
}

function firstPosition({ firstCalls, numberOf }: Corpus, trajectory: number, tool: string): number {
  const start = firstCalls.start[trajectory] ?? 0;
  const own = firstCalls.tool.subarray(start, firstCalls.start[trajectory + 1]);
  return firstCalls.position[start + own.indexOf(numberOf.get(tool) ?? -1)] ?? 0;
}

function stepChannel(corpus: Corpus, calls: readonly Candidate[]): ChannelData {
  const units = stepUnits(corpus);
  const unitOf = Int32Array.from(units.y, (y, call) => (Number.isNaN(y) ? -1 : call));
  const { position } = corpus.firstCalls;
  return {
    channel: 'step',
    units,
    candidates: closure(projected(calls, unitOf), units.count),
    callsBefore: (unit) => position[unit] ?? 0,
    failures: NO_FAILURES,
  };
}

function recoveryChannel(corpus: Corpus): ChannelData {
  const { units, candidates, failures } = recoveries(corpus);
  return { channel: 'recovery', units, candidates: closure(candidates, units.count), callsBefore: () => 0, failures };
}
