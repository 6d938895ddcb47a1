import type { GoalState } from './goal-state.ts';
import { stripped } from './white-space.ts';

interface AcceptedEvidence {
  /** As written. */
  readonly written: ReadonlySet<string>;
  /** Without white space at both ends. */
  readonly bare: ReadonlySet<string>;
}

const known = new WeakMap<readonly string[], AcceptedEvidence>();

/** The accepted evidence of a goal as sets, made once for each list that can no longer change. */
export function acceptedSets({ acceptedEvidence }: Pick<GoalState, 'acceptedEvidence'>): AcceptedEvidence {
  const found = known.get(acceptedEvidence);
  if (found !== undefined) return found;
  const written = new Set(acceptedEvidence);
  const made = { written, bare: new Set(acceptedEvidence.map(stripped)) };
  if (Object.isFrozen(acceptedEvidence)) known.set(acceptedEvidence, made);
  return made;
}
