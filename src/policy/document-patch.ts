import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { refuse } from './refusal.ts';

/**
 * One change of a document, as a list: `["set", path, value]`, `["remove", path]`, or for a list
 * `["splice", path, index, removed, items]`. A path is the names of members from the root.
 */
export type PatchStep = readonly ExactJson[];

/** The changes that make `after` of `before`, in the order in which they are made. */
export function patchBetween(before: ExactObject, after: ExactObject): readonly PatchStep[] {
  return objectSteps(before, after, []);
}

/** A document after changes; refuses those that do not fit it. */
export function patched(before: ExactObject, steps: readonly ExactJson[]): ExactObject {
  const changed = steps.reduce<ExactJson>((document, step) => applied(document, step), before);
  return isExactObject(changed) ? changed : refuse('a patch leads to no object');
}

/** Whether two values say the same in the same spelling: `1` is not `1.0`. */
export function isSameJson(a: ExactJson, b: ExactJson): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: ExactJson, i) => isSameJson(item, b[i] ?? null));
  if (!isExactObject(a) || !isExactObject(b)) return Object.is(a, b);
  return (
    a.size === b.size && Array.from(a).every(([name, value]) => b.has(name) && isSameJson(value, b.get(name) ?? null))
  );
}

type Path = readonly string[];

function objectSteps(before: ExactObject, after: ExactObject, path: Path): readonly PatchStep[] {
  const removed = Array.from(before.keys()).filter((name) => !after.has(name));
  return [
    ...removed.map((name): PatchStep => ['remove', [...path, name]]),
    ...Array.from(after).flatMap(([name, value]) => memberSteps(before.get(name), value, [...path, name])),
  ];
}

function memberSteps(before: ExactJson | undefined, after: ExactJson, path: Path): readonly PatchStep[] {
  if (before !== undefined && isExactObject(before) && isExactObject(after)) return objectSteps(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return listSteps(before, after, path);
  return before !== undefined && isSameJson(before, after) ? [] : [['set', path, after]];
}

/** Lists of a goal grow at their end, or in the middle where they are sorted: what stays is found from the left. */
function listSteps(before: readonly ExactJson[], after: readonly ExactJson[], path: Path): readonly PatchStep[] {
  const steps: PatchStep[] = [];
  const places = placesOf(after);
  let from = 0;
  let to = 0;
  while (from < before.length || to < after.length) {
    const [old, fresh] = [before[from], after[to]];
    if (old !== undefined && fresh !== undefined && isSameJson(old, fresh)) {
      from++;
      to++;
      continue;
    }
    const next = typeof old === 'string' ? places.get(old) : undefined;
    const kept = next !== undefined && next > to ? next : undefined;
    const items = old === undefined || kept !== undefined ? after.slice(to, kept) : [];
    const removed = items.length === 0 ? 1n : 0n;
    steps.push(['splice', path, BigInt(to), removed, items]);
    from += Number(removed);
    to += items.length;
  }
  return steps;
}

/** Where each text of a list stands. */
function placesOf(list: readonly ExactJson[]): ReadonlyMap<ExactJson, number> {
  return new Map(list.flatMap((item, i) => (typeof item === 'string' ? [[item, i] as const] : [])));
}

function applied(document: ExactJson, step: ExactJson): ExactJson {
  if (!Array.isArray(step)) return refuse('a patch holds a step that is no list');
  const [kind, path, ...rest] = step as readonly ExactJson[];
  if (!isPath(path)) return refuse('a patch holds a step without a path');
  return changedAt(document, path, (members, name) => {
    if (kind === 'remove') return withoutMember(members, name);
    if (kind === 'set' && rest[0] !== undefined) return new Map([...members, [name, rest[0]]]);
    if (kind === 'splice') return new Map([...members, [name, spliced(members.get(name), rest)]]);
    return refuse('a patch holds a step of an unknown kind');
  });
}

function isPath(value: ExactJson | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name: ExactJson) => typeof name === 'string');
}

function changedAt(
  value: ExactJson,
  [name = '', ...below]: readonly string[],
  change: (members: ExactObject, name: string) => ExactObject,
): ExactObject {
  if (!isExactObject(value)) return refuse('a patch leads to what is no object');
  if (below.length === 0) return change(value, name);
  return new Map([...value, [name, changedAt(value.get(name) ?? null, below, change)]]);
}

function withoutMember(members: ExactObject, name: string): ExactObject {
  const rest = new Map(members);
  rest.delete(name);
  return rest;
}

function spliced(value: ExactJson | undefined, [index, removed, items]: readonly ExactJson[]): readonly ExactJson[] {
  if (!Array.isArray(value) || typeof index !== 'bigint' || typeof removed !== 'bigint' || !Array.isArray(items))
    return refuse('a patch holds a splice that does not fit');
  const list: ExactJson[] = [...(value as readonly ExactJson[])];
  list.splice(Number(index), Number(removed), ...(items as readonly ExactJson[]));
  return list;
}
