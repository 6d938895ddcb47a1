import type { Critique } from '../critique.ts';
import { isFailedAct } from '../failed-act.ts';
import type { ObservedEvent } from '../journal.ts';
import type { CurrentAct, RunState } from '../state.ts';
import type { Observation } from '../store.ts';
import { exploredMark, type Situation } from '../weigh.ts';
import { withoutTexts } from './look.ts';
import { situationOf } from './plan-step.ts';
import type { Session } from './session.ts';

/** What the next choice will depend on, once the cycle at hand is observed. */
export function situationAfter(
  session: Session,
  seen: {
    readonly before: RunState;
    readonly current: CurrentAct;
    readonly critique: Critique;
    readonly observations: readonly Observation[];
  } & Pick<ObservedEvent, 'verdict' | 'gain'>,
): Situation {
  const { before, current, critique, observations } = seen;
  const situation = situationOf(session, { critique: withoutTexts(critique), text: critique.text, observations });
  const { planned } = current;
  const attempt = {
    candidateKey: planned.candidate.key,
    fingerprint: critique.fingerprint,
    isInDoubt: current.isInDoubt,
  };
  const hasExplored = planned.act === 'explore' && !current.isCancelled && !current.neverRan;
  const mark = exploredMark(planned.candidate.key, before.critique?.fingerprint ?? null);
  return {
    ...situation,
    attempts: isFailedAct(current, seen) || current.isInDoubt ? [...situation.attempts, attempt] : situation.attempts,
    explored: hasExplored ? new Set([...situation.explored, mark]) : situation.explored,
  };
}
