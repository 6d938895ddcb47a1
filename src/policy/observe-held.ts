import { PraxisError } from '../base/errors.ts';
import { validateGoalCheckpoint } from './documents.ts';
import { evaluateGoal } from './evaluate-goal.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { type Change, type HeldFile, heldGoal, requireUnchanged } from './held-file.ts';
import type { HostRules } from './host-rules.ts';
import { governingDecisions } from './human-gates.ts';
import { KEYS_HINT } from './human-keys.ts';
import { type Observation, observe } from './observe.ts';
import { isArchived, type RecordArchive } from './record-archive.ts';
import { spawnToken } from './spawn-token.ts';
import { USAGE_NAMES, type UsageName } from './totals.ts';

/** An observation of the goal in a file. */
export interface ObserveRequest {
  readonly observation: Observation;
  /** SHA-256 of the bytes that the observation was made on. */
  readonly expectedSha256: string;
  readonly policy: GoalPolicy;
  readonly keys: ReadonlyMap<string, string>;
  /** What the host asks for beyond the contract. */
  readonly rules?: HostRules;
  /** For the start of a child, `spawnToken` of an evaluation of these bytes under this policy. */
  readonly spawnToken?: string;
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
  const { observation, policy, keys, rules = {} } = request;
  requireSpawnToken(goal, found.sha256, request);
  if (observation.gate?.kind === 'approved') requireUnused(goal, observation.gate.gate, archive);
  const result = observe(goal, observation, policy, keys, rules);
  if (result.kind === 'refused') throw refused(result.message);
  const { checkpoint, archived } = result;
  // Whatever was observed, what is written can be read again.
  const whole = validateGoalCheckpoint(checkpoint.document);
  if (whole.kind === 'refused') throw refused(whole.message);
  const lostUsage = USAGE_NAMES.filter((name) => goal.usage[name] !== null && checkpoint.usage[name] === null);
  return { kind: 'publish', document: checkpoint.document, moved: archived, result: { checkpoint, lostUsage } };
}

/** One token is for one child; it fits no other bytes and no other policy than those that were evaluated. */
function requireSpawnToken(goal: GoalCheckpoint, sha256: string, request: ObserveRequest): void {
  const { observation, policy, keys, rules, spawnToken: given } = request;
  const spawned = observation.counters?.children_spawned;
  const before = goal.task.metrics.children_spawned;
  if (given === undefined) {
    if (rules?.spawnsByToken === true && spawned !== undefined && spawned > before)
      throw refused('children_spawned: a child starts only with the token of an evaluation that allows it');
    return;
  }
  if (spawned !== before + 1n) throw refused('children_spawned: a spawn token is for exactly one child');
  if (given !== spawnToken(evaluateGoal(goal, policy, keys), sha256))
    throw refused('the spawn token is not one of this checkpoint under this policy: evaluate again');
}

function requireUnused({ task }: GoalCheckpoint, gate: string, archive: RecordArchive): void {
  const answers = governingDecisions(task.decisions);
  const governing = answers.kind === 'governing' ? answers.byGate.get(gate) : undefined;
  if (governing !== undefined && isArchived(archive, governing.document))
    throw refused(`${governing.label} was used before and does not count again`);
}

function refused(message: string): PraxisError {
  return new PraxisError('CHECKPOINT_REFUSED', message, {
    hint: hintFor(message),
  });
}

function hintFor(message: string): string {
  if (message.includes('no configured human authorization key')) return KEYS_HINT;
  if (/correct|failure/.test(message))
    return 'A correction needs another input, and evidence of this slice that was cited after the failure.';
  if (/spawn token|child/.test(message)) return 'Evaluate first: its spawn token allows one child.';
  if (/gate|human|approve|decision/.test(message))
    return 'What people said is never taken back; a person signs with `praxis checkpoint sign`.';
  if (/fall|unknown once|only new evidence|stays/.test(message))
    return 'Counters, known usage and an end are never taken back; write what was measured.';
  return 'Nothing was written. Mend what the message names, and observe again.';
}
