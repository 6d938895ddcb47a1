import type { ObservedEvent } from './journal.ts';
import type { CurrentAct } from './state.ts';

/** Whether an execute act that ran to its end, or is in doubt, gained nothing. */
export function isFailedAct(current: CurrentAct, seen: Pick<ObservedEvent, 'verdict' | 'gain'>): boolean {
  return (
    current.planned.act === 'exploit' &&
    seen.verdict !== 'pass' &&
    seen.gain <= 0 &&
    !current.isCancelled &&
    !current.neverRan
  );
}
