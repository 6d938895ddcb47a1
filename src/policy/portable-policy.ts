import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { count, isVersion, object, requireKeys, uniqueTexts } from './field-checks.ts';
import type { LimitName } from './limits.ts';
import { refuse } from './refusal.ts';
import { stripped } from './white-space.ts';

const FIELDS = ['version', 'limits', 'context', 'terminal_states'];
const TERMINAL_STATES = ['completed', 'blocked', 'budget_exhausted', 'error', 'cancelled'];

/** The portable name of a limit and the public one. */
const LIMITS: readonly (readonly [string, LimitName])[] = [
  ['max_plan_act_reflect_cycles', 'max_cycles'],
  ['max_tool_calls', 'max_tool_calls'],
  ['max_wall_time_seconds', 'max_elapsed_seconds'],
  ['checkpoint_transcript_bytes', 'checkpoint_transcript_bytes'],
  ['max_transcript_bytes', 'max_transcript_bytes'],
  ['max_same_failure_retries', 'max_same_failure_retries'],
  ['max_no_evidence_cycles', 'max_no_evidence_cycles'],
  ['max_children_per_parent', 'max_children_per_parent'],
  ['max_concurrency', 'max_concurrency'],
];
const CONTEXT: readonly (readonly [string, LimitName])[] = [
  ['task_packet_tokens', 'max_task_packet_tokens'],
  ['parent_summary_tokens', 'max_parent_summary_tokens'],
  ['memory_digest_tokens', 'max_memory_digest_tokens'],
  ['child_result_words', 'max_child_result_words'],
];

/** Whether a document has exactly the members of a portable policy. */
export function isPortable(document: ExactObject): boolean {
  return document.size === FIELDS.length && FIELDS.every((name) => document.has(name));
}

/** The public v1 form of a portable policy. It has no trust root, so it never authorises a human record. */
export function normalisedPortable(document: ExactObject): ExactObject {
  if (!isVersion(document.get('version'), 1)) refuse('portable policy.version must be 1');
  const limits = object(document.get('limits'), 'portable policy.limits');
  requireKeys(
    limits,
    'portable policy limit',
    LIMITS.map(([name]) => name),
  );
  const context = object(document.get('context'), 'portable policy.context');
  requireKeys(
    context,
    'portable policy context',
    CONTEXT.map(([name]) => name),
  );
  for (const [name, value] of limits) count(value, `portable policy.limits.${name}`);
  for (const [name, value] of context) count(value, `portable policy.context.${name}`);
  const states = uniqueTexts(document.get('terminal_states'), 'portable policy.terminal_states').map(stripped);
  if (states.length !== TERMINAL_STATES.length || !states.every((state, i) => state === TERMINAL_STATES[i]))
    refuse('portable policy.terminal_states must match the supported canonical v1 set');
  const publicLimits: readonly (readonly [string, ExactJson])[] = [
    ...LIMITS.map(([name, publicName]) => [publicName, limits.get(name) ?? null] as const),
    ...CONTEXT.map(([name, publicName]) => [publicName, context.get(name) ?? null] as const),
  ];
  return new Map<string, ExactJson>([
    ['schema_version', 1n],
    ['policy_id', 'portable-harness-agent-budget-v1'],
    ['limits', new Map(publicLimits)],
    ['human_authorization', new Map([['key_hashes', new Map<string, ExactJson>()]])],
  ]);
}
