import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { isAccepted, isAcceptedBare } from './accepted-evidence.ts';
import type { ActionKind } from './action-kind.ts';
import { changedGoal, verified } from './changed-goal.ts';
import type { Checkpoint, TaskStatus } from './checkpoint.ts';
import { withCheckpointFields } from './create-checkpoint.ts';
import { type Correction, type Failure, permitCorrectedAttempt, recordFailure } from './failures.ts';
import { changedGate, type GateChange } from './gate-change.ts';
import { goalText } from './goal-checks.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { requireObservation, requireRules } from './host-request.ts';
import type { HostRules } from './host-rules.ts';
import { latestByGate } from './human-gates.ts';
import type { ContextMetric } from './metrics.ts';
import { risenCounters, risenUsage } from './observed-spending.ts';
import { type Checked, checked, type Refused, refuse, refuseAll } from './refusal.ts';
import type { CounterName, Totals, Usage } from './totals.ts';
import { requireGenuineRecords } from './verify-records.ts';
import { stripped } from './white-space.ts';

/** What a host saw, and what it means to do next. What is not named stays as it is. */
export interface Observation {
  /** When it was seen: ISO 8601 with an offset. */
  readonly updatedAt: string;
  /** Counters of the slice as measured. None may fall. */
  readonly counters?: Partial<Pick<Totals, CounterName>>;
  /** Usage of the slice. None may fall; null says that an actor did not tell, and stays for the whole goal. */
  readonly usage?: Partial<Usage>;
  readonly activeChildren?: bigint;
  /** Only an observation that brings new evidence may lower it. */
  readonly noEvidenceCycles?: bigint;
  /** Sizes of the active context as measured. */
  readonly sizes?: Partial<Readonly<Record<ContextMetric, bigint>>>;
  /** Whether context maintenance was done: growth counts from the measured transcript on. */
  readonly isCompacted?: boolean;
  /** References to evidence, in order; white space around them is dropped. */
  readonly evidence?: readonly string[];
  readonly status?: TaskStatus;
  readonly stopReason?: string | null;
  readonly nextStep?: string;
  readonly actionKind?: ActionKind;
  readonly reviewRequired?: boolean;
  /** Failures that were seen, in their order; each counts with the evidence that stands by then. */
  readonly failures?: readonly Failure[];
  readonly correction?: Correction;
  readonly gate?: GateChange;
}

export type ObserveResult =
  | {
      readonly kind: 'observed';
      readonly checkpoint: GoalCheckpoint;
      /** Records that left the checkpoint, in order. They must be durable in its archive before it is published. */
      readonly archived: readonly ExactObject[];
    }
  | Refused;

/**
 * Writes what a host observed into a goal and makes its totals anew. Never lowers what was spent, forgets a failure or moves
 * a decline away; references that an advance accepted leave the task.
 */
export function observe(
  checkpoint: GoalCheckpoint,
  observation: Observation,
  policy: GoalPolicy,
  keys: ReadonlyMap<string, string>,
  rules: HostRules = {},
): ObserveResult {
  const result = checked(() => observed(verified(checkpoint), observation, policy, keys, rules));
  return result.kind === 'ok' ? { kind: 'observed', ...result.value } : result;
}

function observed(
  goal: GoalCheckpoint,
  observation: Observation,
  policy: GoalPolicy,
  keys: ReadonlyMap<string, string>,
  rules: HostRules,
): { readonly checkpoint: GoalCheckpoint; readonly archived: readonly ExactObject[] } {
  requireObservation(observation);
  requireRules(rules);
  const evidence = citedEvidence(goal, observation.evidence ?? []);
  if (observation.gate !== undefined || goal.task.status === 'declined')
    requireGenuineRecords(goal.task, policy.base, keys);
  requireStatusChange(goal.task, observation.status);
  const gate = changedGate(goal, observation, rules);
  const fields: { [member: string]: ExactJson } = {
    ...risenCounters(goal.task.metrics, observation.counters ?? {}),
    ...observation.sizes,
    ...gate.fields,
    evidence_refs: evidence.references,
    updated_at: observation.updatedAt,
  };
  if (observation.activeChildren !== undefined) fields.active_children = observation.activeChildren;
  if (observation.noEvidenceCycles !== undefined)
    fields.no_evidence_cycles = countedCycles(goal.task, observation.noEvidenceCycles, evidence.isNew);
  if (observation.isCompacted === true)
    fields.last_checkpoint_transcript_bytes = observation.sizes?.transcript_bytes ?? goal.task.metrics.transcript_bytes;
  if (observation.status !== undefined) fields.status = observation.status;
  if (observation.stopReason !== undefined) fields.stop_reason = observation.stopReason;
  const measured = changedGoal(goal, {
    task: withCheckpointFields(goal.task.document, fields),
    usage: risenUsage(goal, observation.usage ?? {}),
    nextStep: observation.nextStep ?? goal.nextStep,
    actionKind: observation.actionKind ?? goal.actionKind,
    reviewRequired: observation.reviewRequired ?? goal.reviewRequired,
    requiresHuman: gate.requiresHuman,
  });
  const proof = observation.correction?.evidenceRef;
  if (proof !== undefined && rules.hasEvidence?.(proof) === false)
    refuse(`correction evidence cannot be found: ${proof}`);
  return { checkpoint: withFailures(measured, observation), archived: gate.archived };
}

function withFailures(measured: GoalCheckpoint, { failures = [], correction }: Observation): GoalCheckpoint {
  const failed = failures.reduce((goal, failure) => taken(recordFailure(goal, failure)), measured);
  return correction === undefined ? failed : taken(permitCorrectedAttempt(failed, correction));
}

function taken<T>(result: Checked<T>): T {
  return result.kind === 'ok' ? result.value : refuseAll(result.problems);
}

/** The references that stand after an observation, and whether one of them was in no earlier one nor accepted. */
function citedEvidence(
  goal: GoalCheckpoint,
  cited: readonly string[],
): { readonly references: readonly string[]; readonly isNew: boolean } {
  const accepted = goal.acceptedEvidence;
  const { evidenceRefs } = goal.task;
  const references = evidenceRefs.filter((reference) => !isAccepted(accepted, reference));
  const known = new Set(evidenceRefs.map(stripped));
  const standing = new Set(references.map(stripped));
  let isNew = false;
  for (const written of cited) {
    const reference = stripped(goalText(written, 'evidence'));
    if (standing.has(reference)) continue;
    standing.add(reference);
    references.push(reference);
    if (!known.has(reference) && !isAcceptedBare(accepted, reference)) isNew = true;
  }
  return { references, isNew };
}

function countedCycles(task: Checkpoint, cycles: bigint, hasNewEvidence: boolean): bigint {
  if (cycles < task.metrics.no_evidence_cycles && !hasNewEvidence)
    refuse('no_evidence_cycles: only new evidence lowers it');
  return cycles;
}

/** What is completed stays so; a declined task runs again only when people allowed it afterwards. */
function requireStatusChange({ status, decisions }: Checkpoint, next: TaskStatus | undefined): void {
  if (next === undefined || next === status) return;
  if (status === 'completed') refuse('status: a completed task stays completed');
  if (status !== 'declined') return;
  const governing = Array.from(latestByGate(decisions).values());
  if (governing.length === 0 || !governing.every(({ decision }) => decision === 'approve'))
    refuse('status: a declined task stays declined until a person approves');
}
