import type { ChannelData } from './channel-data.ts';
import type { Corpus } from './corpus.ts';
import { effectOf, shrunkEffect } from './effect.ts';
import { obstacleTo } from './emission.ts';
import { sessionsOf } from './finding.ts';
import { ContrastReader } from './stratum-contrast.ts';
import { pValues, type Tested, type TestPlan, weighed } from './tested.ts';

/** Whether the trajectories that ended after an instant (ISO 8601 UTC) speak for a predicate alone, and the same way. */
export function passesSince(at: string, tested: Tested, data: ChannelData, plan: TestPlan, corpus: Corpus): boolean {
  const isLater = (unit: number): boolean => {
    const index = data.units.trajectory[unit] ?? -1;
    return (corpus.trajectories[index]?.endedAt ?? '') > at;
  };
  const { rule, applies, truth } = tested.candidate;
  const later = { rule, applies: applies.filter(isLater), truth: truth.filter(isLater) };
  const found = weighed(later, new ContrastReader(data.units), plan.settings);
  if (!found.admission.isAdmissible) return false;
  const effect = effectOf(found.strata());
  const shrunk = shrunkEffect(effect, plan.settings.priorSd[data.channel]);
  const [p = 1] = pValues([found], plan, `since ${at}`).p;
  const judged = { strata: found.strata, effect: effect.effect, rule, shrunk, adjustedP: p };
  const obstacle = obstacleTo(judged, () => sessionsOf(found, data.units, corpus), plan.q, plan.settings);
  return obstacle === null && effect.effect * tested.effect > 0;
}
