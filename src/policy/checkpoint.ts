import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { floatText } from '../base/number-text.ts';
import {
  count,
  finiteNumber,
  isVersion,
  list,
  object,
  paddedHash,
  requireKeys,
  text,
  textOrNull,
  uniqueTexts,
} from './field-checks.ts';
import { Findings, Reading, readEach } from './findings.ts';
import {
  type DecisionRecord,
  decisionRecord,
  type OverrideRecord,
  overrideRecord,
  timestampField,
} from './human-record.ts';
import type { Metrics } from './metrics.ts';
import { refuse } from './refusal.ts';

export const TASK_STATUSES = [
  'running',
  'waiting_for_human',
  'completed',
  'blocked',
  'budget_exhausted',
  'error',
  'cancelled',
  'declined',
  'timed_out',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A validated task checkpoint v1. */
export interface Checkpoint {
  /** The document as it was read. */
  readonly document: ExactObject;
  readonly taskId: string;
  readonly parentId: string | null;
  readonly status: TaskStatus;
  readonly metrics: Metrics;
  readonly evidenceRefs: readonly string[];
  readonly decisions: readonly DecisionRecord[];
  readonly overrides: readonly OverrideRecord[];
  readonly pendingActionHash: string | null;
  readonly stopReason: string | null;
  readonly updatedAt: string;
}

const REQUIRED = [
  'schema_version',
  'task_id',
  'parent_id',
  'status',
  'cycle',
  'tool_calls',
  'elapsed_seconds',
  'transcript_bytes',
  'same_failure_retries',
  'no_evidence_cycles',
  'active_children',
  'evidence_refs',
  'decisions',
  'overrides',
  'stop_reason',
  'updated_at',
];
/** Members that may be missing: a count is then 0, the hash null. */
export const OPTIONAL_MEMBERS = [
  'children_spawned',
  'last_checkpoint_transcript_bytes',
  'task_packet_tokens',
  'parent_summary_tokens',
  'memory_digest_tokens',
  'child_result_words',
  'pending_action_hash',
];

const NONE = new Reading<string | null>({ value: null });
const ZERO = new Reading({ value: 0n });

/** The checks of a task checkpoint v1, for use among the checks of this room. */
export function checkpointFrom(source: ExactJson): Checkpoint {
  const document = object(source, 'checkpoint');
  const findings = new Findings();
  const member = <T>(name: string, check: (value: ExactJson, label: string) => T): Reading<T> =>
    findings.member(document, name, (value) => check(value, `checkpoint.${name}`));
  findings.read(() => requireKeys(document, 'checkpoint', REQUIRED, OPTIONAL_MEMBERS));
  member('schema_version', (value) => {
    if (!isVersion(value, 1)) refuse('checkpoint.schema_version must be 1');
  });
  const taskId = member('task_id', text);
  const parentId = member('parent_id', textOrNull);
  const status = member('status', taskStatus);
  const metrics = readMetrics(document, member);
  const pendingActionHash = document.has('pending_action_hash') ? member('pending_action_hash', pendingHash) : NONE;
  const evidenceRefs = member('evidence_refs', uniqueTexts);
  const decisions = member('decisions', (value, label) =>
    readEach(list(value, label), (record, i) => decisionRecord(record, `${label}[${i}]`)),
  );
  const overrides = member('overrides', readOverrides);
  findings.read(() => requireSameAction(pendingActionHash.value, decisions.value, overrides.value));
  const stopReason = member('stop_reason', textOrNull);
  const updatedAt = member('updated_at', timestampField);
  findings.settle();
  return Object.freeze({
    document,
    taskId: taskId.value,
    parentId: parentId.value,
    status: status.value,
    metrics: metrics(),
    evidenceRefs: evidenceRefs.value,
    decisions: decisions.value,
    overrides: overrides.value,
    pendingActionHash: pendingActionHash.value,
    stopReason: stopReason.value,
    updatedAt: updatedAt.value.timestamp,
  });
}

function taskStatus(value: ExactJson): TaskStatus {
  const status = TASK_STATUSES.find((known) => known === value);
  return status ?? refuse(`invalid checkpoint.status: ${shown(value)}`);
}

/** A value as the contract's messages print it. */
function shown(value: ExactJson): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object';
  return value.toString();
}

type ReadMember = <T>(name: string, check: (value: ExactJson, label: string) => T) => Reading<T>;

/** Reads the metrics in the contract's order; the result gives them once all is settled. */
function readMetrics(document: ExactObject, member: ReadMember): () => Metrics {
  const optional = (name: string) => (document.has(name) ? member(name, count) : ZERO);
  const cycle = member('cycle', count);
  const toolCalls = member('tool_calls', count);
  const transcriptBytes = member('transcript_bytes', count);
  const sameFailureRetries = member('same_failure_retries', count);
  const noEvidenceCycles = member('no_evidence_cycles', count);
  const activeChildren = member('active_children', count);
  const elapsedSeconds = member('elapsed_seconds', finiteNumber);
  const childrenSpawned = optional('children_spawned');
  const lastCheckpointTranscriptBytes = optional('last_checkpoint_transcript_bytes');
  const taskPacketTokens = optional('task_packet_tokens');
  const parentSummaryTokens = optional('parent_summary_tokens');
  const memoryDigestTokens = optional('memory_digest_tokens');
  const childResultWords = optional('child_result_words');
  return () =>
    Object.freeze({
      cycle: cycle.value,
      tool_calls: toolCalls.value,
      elapsed_seconds: elapsedSeconds.value,
      transcript_bytes: transcriptBytes.value,
      same_failure_retries: sameFailureRetries.value,
      no_evidence_cycles: noEvidenceCycles.value,
      active_children: activeChildren.value,
      children_spawned: childrenSpawned.value,
      last_checkpoint_transcript_bytes: lastCheckpointTranscriptBytes.value,
      task_packet_tokens: taskPacketTokens.value,
      parent_summary_tokens: parentSummaryTokens.value,
      memory_digest_tokens: memoryDigestTokens.value,
      child_result_words: childResultWords.value,
    });
}

function pendingHash(value: ExactJson, label: string): string | null {
  return value === null ? null : paddedHash(value, label);
}

function readOverrides(value: ExactJson, label: string): readonly OverrideRecord[] {
  const seen = new Set<string>();
  return readEach(list(value, label), (item, i) => {
    const record = overrideRecord(item, `${label}[${i}]`);
    if (seen.has(record.limit)) refuse(`duplicate checkpoint override: ${record.limit}`);
    seen.add(record.limit);
    return record;
  });
}

function requireSameAction(
  pendingActionHash: string | null,
  decisions: readonly DecisionRecord[],
  overrides: readonly OverrideRecord[],
): void {
  if (decisions.length + overrides.length === 0) return;
  if (pendingActionHash === null)
    refuse('checkpoint.pending_action_hash is required when decisions or overrides exist');
  const findings = new Findings();
  for (const record of [...decisions, ...overrides]) {
    findings.read(() => {
      if (record.affectedActionHash !== pendingActionHash)
        refuse(`${record.label}.affected_action_hash must match checkpoint.pending_action_hash`);
    });
  }
  findings.settle();
}
