import { nextStep, recoveryAct } from '../../../experience/rule-check/recovery-act.ts';
import type { Candidate, Units } from './candidate.ts';
import { type Corpus, Numbering } from './corpus.ts';
import { addTo } from './grouped.ts';
import { judgement, type MinedStep, type MinedTrajectory } from './mined-trajectory.ts';

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
  const found = corpus.trajectories.flatMap((one, index) => recoveriesIn(one, index));
  const strata = new Numbering();
  const stratum = found.map(({ sig, trajectory }) => strata.of(`${sig} ${corpus.stratum[trajectory] ?? 0}`));
  return {
    units: {
      y: Float64Array.from(found, (one) => (one.isSuccess ? 1 : 0)),
      stratum: new Int32Array(stratum),
      strata: strata.size,
      trajectory: Int32Array.from(found, (one) => one.trajectory),
      count: found.length,
    },
    candidates: candidatesOf(found),
    failures: new Map(found.map(({ sig, tool, errorClass }) => [sig, { tool, errorClass }])),
  };
}

/** What was done after the first failure with each signature in one trajectory, in order. */
export function recoveriesIn({ steps }: Pick<MinedTrajectory, 'steps'>, trajectory: number): readonly Recovery[] {
  const seen = new Set<string>();
  return steps.flatMap((failed, at): readonly Recovery[] => {
    const sig = signatureOf(failed);
    if (sig === null || seen.has(sig)) return [];
    seen.add(sig);
    const next = nextStep(steps, at);
    const isGood = next === undefined ? null : judgement(next);
    if (isGood === null) return [];
    const recurs = steps.slice(at + 1, at + 1 + QUIET_CALLS).some((step) => signatureOf(step) === sig);
    const { tool, errorClass } = failed;
    const act = recoveryAct(steps, at);
    return [{ sig, tool, errorClass: errorClass ?? 'unknown', act, trajectory, isSuccess: isGood && !recurs }];
  });
}

/** Signature of a step that failed; null for any other. */
function signatureOf(step: MinedStep): string | null {
  return judgement(step) === false ? (step.sig ?? null) : null;
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
    const applies = new Int32Array(units);
    return Array.from(acts, ([act, list]): Candidate => {
      return { rule: { form: 'RECOVER', sig, act }, applies, truth: new Int32Array(list) };
    });
  });
}
