import type { EvaluatedEvent, EvaluationPurpose } from '../../run/journal.ts';
import { type ExplainedReason, explainReason, type ReasonFacts } from './reason-text.ts';

/** A metric beside the limit that it was held against. */
interface ExplainedNumber {
  readonly metric: string;
  /** null: not known. */
  readonly value: number | null;
  /** Its name in the policy; of a total `goal_limits.<name>`. */
  readonly limit: string;
  /** With what overrides made of it. */
  readonly allowed: number;
}

/** One answer of the policy, with what it was asked about. */
export interface ExplainedDecision {
  readonly purpose: EvaluationPurpose;
  readonly decision: EvaluatedEvent['decision'];
  /** How far it reaches; null of a policy that knows no goals. */
  readonly scope: string | null;
  readonly spawn_allowed: boolean;
  readonly reasons: readonly ExplainedReason[];
  /** Empty where the policy could not be evaluated, or where the bytes are not kept any more. */
  readonly numbers: readonly ExplainedNumber[];
  /** What the run was allowed to do all the same, in words; null: nothing. */
  readonly allows: string | null;
}

/** Texts by their SHA-256: the checkpoints and policies that were evaluated. */
export type Bytes = ReadonlyMap<string, string>;

type Plain = Readonly<Record<string, unknown>>;

/** The metrics of a checkpoint in the order of the contract, with the limit of each. */
const METRICS = [
  ['cycle', 'max_cycles'],
  ['tool_calls', 'max_tool_calls'],
  ['elapsed_seconds', 'max_elapsed_seconds'],
  ['transcript_bytes', 'max_transcript_bytes'],
  ['same_failure_retries', 'max_same_failure_retries'],
  ['no_evidence_cycles', 'max_no_evidence_cycles'],
  ['task_packet_tokens', 'max_task_packet_tokens'],
  ['parent_summary_tokens', 'max_parent_summary_tokens'],
  ['memory_digest_tokens', 'max_memory_digest_tokens'],
  ['child_result_words', 'max_child_result_words'],
  ['children_spawned', 'max_children_per_parent'],
  ['active_children', 'max_concurrency'],
  ['transcript_growth', 'checkpoint_transcript_bytes'],
] as const;

/** Tells one evaluation from the bytes that the journal keeps of it. */
export function explainDecision(event: EvaluatedEvent, bytes: Bytes): ExplainedDecision {
  const document = parsed(event.document);
  const checkpoint = parsed(bytes.get(event.checkpointSha256));
  const policy = parsed(bytes.get(event.policySha256));
  const numbers = numbersOf(document, checkpoint, policy);
  const facts: ReasonFacts = {
    numbers,
    isGoal: document.schema_version === 2,
    lacks: lacksOf(checkpoint),
    hasKeys: hasKeys(policy),
  };
  return {
    purpose: event.purpose,
    decision: event.decision,
    scope: typeof document.scope === 'string' ? document.scope : null,
    spawn_allowed: event.spawnAllowed,
    reasons: event.reasons.map((reason) => explainReason(reason, facts)),
    numbers,
    allows: allowedBy(event),
  };
}

function allowedBy(event: EvaluatedEvent): string | null {
  if (event.mayAdvance === true) return 'the slice ends and the next one begins, unasked';
  if (event.mayCompact === true) return 'the context is made smaller, and the policy asked again';
  if (event.mayDiagnose === true) return 'one act that only looks may follow';
  return null;
}

function numbersOf(document: Plain, checkpoint: Plain, policy: Plain): readonly ExplainedNumber[] {
  const limits = object(document.effective_limits);
  const observed = document.schema_version === 2 ? object(checkpoint.task) : object(document.observed_metrics);
  // Of a goal the document holds the totals alone; the numbers of its slice stand in the checkpoint.
  if (Object.keys(observed).length === 0) return [];
  const value = (metric: string): number =>
    metric === 'transcript_growth'
      ? Number(observed.transcript_bytes ?? 0) - Number(observed.last_checkpoint_transcript_bytes ?? 0)
      : Number(observed[metric] ?? 0);
  const ofSlice = METRICS.flatMap(([metric, limit]) =>
    typeof limits[limit] === 'number' ? [{ metric, value: value(metric), limit, allowed: limits[limit] }] : [],
  );
  const totals = object(checkpoint.totals);
  const ofGoal = Object.entries(object(policy.goal_limits)).map(([metric, allowed]) => ({
    metric,
    value: typeof totals[metric] === 'number' ? totals[metric] : null,
    limit: `goal_limits.${metric}`,
    allowed: Number(allowed),
  }));
  return [...ofSlice, ...ofGoal];
}

/** What keeps a slice from ending, or a goal from being complete. */
function lacksOf(checkpoint: Plain): ReasonFacts['lacks'] {
  const task = object(checkpoint.task);
  if (!Array.isArray(task.evidence_refs) || !Array.isArray(checkpoint.accepted_evidence)) return null;
  const accepted = new Set(checkpoint.accepted_evidence);
  return {
    hasNews: task.evidence_refs.some((reference) => !accepted.has(reference)),
    hasEvidence: task.evidence_refs.length > 0,
    hasNextStep: checkpoint.next_step !== '',
    activeChildren: Number(task.active_children ?? 0),
  };
}

function hasKeys(policy: Plain): boolean | null {
  if (Object.keys(policy).length === 0) return null;
  const base = Object.keys(object(policy.base_policy)).length > 0 ? object(policy.base_policy) : policy;
  return Object.keys(object(object(base.human_authorization).key_hashes)).length > 0;
}

function parsed(text: string | undefined): Plain {
  if (text === undefined) return {};
  try {
    return object(JSON.parse(text));
  } catch {
    // A portable policy may be YAML; it has no numbers of a goal.
    return {};
  }
}

function object(value: unknown): Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};
}
