import { LIMIT_MEANING } from '../src/cli/policy/limit-meaning.ts';
import { OPTIONAL_MEMBERS } from '../src/policy/checkpoint.ts';
import {
  ACTION_KINDS,
  COUNTER_NAMES,
  DECISIONS,
  LIMIT_NAMES,
  METRIC_NAMES,
  TASK_STATUSES,
  TOTAL_NAMES,
  type TotalName,
  USAGE_NAMES,
} from '../src/policy/index.ts';
import { PORTABLE_CONTEXT, PORTABLE_LIMITS, TERMINAL_STATES } from '../src/policy/portable-policy.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The contract's white space, as a character class. */
const SPACE = '\\u0009-\\u000d\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const text = { type: 'string', pattern: `[^${SPACE}]` };
const key = { type: 'string', pattern: `^[^${SPACE}]+$` };
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const paddedHash = { type: 'string', pattern: `^[${SPACE}]*[0-9a-f]{64}[${SPACE}]*$` };
const count = { type: 'integer', minimum: 0 };
const seconds = { type: 'number', minimum: 0 };
const texts = { type: 'array', items: text, uniqueItems: true };
// `true` is the number 1 to the contract.
const one = { enum: [1, true] };

function described(schema: JsonSchema, description: string): JsonSchema {
  return { ...schema, description };
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** An object with exactly these members; those that are `optional` may be missing. */
function members(properties: JsonSchema, optional: readonly string[] = []): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

function each(names: readonly string[], schema: (name: string) => JsonSchema): JsonSchema {
  return members(Object.fromEntries(names.map((name) => [name, schema(name)])));
}

const policyLimits = members(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, described(count, LIMIT_MEANING[name])])),
);

const publicPolicy = members({
  schema_version: one,
  policy_id: described(text, 'Names the policy in every decision.'),
  limits: policyLimits,
  human_authorization: members({
    key_hashes: {
      type: 'object',
      propertyNames: key,
      additionalProperties: paddedHash,
      description: 'SHA-256 of the secret of each person who may sign, by key id.',
    },
  }),
});

const portablePolicy = members({
  version: one,
  limits: each(
    PORTABLE_LIMITS.map(([name]) => name),
    () => count,
  ),
  context: each(
    PORTABLE_CONTEXT.map(([name]) => name),
    () => count,
  ),
  terminal_states: {
    type: 'array',
    prefixItems: TERMINAL_STATES.map((state) => ({ type: 'string', pattern: `^[${SPACE}]*${state}[${SPACE}]*$` })),
    minItems: TERMINAL_STATES.length,
    maxItems: TERMINAL_STATES.length,
  },
});

function total(name: string): JsonSchema {
  return name === 'elapsed_seconds' ? seconds : count;
}

const goalPolicy = members({
  schema_version: { const: 2 },
  policy_id: described(text, 'Names the policy in every decision.'),
  base_policy: described({ $ref: '#/$defs/policy' }, 'Bounds each slice, and holds the keys of people.'),
  goal_limits: {
    type: 'object',
    properties: Object.fromEntries(TOTAL_NAMES.map((name) => [name, described(total(name), goalLimitMeaning(name))])),
    additionalProperties: false,
    description: 'What the whole goal may spend. A total that is not named has no limit.',
  },
  reviewer_reserve: described(count, 'Children kept for a reviewer; below max_children_per_parent.'),
});

function goalLimitMeaning(name: TotalName): string {
  return `Limit on ${name} of all slices together; stops the goal when reached or unknown.`;
}

const signer = {
  actor: { type: 'string', pattern: `^[${SPACE}]*human:[^${SPACE}]+[${SPACE}]*$` },
  timestamp: described(text, 'ISO 8601 with an offset.'),
  affected_action_hash: described(paddedHash, 'The pending_action_hash that was answered.'),
  authorization: members({
    scheme: { const: 'hmac-sha256' },
    key_id: { type: 'string', pattern: `^[${SPACE}]*[^${SPACE}]+[${SPACE}]*$` },
    signature: paddedHash,
  }),
};

const decisionRecord = members({
  gate: text,
  decision: { enum: ['approve', 'decline', 'revise'] },
  rationale: text,
  ...signer,
});

const overrideRecord = members({
  limit: { enum: LIMIT_NAMES },
  value: count,
  reason: text,
  observed_value: seconds,
  ...signer,
});

const taskCheckpoint = members(
  {
    schema_version: one,
    task_id: text,
    parent_id: orNull(text),
    status: { enum: TASK_STATUSES },
    ...Object.fromEntries(METRIC_NAMES.map((name) => [name, total(name)])),
    evidence_refs: texts,
    decisions: { type: 'array', items: { $ref: '#/$defs/decision' } },
    overrides: { type: 'array', items: { $ref: '#/$defs/override' } },
    pending_action_hash: orNull(paddedHash),
    stop_reason: orNull(text),
    updated_at: described(text, 'ISO 8601 with an offset.'),
  },
  OPTIONAL_MEMBERS,
);

const totals = members({
  ...Object.fromEntries(COUNTER_NAMES.map((name) => [name, total(name)])),
  ...Object.fromEntries(USAGE_NAMES.map((name) => [name, orNull(count)])),
});

