import type { Candidate } from './actor.ts';
import { advised } from './advice.ts';
import { type Belief, believe, filesChangedBefore } from './beliefs.ts';
import type { Lesson } from './guidance.ts';
import type { Observation } from './store.ts';

/** Everything a choice depends on, beside the controller. */
export interface Situation {
  /** In [0,1], of the last critique. */
  readonly signal: number;
  readonly fingerprint: string | null;
  readonly fingerprintClass: string | null;
  /** In listed order; `matches`: the candidate is for the failure at hand. */
  readonly candidates: readonly { readonly candidate: Candidate; readonly matches: boolean }[];
  readonly observations: readonly Observation[];
  /** Lessons in view, and the signature of the call that failed last; null where none did. */
  readonly lessons: readonly Lesson[];
  readonly signature: string | null;
  /** Acts of this run that failed or are in doubt, with the fingerprint after them. */
  readonly attempts: readonly {
    readonly candidateKey: string;
    readonly fingerprint: string | null;
    readonly isInDoubt: boolean;
  }[];
  /** `exploredMark` of every look of this run. */
  readonly explored: ReadonlySet<string>;
  /** Ids of candidates that a person allowed to run again although they are in doubt. */
  readonly allowedAgain: ReadonlySet<string>;
  /** Cycles that the policy still allows; a look costs one of them. */
  readonly actionsLeft: number;
}

export interface Weighed {
  readonly kind: 'weighed';
  readonly exploit: Candidate;
  /** About the exploit candidate; the explore value is its mean and one standard deviation. */
  readonly belief: Belief;
  readonly explore: Candidate | null;
  readonly exploitValue: number;
  /** null: nothing to look at. */
  readonly exploreValue: number | null;
}

/** No way on; `inDoubt` is the candidate that would be one, were it known whether it already ran. */
export interface NothingLeft {
  readonly kind: 'nothing-left';
  readonly inDoubt: Candidate | null;
}

/** Means this close count as equal, so that the smaller action wins. */
const EQUAL_WITHIN = 0.05;

/** The mark of a look at a failure, as `Situation.explored` holds it. */
export function exploredMark(candidateKey: string, fingerprint: string | null): string {
  return `${candidateKey}\n${fingerprint ?? ''}`;
}

/** Values what could be done next: the best act, and the look that could come before it. */
export function weigh(situation: Situation): Weighed | NothingLeft {
  const matching = situation.candidates.filter((entry) => entry.matches).map((entry) => entry.candidate);
  const open = matching.filter((candidate) => candidate.kind === 'exploit' && !hasFailedHere(situation, candidate));
  const certain = open.filter((candidate) => !isBarred(situation, candidate));
  const best = bestExploit(situation, certain);
  if (best === undefined) return { kind: 'nothing-left', inDoubt: open[0] ?? null };
  const explore = unusedExplores(situation)[0] ?? null;
  return {
    kind: 'weighed',
    exploit: best.candidate,
    belief: best.belief,
    explore,
    exploitValue: best.belief.mean,
    exploreValue: explore === null ? null : Math.min(1, best.belief.mean + best.belief.sd),
  };
}

/** The looks that may still be taken at the failure at hand, in listed order. */
function unusedExplores(situation: Situation): readonly Candidate[] {
  return situation.candidates
    .filter((entry) => entry.matches && entry.candidate.kind === 'explore')
    .map((entry) => entry.candidate)
    .filter((candidate) => !situation.explored.has(exploredMark(candidate.key, situation.fingerprint)))
    .filter((candidate) => !isBarred(situation, candidate));
}

/** A child plans afresh each time, so that only the policy ends it; a fixed command would fail the same way again. */
function hasFailedHere(situation: Situation, candidate: Candidate): boolean {
  if (candidate.isChild) return false;
  return situation.attempts.some(
    (attempt) =>
      !attempt.isInDoubt && attempt.candidateKey === candidate.key && attempt.fingerprint === situation.fingerprint,
  );
}

function isBarred(situation: Situation, candidate: Candidate): boolean {
  if (candidate.isRepeatable || situation.allowedAgain.has(candidate.id)) return false;
  return situation.attempts.some((attempt) => attempt.isInDoubt && attempt.candidateKey === candidate.key);
}

function bestExploit(situation: Situation, candidates: readonly Candidate[]) {
  const { observations, fingerprint, fingerprintClass } = situation;
  const believed = candidates.map((candidate) => ({
    candidate,
    belief: advised(believe(observations, candidate.key, fingerprint, fingerprintClass), candidate, situation),
    size: filesChangedBefore(observations, candidate.key) ?? Number.POSITIVE_INFINITY,
  }));
  const highest = Math.max(...believed.map((entry) => entry.belief.mean));
  // Means are sums of fractions: without the margin two that differ by exactly 0.05 may fall on either side.
  const near = believed.filter((entry) => highest - entry.belief.mean <= EQUAL_WITHIN + 1e-9);
  return near.reduce<(typeof near)[number] | undefined>(
    (best, entry) => (best === undefined || entry.size < best.size ? entry : best),
    undefined,
  );
}
