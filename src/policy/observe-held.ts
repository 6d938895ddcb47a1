import { PraxisError } from '../base/errors.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { type Change, type HeldFile, heldGoal, requireUnchanged } from './held-file.ts';
import { governingDecisions } from './human-gates.ts';
import { type Observation, observe } from './observe.ts';
import { isArchived, type RecordArchive } from './record-archive.ts';
import { USAGE_NAMES, type UsageName } from './totals.ts';

/** An observation of the goal in a file. */
export interface ObserveRequest {
  readonly observation: Observation;
  /** SHA-256 of the bytes that the observation was made on. */
  readonly expectedSha256: string;
  readonly policy: GoalPolicy;
  readonly keys: ReadonlyMap<string, string>;
}

export interface ObservedGoal {
  readonly checkpoint: GoalCheckpoint;
  /** Usage that became unknown with this observation, and stays so for the goal unless the figure is found now. */
  readonly lostUsage: readonly UsageName[];
}

/**
 * Writes an observation into the goal in a file; CHECKPOINT_REFUSED where it would forget what has to stand. `archive` holds
 * the records that left the file earlier: an approval among them was used and counts no second time.
 */
export function observeHeld(found: HeldFile, request: ObserveRequest, archive: RecordArchive): Change<ObservedGoal> {
  const goal = heldGoal(found);
  requireUnchanged(found, request.expectedSha256);
  const { observation, policy, keys } = request;
  if (observation.gate?.kind === 'approved') requireUnused(goal, observation.gate.gate, archive);
  const result = observe(goal, observation, policy, keys);
  if (result.kind === 'refused') throw refused(result.message);
  const { checkpoint, archived } = result;
  const lostUsage = USAGE_NAMES.filter((name) => goal.usage[name] !== null && checkpoint.usage[name] === null);
  return { kind: 'publish', document: checkpoint.document, moved: archived, result: { checkpoint, lostUsage } };
}

function requireUnused({ task }: GoalCheckpoint, gate: string, archive: RecordArchive): void {
  const answers = governingDecisions(task.decisions);
  const governing = answers.kind === 'governing' ? answers.byGate.get(gate) : undefined;
  if (governing !== undefined && isArchived(archive, governing.document))
    throw refused(`${governing.label} was used before and does not count again`);
}

function refused(message: string): PraxisError {
  return new PraxisError('CHECKPOINT_REFUSED', message, {
    hint: 'Counters, known usage and the answers of people are never taken back; write what was measured.',
  });
}
