import type { Rule } from '../../../experience/rule.ts';

/** A yes/no property of the units of a channel. Lists of unit numbers are ascending; they may be made anew at each reading. */
export interface Candidate {
  readonly rule: Rule;
  /** Units to which it applies; one array for all candidates that share it, where possible. */
  readonly applies: Int32Array;
  /** Those of them of which it is true. */
  readonly truth: Int32Array;
}

/** The units of a channel. Those that are none have no place in the list of any candidate. */
export interface Units {
  /** Result of each: 0 to 1. NaN for what is no unit. */
  readonly y: Float64Array;
  readonly stratum: Int32Array;
  readonly strata: number;
  readonly trajectory: Int32Array;
  /** How many are units. */
  readonly count: number;
}

/** Candidates over a finer numbering as candidates over the units of a channel; `unitOf` is −1 where there is none. */
export function projected(candidates: readonly Candidate[], unitOf: Int32Array): readonly Candidate[] {
  const known = new Map<Int32Array, Int32Array>();
  const project = (list: Int32Array): Int32Array => list.map((one) => unitOf[one] ?? -1).filter((unit) => unit >= 0);
  return candidates.map(({ rule, applies, truth }) => {
    const scope = known.get(applies) ?? project(applies);
    known.set(applies, scope);
    return { rule, applies: scope, truth: project(truth) };
  });
}
