import type { Observation } from './store.ts';

/** Belief about a candidate under a fingerprint: Beta posterior after back-off. */
export interface Belief {
  readonly mean: number;
  readonly sd: number;
  /** Where the first observations were found. */
  readonly level: 'fingerprint' | 'class' | 'candidate' | 'prior';
  readonly observations: number;
  /** Ids of the lessons that shifted it. */
  readonly lessons?: readonly string[];
}

interface Moments {
  readonly mean: number;
  readonly variance: number;
}

interface Level {
  readonly name: Exclude<Belief['level'], 'prior'>;
  readonly observations: readonly Observation[];
  /** The weight of this level against the next one is n / (n + caution) while n is small. */
  readonly caution: number;
}

/** From this many observations on, a level stands for itself. */
const ENOUGH = 3;
const PRIOR: Moments = betaMoments(1, 1);

/**
 * What earlier outcomes say about a candidate under a failure: the posterior of the narrowest level that has any
 * (this fingerprint, its class, the candidate anywhere), a thin level blended with the next wider one. Every level
 * holds the observations of those narrower than it. A blend is a mixture of two distributions; `sd` is the mixture's.
 *
 * @example
 * ```ts
 * believe([], 'npm-install', 'fp', 'class'); // { mean: 0.5, sd: 0.2887, level: 'prior', observations: 0 }
 * ```
 */
export function believe(
  observations: readonly Observation[],
  candidateKey: string,
  fingerprint: string | null,
  fingerprintClass: string | null,
): Belief {
  const own = observations.filter((observation) => observation.candidateKey === candidateKey);
  const inClass = own.filter((observation) => isSame(observation.fingerprintClass, fingerprintClass));
  const exact = own.filter((observation) => isSame(observation.fingerprint, fingerprint));
  const levels: readonly Level[] = [
    { name: 'fingerprint', observations: exact, caution: 2 },
    { name: 'class', observations: inClass, caution: 2 },
    { name: 'candidate', observations: own, caution: 3 },
  ];
  const start = levels.findIndex((level) => level.observations.length > 0);
  const first = levels[start];
  if (first === undefined) return toBelief(PRIOR, 'prior', 0);
  const moments = levels.slice(start).reduceRight(overWider, PRIOR);
  return toBelief(moments, first.name, first.observations.length);
}

/** Mean number of files that the earlier acts of a candidate changed; null where none is known. */
export function filesChangedBefore(observations: readonly Observation[], candidateKey: string): number | null {
  const counts = observations.flatMap((observation) =>
    observation.candidateKey === candidateKey && observation.filesChanged !== null ? [observation.filesChanged] : [],
  );
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

/** An unrecognised failure is not known to be the same as another one. */
function isSame(left: string | null, right: string | null): boolean {
  return left !== null && left === right;
}

function overWider(wider: Moments, level: Level): Moments {
  const count = level.observations.length;
  const successes = level.observations.filter((observation) => observation.success).length;
  const own = betaMoments(1 + successes, 1 + count - successes);
  return count >= ENOUGH ? own : mixture(own, wider, count / (count + level.caution));
}

function betaMoments(alpha: number, beta: number): Moments {
  const total = alpha + beta;
  return { mean: alpha / total, variance: (alpha * beta) / (total * total * (total + 1)) };
}

function mixture(own: Moments, wider: Moments, weight: number): Moments {
  const mean = weight * own.mean + (1 - weight) * wider.mean;
  const within = weight * own.variance + (1 - weight) * wider.variance;
  const between = weight * (1 - weight) * (own.mean - wider.mean) ** 2;
  return { mean, variance: within + between };
}

function toBelief(moments: Moments, level: Belief['level'], observations: number): Belief {
  return { mean: moments.mean, sd: Math.sqrt(moments.variance), level, observations };
}
