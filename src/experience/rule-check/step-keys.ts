import type { PlainJson } from '../../base/exact-json.ts';
import type { RuleStep } from './rule-step.ts';

type Members = RuleStep['params'];

/** The argument keys of a step: its flags where it is a shell command, else those of its parameters. */
export function keysOf(step: RuleStep): readonly string[] {
  return step.flags ?? Object.keys(step.params);
}

/** Whether a step carries an argument key. */
export function hasKey(step: RuleStep, key: string): boolean {
  return step.flags === undefined ? Object.hasOwn(step.params, key) : step.flags.includes(key);
}

/** Whether two steps are the same call: tool and parameters, whatever the order of their members. */
export function isSameCall(a: RuleStep, b: RuleStep): boolean {
  return a.tool === b.tool && sameMembers(a.params, b.params);
}

/** Keys that were added, removed or changed, sorted. A flag has no value, so it cannot change. */
export function changedKeys(before: RuleStep, after: RuleStep): readonly string[] {
  const keys = new Set([...keysOf(before), ...keysOf(after)]);
  return [...keys].filter((key) => !isSameAt(before, after, key)).sort();
}

function isSameAt(a: RuleStep, b: RuleStep, key: string): boolean {
  if (hasKey(a, key) !== hasKey(b, key)) return false;
  return a.flags !== undefined || b.flags !== undefined || sameJson(a.params[key] ?? null, b.params[key] ?? null);
}

function sameMembers(a: Members, b: Members): boolean {
  if (a === b) return true;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key] ?? null, b[key] ?? null))
  );
}

function sameJson(a: PlainJson, b: PlainJson): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a) || isList(b)) {
    return (
      isList(a) && isList(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index] ?? null))
    );
  }
  return sameMembers(a, b);
}

function isList(value: PlainJson): value is readonly PlainJson[] {
  return Array.isArray(value);
}