const goalCheckpoint = members({
  schema_version: { const: 2 },
  task_id: text,
  goal_id: text,
  slice_id: described(count, 'The running slice, from 0.'),
  task: described({ $ref: '#/$defs/task' }, 'The task checkpoint of the slice.'),
  totals: described({ $ref: '#/$defs/totals' }, 'Baseline and slice together. Unknown usage is null.'),
  baseline: described({ $ref: '#/$defs/totals' }, 'What was spent when the slice began.'),
  usage: each(USAGE_NAMES, () => orNull(count)),
  accepted_evidence: texts,
  history: { type: 'array', items: { $ref: '#/$defs/event' } },
  next_step: described({ type: 'string' }, 'What is to be done next; empty where no work is left.'),
  action_kind: { enum: ACTION_KINDS },
  review_required: { type: 'boolean' },
  requires_human: { type: 'boolean' },
  source_sha256: hash,
  failure_history: { type: 'array', items: { $ref: '#/$defs/failure' } },
  active_failure: orNull(hash),
});

const event = members({
  slice_id: count,
  request_id: text,
  previous_sha256: orNull(hash),
  sha256: described(hash, 'SHA-256 of the canonical event without this member.'),
  totals: { $ref: '#/$defs/totals' },
  task_sha256: hash,
  evidence_refs: { type: 'array', items: text },
});

const failure = members({
  identity: described(hash, 'SHA-256 of [operation, target].'),
  input_sha256: hash,
  error_class: text,
  attempts: count,
  evidence_ref: text,
  observed_evidence: { type: 'array', items: text },
});

function decisionMembers(version: 1 | 2, observed: JsonSchema): { readonly [name: string]: JsonSchema } {
  return {
    schema_version: { const: version },
    policy_id: { type: 'string' },
    policy_hash: hash,
    decision: { enum: DECISIONS },
    spawn_allowed: { type: 'boolean' },
    checkpoint_required: { type: 'boolean' },
    reasons: { type: 'array', items: { type: 'string' } },
    effective_limits: each(LIMIT_NAMES, () => count),
    observed_metrics: observed,
  };
}

const taskDecision = members(decisionMembers(1, each(METRIC_NAMES, total)));

const failedDecision = members({
  ...decisionMembers(1, {}),
  policy_hash: { type: 'null' },
  decision: { const: 'stop' },
  spawn_allowed: { const: false },
  checkpoint_required: { const: false },
  reasons: { type: 'array', items: { type: 'string', pattern: '^evaluation_error:' }, minItems: 1, maxItems: 1 },
  effective_limits: members({}),
  observed_metrics: members({}),
});

const goalDecision = members({
  ...decisionMembers(2, totals),
  scope: { enum: ['action', 'slice', 'goal'] },
  auto_continue: { type: 'boolean' },
});

const SPELLING =
  'Shape only; the checks of the contract decide. Not expressible here: a key that is repeated, and a count spelt as a float (1.0), are refused.';

/** The schemas of the contract's documents, by file name. */
export const POLICY_SCHEMAS: { readonly [file: string]: JsonSchema } = {
  'agent-policy-1.json': {
    $schema: DIALECT,
    title: 'Agent policy 1',
    description: 'What one task may spend: public form or portable form.',
    $comment: `${SPELLING} So are max_transcript_bytes below checkpoint_transcript_bytes and max_concurrency above max_children_per_parent.`,
    anyOf: [{ $ref: '#/$defs/public' }, { $ref: '#/$defs/portable' }],
    $defs: { public: publicPolicy, portable: portablePolicy },
  },
  'agent-policy-2.json': {
    $schema: DIALECT,
    title: 'Agent policy 2',
    description: 'What one goal may spend, slice by slice and in all.',
    $comment: `${SPELLING} So are limits of the base policy that contradict each other and a reviewer_reserve that leaves no child for the work.`,
    ...goalPolicy,
    $defs: { policy: publicPolicy },
  },
  'task-checkpoint-1.json': {
    $schema: DIALECT,
    title: 'Task checkpoint 1',
    description: 'Where one task stands.',
    $comment: `${SPELLING} So are times that are no date with an offset, evidence that differs in outer white space only, two overrides of one limit, and records about another action than pending_action_hash. Whether a record is genuine is judged at evaluation.`,
    ...taskCheckpoint,
    $defs: { decision: decisionRecord, override: overrideRecord },
  },
  'task-checkpoint-2.json': {
    $schema: DIALECT,
    title: 'Task checkpoint 2',
    description: 'Where one goal stands: the task of its running slice, and what all slices spent.',
    $comment: `${SPELLING} So are all that a task checkpoint 1 refuses, totals that are not baseline and slice together, a history whose hashes, order, totals or evidence do not agree with each other and with the slice, a failure twice, and a retry counter or an active failure that the failures contradict.`,
    ...goalCheckpoint,
    $defs: { task: taskCheckpoint, decision: decisionRecord, override: overrideRecord, totals, event, failure },
  },
  'policy-decision-1.json': {
    $schema: DIALECT,
    title: 'Policy decision 1',
    description:
      'What a policy says of a task; also what is said of anything that could not be evaluated, which is stop.',
    anyOf: [{ $ref: '#/$defs/evaluated' }, { $ref: '#/$defs/failed' }],
    $defs: { evaluated: taskDecision, failed: failedDecision },
  },
  'policy-decision-2.json': {
    $schema: DIALECT,
    title: 'Policy decision 2',
    description: 'What a goal policy says of a goal. One that could not be evaluated has a policy decision 1.',
    ...goalDecision,
  },
};
