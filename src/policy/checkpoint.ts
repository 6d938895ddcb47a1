import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { floatText } from '../base/number-text.ts';
import { readDocument } from './document.ts';
import {
  count,
  finiteNumber,
  isVersion,
  isVersion2,
  list,
  object,
  paddedHash,
  requireKeys,
  text,
  textOrNull,
  uniqueTexts,
} from './field-checks.ts';
import {
  type DecisionRecord,
  decisionRecord,
  type OverrideRecord,
  overrideRecord,
  timestampField,
} from './human-record.ts';
import type { Metrics } from './metrics.ts';
import { checked, refuse } from './refusal.ts';

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

export type CheckpointResult =
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'refused'; readonly message: string; readonly isVersion2: boolean };

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
const OPTIONAL = [
  'children_spawned',
  'last_checkpoint_transcript_bytes',
  'task_packet_tokens',
  'parent_summary_tokens',
  'memory_digest_tokens',
  'child_result_words',
  'pending_action_hash',
];

/** Reads and validates the bytes of a checkpoint file; `path` is named in messages. */
export function loadCheckpoint(bytes: Uint8Array, path: string): CheckpointResult {
  const read = checked(() => readDocument(bytes, path));
  return read.kind === 'refused' ? { ...read, isVersion2: false } : validateCheckpoint(read.value);
}

/** Validates a checkpoint document, version 1. */
export function validateCheckpoint(document: ExactJson): CheckpointResult {
  const result = checked(() => checkpointFrom(document));
  if (result.kind === 'ok') return { kind: 'checkpoint', checkpoint: result.value };
  return { ...result, isVersion2: isVersion2(document) };
}

/** As `validateCheckpoint`, for use among the checks of this room. */
export function checkpointFrom(source: ExactJson): Checkpoint {
  const document = object(source, 'checkpoint');
  if (isVersion2(document)) return refuse('goal checkpoint: schema_version 2 is not supported by this version');
  requireKeys(document, 'checkpoint', REQUIRED, OPTIONAL);
  if (!isVersion(document.get('schema_version'), 1)) refuse('checkpoint.schema_version must be 1');
  const taskId = text(document.get('task_id'), 'checkpoint.task_id');
  const parentId = textOrNull(document.get('parent_id'), 'checkpoint.parent_id');
  const status = taskStatus(document.get('status'));
  const metrics = readMetrics(document);
  const pendingActionHash = pendingHash(document.get('pending_action_hash'));
  const evidenceRefs = uniqueTexts(document.get('evidence_refs'), 'checkpoint.evidence_refs');
  const decisions = list(document.get('decisions'), 'checkpoint.decisions').map((record, i) =>
    decisionRecord(record, `checkpoint.decisions[${i}]`),
  );
  const overrides = readOverrides(document.get('overrides'));
  requireSameAction(pendingActionHash, decisions, overrides);
  const stopReason = textOrNull(document.get('stop_reason'), 'checkpoint.stop_reason');
  const { timestamp: updatedAt } = timestampField(document.get('updated_at'), 'checkpoint.updated_at');
  return {
    document,
    taskId,
    parentId,
    status,
    metrics,
    evidenceRefs,
    decisions,
    overrides,
    pendingActionHash,
    stopReason,
    updatedAt,
  };
}

function taskStatus(value: ExactJson | undefined): TaskStatus {
  const status = TASK_STATUSES.find((known) => known === value);
  return status ?? refuse(`invalid checkpoint.status: ${shown(value)}`);
}

/** A value as the contract's messages print it. */
function shown(value: ExactJson | undefined): string {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object';
  return value.toString();
}

function readMetrics(document: ExactObject): Metrics {
  const required = (name: string) => count(document.get(name), `checkpoint.${name}`);
  const optional = (name: string) => (document.has(name) ? required(name) : 0n);
  const cycle = required('cycle');
  const toolCalls = required('tool_calls');
  const transcriptBytes = required('transcript_bytes');
  const sameFailureRetries = required('same_failure_retries');
  const noEvidenceCycles = required('no_evidence_cycles');
  const activeChildren = required('active_children');
  return {
    cycle,
    tool_calls: toolCalls,
    elapsed_seconds: finiteNumber(document.get('elapsed_seconds'), 'checkpoint.elapsed_seconds'),
    transcript_bytes: transcriptBytes,
    same_failure_retries: sameFailureRetries,
    no_evidence_cycles: noEvidenceCycles,
    active_children: activeChildren,
    children_spawned: optional('children_spawned'),
    last_checkpoint_transcript_bytes: optional('last_checkpoint_transcript_bytes'),
    task_packet_tokens: optional('task_packet_tokens'),
    parent_summary_tokens: optional('parent_summary_tokens'),
    memory_digest_tokens: optional('memory_digest_tokens'),
    child_result_words: optional('child_result_words'),
  };
}

function pendingHash(value: ExactJson | undefined): string | null {
  return value === undefined || value === null ? null : paddedHash(value, 'checkpoint.pending_action_hash');
}

function readOverrides(value: ExactJson | undefined): readonly OverrideRecord[] {
  const seen = new Set<string>();
  return list(value, 'checkpoint.overrides').map((item, i) => {
    const record = overrideRecord(item, `checkpoint.overrides[${i}]`);
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
  for (const record of [...decisions, ...overrides]) {
    if (record.affectedActionHash !== pendingActionHash)
      refuse(`${record.label}.affected_action_hash must match checkpoint.pending_action_hash`);
  }
}
