import { corpusOf } from '../extract/offline/corpus.ts';
import { effectOf } from '../extract/offline/effect.ts';
import { exactP } from '../extract/offline/exact-test.ts';
import type { MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import { ContrastReader } from '../extract/offline/stratum-contrast.ts';

/** Two agent configurations as the sides of a predicate, a stratum a task. */
export interface DesignContrast {
  readonly first: string;
  readonly second: string;
  /** Runs of both that count. */
  readonly n: number;
  /** Tasks that both tried. */
  readonly tasks: number;
  /** Stratified difference of the outcomes, first less second. */
  readonly effect: number;
  /** Tasks whose outcomes differ, and the outcomes of the first in them, summed. */
  readonly discordant: number;
  readonly favourFirst: number;
  /** Exact, two-sided; null where an outcome is not 0 or 1. */
  readonly p: number | null;
}

/** Contrasts two designs over the tasks that both tried; null where there is none. */
export function designContrast(
  first: readonly MinedTrajectory[],
  second: readonly MinedTrajectory[],
): DesignContrast | null {
  const isKnown = (one: MinedTrajectory): boolean => one.taskKey !== null && one.outcome !== null;
  const [a, b] = [first.filter(isKnown), second.filter(isKnown)];
  const all = [...a, ...b].map((one) => ({ ...one, agentConfigId: 'one' }));
  const { stratum, strata } = corpusOf(all);
  const applies = Int32Array.from(all.keys());
  const units = {
    y: Float64Array.from(all, (one) => one.outcome ?? Number.NaN),
    stratum,
    strata,
    trajectory: applies,
    count: all.length,
  };
  const truth = applies.filter((index) => index < a.length);
  const contrasts = new ContrastReader(units).read({ rule: { form: 'USE', t: 'design' }, applies, truth });
  if (contrasts.length === 0) return null;
  const telling = contrasts.filter((one) => one.isInformative);
  const margins = telling.map(({ nTrue, nFalse, sumTrue, sumFalse }) => {
    return { nTrue, nFalse, successes: sumTrue + sumFalse };
  });
  const favourFirst = telling.reduce((sum, one) => sum + one.sumTrue, 0);
  return {
    first: first[0]?.agentConfigId ?? '',
    second: second[0]?.agentConfigId ?? '',
    n: contrasts.reduce((sum, one) => sum + one.nTrue + one.nFalse, 0),
    tasks: contrasts.length,
    effect: effectOf(contrasts).effect,
    discordant: telling.length,
    favourFirst,
    p: telling.every((one) => one.isBinary) ? exactP(margins, favourFirst) : null,
  };
}

/** All pairs of configurations that tried a task both, the strongest contrast first; at most `most`. */
export function designContrasts(trajectories: readonly MinedTrajectory[], most: number): readonly DesignContrast[] {
  const designs = [...new Set(trajectories.map((one) => one.agentConfigId))].sort();
  const runsOf = designs.map((design) => trajectories.filter((one) => one.agentConfigId === design));
  const pairs = runsOf.flatMap((first, at) => runsOf.slice(at + 1).map((second) => designContrast(first, second)));
  const known = pairs.filter((one) => one !== null);
  return known.sort((x, y) => (x.p ?? 1) - (y.p ?? 1) || y.n - x.n).slice(0, most);
}
