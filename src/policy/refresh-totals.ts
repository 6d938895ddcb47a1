import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { type Checked, checked, refuse } from './refusal.ts';
import { COUNTER_NAMES, sum, USAGE_NAMES } from './totals.ts';

/**
 * A goal document with its totals made anew from baseline, task and usage. For a host that wrote observed counters into the
 * document: nothing else of it is changed or judged, so validate what this gives.
 */
export function refreshTotals(document: ExactObject): Checked<ExactObject> {
  return checked(() => {
    const [baseline, task, usage] = ['baseline', 'task', 'usage'].map((name) => membersOf(document, name));
    const total = (name: string, slice: ExactObject | undefined): readonly [string, ExactJson] => [
      name,
      knownSum(part(baseline, name), part(slice, name), name),
    ];
    const totals = [
      ...COUNTER_NAMES.map((name) => total(name, task)),
      ...USAGE_NAMES.map((name) => total(name, usage)),
    ];
    return new Map([...document, ['totals', new Map(totals)]]);
  });
}

function membersOf(document: ExactObject, name: string): ExactObject {
  const value = document.get(name);
  return isExactObject(value) ? value : refuse(`${name}: expected an object`);
}

/** A part of a total. Only the children of a task may be absent, which is 0. */
function part(members: ExactObject | undefined, name: string): ExactJson {
  return members?.get(name) ?? (name === 'children_spawned' && members?.has(name) === false ? 0n : null);
}

function knownSum(a: ExactJson, b: ExactJson, name: string): bigint | number | null {
  if (a === null || b === null) return null;
  return isNumber(a) && isNumber(b) ? sum(a, b) : refuse(`${name}: expected nonnegative integer`);
}

function isNumber(value: ExactJson): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}
