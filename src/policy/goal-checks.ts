import { sortedByCodePoint } from '../base/code-point-order.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { ACTION_KINDS, type ActionKind } from './action-kind.ts';
import { Findings } from './findings.ts';
import { printable, refuse, refuseAll } from './refusal.ts';
import { TOTAL_NAMES, type TotalName, type Totals, USAGE_NAMES, type Usage, type UsageName } from './totals.ts';
import { isBlank } from './white-space.ts';

const HASH = /^[0-9a-f]{64}$/;

/** Opens the findings of an object of version 2, which has exactly the members of these names. */
export function fixedMembers(
  value: ExactJson,
  label: string,
  names: readonly string[],
): { readonly members: ExactObject; readonly findings: Findings } {
  const findings = new Findings();
  const members = isExactObject(value) ? value : refuse(expected(label, names));
  findings.read(() => {
    const missing = names.filter((name) => !members.has(name));
    const unknown = Array.from(members.keys()).filter((name) => !names.includes(name));
    if (missing.length + unknown.length === 0) return;
    // The contract names none of them.
    refuseAll(
      [
        expected(label, names),
        ...(missing.length === 0 ? [] : [`missing ${label} fields: ${sortedByCodePoint(missing).join(', ')}`]),
        ...(unknown.length === 0 ? [] : [`unexpected ${label} fields: ${sortedByCodePoint(unknown).join(', ')}`]),
      ].map((message) => ({ path: [], message: printable(message) })),
    );
  });
  return { members, findings };
}

function expected(label: string, names: readonly string[]): string {
  const quoted = sortedByCodePoint(names).map((name) => `'${name}'`);
  return `${label}: expected fields [${quoted.join(', ')}]`;
}

export function goalText(value: ExactJson, name: string): string {
  return typeof value === 'string' && !isBlank(value) ? value : refuse(`${name}: expected text`);
}

/** What is to be done next. Nothing is an answer, too. */
export function goalStep(value: ExactJson, name: string): string {
  return typeof value === 'string' ? value : refuse(`${name}: expected text`);
}

export function goalActionKind(value: ExactJson): ActionKind {
  return ACTION_KINDS.find((known) => known === value) ?? refuse('unknown action kind');
}

export function isHash(value: ExactJson): value is string {
  return typeof value === 'string' && HASH.test(value);
}

export function goalHash(value: ExactJson, message: string): string {
  return isHash(value) ? value : refuse(message);
}

export function goalCount(value: ExactJson, name: string): bigint {
  return typeof value === 'bigint' && value >= 0n ? value : refuse(`${name}: expected nonnegative integer`);
}

/** Seconds may be a float. An integer that no float can hold could not be added to one, so it is none here. */
export function goalSeconds(value: ExactJson, name: string): bigint | number {
  const isNumber = typeof value === 'bigint' || typeof value === 'number';
  if (isNumber && value >= 0 && Number.isFinite(Number(value))) return value;
  return refuse(`${name}: expected nonnegative integer`);
}

function goalUsage(value: ExactJson, name: string): bigint | null {
  return value === null ? null : goalCount(value, name);
}

export function goalList(value: ExactJson, name: string): readonly ExactJson[] {
  return Array.isArray(value) ? value : refuse(`${name}: expected list`);
}

/** A list of texts, frozen. */
export function goalTexts(value: ExactJson, message: string): readonly string[] {
  if (!Array.isArray(value)) return refuse(message);
  return Object.freeze(
    value.map((item: ExactJson) => (typeof item === 'string' && !isBlank(item) ? item : refuse(message))),
  );
}

export function isTotalName(name: string): name is TotalName {
  return TOTAL_NAMES.some((known) => known === name);
}

/** The count check of a total, which takes no null. */
export function goalTotal(value: ExactJson, name: TotalName): bigint | number {
  return name === 'elapsed_seconds' ? goalSeconds(value, name) : goalCount(value, name);
}

export function totalsFrom(value: ExactJson, label: string): Totals {
  const { members, findings } = fixedMembers(value, label, TOTAL_NAMES);
  requireSpent(members, findings);
  findings.settle();
  const count = (name: TotalName) => goalCount(members.get(name) ?? null, name);
  return Object.freeze({
    cycle: count('cycle'),
    tool_calls: count('tool_calls'),
    elapsed_seconds: goalSeconds(members.get('elapsed_seconds') ?? null, 'elapsed_seconds'),
    children_spawned: count('children_spawned'),
    ...usageMembers(members),
  });
}

export function usageFrom(value: ExactJson): Usage {
  const { members, findings } = fixedMembers(value, 'usage', USAGE_NAMES);
  requireSpent(members, findings);
  findings.settle();
  return Object.freeze(usageMembers(members));
}

/** Counts in document order; usage may be unknown. */
function requireSpent(members: ExactObject, findings: Findings): void {
  for (const [name, value] of members) {
    if (!isTotalName(name)) continue;
    findings.read(() => (isUsageName(name) ? goalUsage(value, name) : goalTotal(value, name)), name);
  }
}

function isUsageName(name: string): name is UsageName {
  return USAGE_NAMES.some((known) => known === name);
}

function usageMembers(members: ExactObject): Usage {
  const usage = (name: UsageName) => goalUsage(members.get(name) ?? null, name);
  return {
    input_tokens: usage('input_tokens'),
    cached_input_tokens: usage('cached_input_tokens'),
    output_tokens: usage('output_tokens'),
    cost_microusd: usage('cost_microusd'),
  };
}
