import { numberText } from '../../base/number-text.ts';
import {
  CONTEXT_METRICS,
  type GoalCheckpoint,
  type GoalPolicy,
  LIMIT_METRICS,
  LIMIT_NAMES,
  type Limits,
  type Reason,
} from '../../policy/index.ts';
import type { ExplainedRule } from './reason-rule.ts';
import { SLICE_LIMIT } from './what-if.ts';

/** What a reason of a goal refers to. */
export interface GoalFacts {
  readonly policy: GoalPolicy;
  readonly checkpoint: GoalCheckpoint;
  /** In force, after overrides. */
  readonly limits: Limits;
  readonly autoContinue: boolean;
}

type SliceReason = Extract<Reason, { readonly kind: 'slice_limit' }>;

/** Explains that a slice is spent, by its numbers. */
export function spentSlice({ name }: SliceReason, goal: GoalFacts | null): ExplainedRule {
  const limit = SLICE_LIMIT[name];
  const numbers =
    goal === null ? '' : `: ${numberText(goal.checkpoint.task.metrics[name])}, ${limit} is ${goal.limits[limit]}`;
  return {
    rule: 'a slice ends when one of its budgets is used up',
    fact: `${name} of this slice is used up${numbers}`,
    change: goal === null ? 'an advance' : wayOn(goal),
  };
}

function wayOn({ checkpoint, autoContinue }: GoalFacts): string {
  if (!autoContinue) return 'what the slice lacks; then an advance: `praxis checkpoint advance`';
  if (checkpoint.task.overrides.length === 0) return 'an advance to the next slice: `praxis checkpoint advance`';
  return "the overrides that stand moved to the archive by the host (`gate: { kind: 'end-slice' }` of an observation); then an advance";
}

/** What a slice lacks that may not end by itself. */
export function lackOfSlice(goal: GoalFacts | null): string {
  if (goal === null) return 'new evidence, a next step or the end of its children';
  const { task, nextStep, acceptedEvidence } = goal.checkpoint;
  const children = task.metrics.active_children;
  const isNew = (reference: string) => !acceptedEvidence.includes(reference);
  return listed([
    task.evidenceRefs.some(isNew) ? null : 'evidence_refs holds nothing that is new',
    nextStep === '' ? 'next_step is empty' : null,
    children === 0n ? null : `active_children is ${children}`,
  ]);
}

/** What a goal lacks that says it is completed. */
export function lackOfCompletion(goal: GoalFacts | null): string {
  if (goal === null) return 'evidence is missing, or a next step is left';
  const { task, nextStep } = goal.checkpoint;
  return listed([
    task.evidenceRefs.length === 0 ? 'evidence_refs is empty' : null,
    nextStep === '' ? null : 'next_step is not empty',
  ]);
}

/** Which sizes ask for context maintenance. */
export function largeContext(goal: GoalFacts | null): string {
  if (goal === null) return 'a size of the context reached its limit';
  const { metrics } = goal.checkpoint.task;
  const growth = metrics.transcript_bytes - metrics.last_checkpoint_transcript_bytes;
  const reached = LIMIT_NAMES.flatMap((limit) => {
    const metric = LIMIT_METRICS[limit];
    const isSize = limit !== 'checkpoint_transcript_bytes' && CONTEXT_METRICS.some((name) => name === metric);
    return isSize && metrics[metric] >= goal.limits[limit]
      ? [`${metric} is ${numberText(metrics[metric])}, ${limit} is ${goal.limits[limit]}`]
      : [];
  });
  const grown =
    growth >= goal.limits.checkpoint_transcript_bytes
      ? `the transcript grew by ${growth}, checkpoint_transcript_bytes is ${goal.limits.checkpoint_transcript_bytes}`
      : null;
  return listed([...reached, grown]);
}

function listed(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join('; ');
}
