import type { Candidate, Units } from './candidate.ts';
import { type Corpus, Numbering } from './corpus.ts';
import { addTo } from './grouped.ts';
import { keysOf } from './keys.ts';
import { judgement, type MinedStep, type MinedTrajectory } from './mined-trajectory.ts';
import { sameJson } from './same-json.ts';

/** A failure as texts may tell of it. */
export interface FailureName {
  readonly tool: string;
  readonly errorClass: string;
}

export interface Recoveries {
  readonly units: Units;
  readonly candidates: readonly Candidate[];
  /** By signature. */
  readonly failures: ReadonlyMap<string, FailureName>;
}

interface Recovery extends FailureName {
  readonly sig: string;
  readonly act: string;
  readonly trajectory: number;
  readonly isSuccess: boolean;
}

/** Calls after a failure in which it must not occur again. */
const QUIET_CALLS = 5;

/** What was done after the first failure with each signature, and whether it worked. */
export function recoveries(corpus: Corpus): Recoveries {
  const isNeutral = (tool: string): boolean => corpus.isNeutral[corpus.numberOf.get(tool) ?? -1] === true;
  const found = corpus.trajectories.flatMap((one, index) => recoveriesIn(one, index, isNeutral));
  const strata = new Numbering();
  const stratum = found.map(({ sig, trajectory }) => strata.of(`${sig} ${corpus.stratum[trajectory] ?? 0}`));
  return {
    units: {
      y: Float64Array.from(found, (one) => (one.isSuccess ? 1 : 0)),
      stratum: Int32Array.from(stratum),
      strata: strata.size,
      trajectory: Int32Array.from(found, (one) => one.trajectory),
      count: found.length,
    },
    candidates: candidatesOf(found),
    failures: new Map(found.map(({ sig, tool, errorClass }) => [sig, { tool, errorClass }])),
  };
}

function recoveriesIn(
  { steps }: MinedTrajectory,
  trajectory: number,
  isNeutral: (tool: string) => boolean,
): readonly Recovery[] {
  const seen = new Set<string>();
  return steps.flatMap((failed, at): readonly Recovery[] => {
    const sig = signatureOf(failed);
    if (sig === null || seen.has(sig)) return [];
    seen.add(sig);
    const next = steps.slice(at + 1).find((step) => !isNeutral(step.tool));
    const isGood = next === undefined ? null : judgement(next);
    if (next === undefined || isGood === null) return [];
    const recurs = steps.slice(at + 1, at + 1 + QUIET_CALLS).some((step) => signatureOf(step) === sig);
    const { tool, errorClass } = failed;
    const act = actOf(failed, next);
    return [{ sig, tool, errorClass: errorClass ?? 'unknown', act, trajectory, isSuccess: isGood && !recurs }];
  });
}

/** Signature of a step that failed; null for any other. */
function signatureOf(step: MinedStep): string | null {
  return judgement(step) === false ? step.sig : null;
}

/** What a step is as an answer to a failed one: `retry-same`, `retry-changed(keys)` or `switch(tool)`. */
function actOf(failed: MinedStep, next: MinedStep): string {
  if (next.tool !== failed.tool) return `switch(${next.tool})`;
  if (sameJson(failed.params, next.params)) return 'retry-same';
  const before = new Set(keysOf(failed));
  const after = new Set(keysOf(next));
  const hasValues = failed.flags === undefined && next.flags === undefined;
  const changed = [...new Set([...before, ...after])].filter((key) => {
    if (!before.has(key) || !after.has(key)) return true;
    return hasValues && !sameJson(failed.params[key] ?? null, next.params[key] ?? null);
  });
  return `retry-changed(${changed.sort().join(',')})`;
}

function candidatesOf(found: readonly Recovery[]): readonly Candidate[] {
  const bySignature = new Map<string, { readonly units: number[]; readonly acts: Map<string, number[]> }>();
  for (const [unit, { sig, act }] of found.entries()) {
    const known = bySignature.get(sig) ?? { units: [], acts: new Map<string, number[]>() };
    bySignature.set(sig, known);
    known.units.push(unit);
    addTo(known.acts, act, unit);
  }
  return [...bySignature].flatMap(([sig, { units, acts }]) => {
    const applies = Int32Array.from(units);
    return Array.from(acts, ([act, list]): Candidate => {
      return { rule: { form: 'RECOVER', sig, act }, applies, truth: Int32Array.from(list) };
    });
  });
}
