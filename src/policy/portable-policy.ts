import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { count, isVersion, object, requireKeys, uniqueTexts } from './field-checks.ts';
import { Findings } from './findings.ts';
import type { LimitName } from './limits.ts';
import { refuse } from './refusal.ts';
import { stripped } from './white-space.ts';

const FIELDS = ['version', 'limits', 'context', 'terminal_states'];
export const TERMINAL_STATES = ['completed', 'blocked', 'budget_exhausted', 'error', 'cancelled'];

/** The portable name of a limit and the public one. */
export const PORTABLE_LIMITS: PublicNames = [
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
export const PORTABLE_CONTEXT: PublicNames = [
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
  const findings = new Findings();
  findings.member(document, 'version', (value) => {
    if (!isVersion(value, 1)) refuse('portable policy.version must be 1');
  });
  const limits = findings.member(document, 'limits', (value) => named(value, 'limits', 'limit', PORTABLE_LIMITS));
  const context = findings.member(document, 'context', (value) => named(value, 'context', 'context', PORTABLE_CONTEXT));
  findings.read(() => requireCounts(limits.value, 'portable policy.limits'), 'limits');
  findings.read(() => requireCounts(context.value, 'portable policy.context'), 'context');
  findings.member(document, 'terminal_states', requireTerminalStates);
  findings.settle();
  return publicForm(limits.value, context.value);
}

type PublicNames = readonly (readonly [string, LimitName])[];

/** The object with exactly these portable names. */
function named(value: ExactJson, member: string, label: string, names: PublicNames): ExactObject {
  const members = object(value, `portable policy.${member}`);
  requireKeys(
    members,
    `portable policy ${label}`,
    names.map(([name]) => name),
  );
  return members;
}

function requireCounts(members: ExactObject, label: string): void {
  const findings = new Findings();
  for (const [name, value] of members) findings.read(() => count(value, `${label}.${name}`), name);
  findings.settle();
}

function requireTerminalStates(value: ExactJson): void {
  const states = uniqueTexts(value, 'portable policy.terminal_states').map(stripped);
  if (states.length !== TERMINAL_STATES.length || !states.every((state, i) => state === TERMINAL_STATES[i]))
    refuse('portable policy.terminal_states must match the supported canonical v1 set');
}

function publicForm(limits: ExactObject, context: ExactObject): ExactObject {
  const publicLimits: readonly (readonly [string, ExactJson])[] = [
    ...PORTABLE_LIMITS.map(([name, publicName]) => [publicName, limits.get(name) ?? null] as const),
    ...PORTABLE_CONTEXT.map(([name, publicName]) => [publicName, context.get(name) ?? null] as const),
  ];
  return new Map<string, ExactJson>([
    ['schema_version', 1n],
    ['policy_id', 'portable-harness-agent-budget-v1'],
    ['limits', new Map(publicLimits)],
    ['human_authorization', new Map([['key_hashes', new Map<string, ExactJson>()]])],
  ]);
}
