import type { Json, TypeDef } from '../schema/ir.ts';
import type { Memberships } from './membership.ts';
import type { ConcretePatch, ErrorCode, JsonObject } from './model.ts';
import { merge } from './ops/objects.ts';
import type { Owned } from './ownership.ts';
import { type Parent, rebuild } from './rebuild.ts';
import { isArray, isObject, typeName, UNSAFE_KEYS } from './values.ts';

export type ConcreteSegment = ConcretePatch['path'][number];
export type PatchOp = ConcretePatch['op'];

export interface PatchProblem {
  readonly kind: 'problem';
  readonly code: ErrorCode;
  readonly message: string;
  readonly context?: JsonObject;
}

/** What a place in the state may hold: its types, which may be names and unions, and whether the key may be left out. */
interface Place {
  readonly types: readonly TypeDef[];
  readonly optional: boolean;
}

const ANY: Place = { types: [], optional: true };

export function problem(code: ErrorCode, message: string, context?: JsonObject): PatchProblem {
  return context === undefined ? { kind: 'problem', code, message } : { kind: 'problem', code, message, context };
}

export function isProblem(value: unknown): value is PatchProblem {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'problem' && 'code' in value;
}

/** The segment of a path below the field `root` that a run-time value stands for, or why it is none. */
export function segmentOf(value: Json, segmentIndex: number, root: string): ConcreteSegment | PatchProblem {
  if (typeof value === 'string' && value !== '' && !UNSAFE_KEYS.has(value)) return { kind: 'prop', name: value };
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return { kind: 'index', index: value };
  const message = `segment ${segmentIndex} of the path below ${shownText(root)} cannot be ${preview(value)}`;
  return badSegment(segmentIndex, typeName(value), message);
}

function badSegment(segmentIndex: number, resolvedType: string, message: string): PatchProblem {
  return problem('INVALID_PATCH_PATH', message, { segmentIndex, resolvedType });
}

export type PatchedRoot = { readonly kind: 'value'; readonly value: Json } | PatchProblem;

/**
 * The new value of the state field `path[0]` after a patch at `path`. Everything off the path is shared; on the path, what
 * is in `owned` is written to, the rest is copied and then is in it. `value` is clean and shares nothing with `owned`; it is
 * checked against the type of its place.
 */
export function patchRoot(
  memberships: Memberships,
  rootType: TypeDef,
  root: Json,
  path: readonly ConcreteSegment[],
  op: PatchOp,
  value: Json,
  owned: Owned | null = null,
): PatchedRoot {
  const parents: Parent[] = [];
  let place: Place = { types: [rootType], optional: false };
  let isAmbiguous = path.length > 1 && isOneOfSeveral(memberships, place);
  let current: Json | undefined = root;
  for (let i = 1; i < path.length; i++) {
    const segment = path[i];
    if (segment === undefined) break;
    if (current === undefined || current === null) return missingParent(path, i);
    const next = step(memberships, place, path, i);
    if ('kind' in next) return next;
    const parent = enter(current, path, i);
    if (parent.kind === 'problem') return parent;
    parents.push(parent);
    current = held(parent);
    place = next;
    isAmbiguous ||= isOneOfSeveral(memberships, place);
  }
  const changed = change(memberships, place, current, parents.at(-1), op, value, path);
  if (isProblem(changed)) return changed;
  if (changed.keep) return { kind: 'value', value: root };
  // Whether the whole still fits is known only when it is there, so a copy is tried.
  const rebuilt = rebuild(root, parents, changed.value, isAmbiguous ? null : owned);
  if (isAmbiguous && parents.length > 0 && !memberships.of(rootType)(rebuilt))
    return problem('TYPE_MISMATCH', `with ${shownPath(path)} patched, its value fits no alternative of its type`);
  return { kind: 'value', value: rebuilt };
}

function missingParent(path: readonly ConcreteSegment[], at: number): PatchProblem {
  return problem(
    'PATH_NOT_FOUND',
    `nothing stands at ${shownPath(path.slice(0, at))}, so nothing can be written below it`,
  );
}

/** A path in words, such as `items.0.name`. */
export function describe(path: readonly ConcreteSegment[]): string {
  return path.map((segment) => (segment.kind === 'prop' ? segment.name : String(segment.index))).join('.');
}

/** A path in words for messages, cut where names are long. */
export function shownPath(path: readonly ConcreteSegment[]): string {
  return path.map((segment) => (segment.kind === 'prop' ? shownText(segment.name) : String(segment.index))).join('.');
}

function shownText(name: string): string {
  return name.length > 60 ? `${name.slice(0, 57)}...` : name;
}

function isNullType(type: TypeDef): boolean {
  return (type.kind === 'primitive' && type.type === 'null') || (type.kind === 'literal' && type.value === null);
}

/** Whether a value of the place may be of one type or another, null aside. */
function isOneOfSeveral(memberships: Memberships, place: Place): boolean {
  let count = 0;
  for (const type of place.types)
    for (const alternative of memberships.alternatives(type)) {
      if (!isNullType(alternative)) count++;
      if (count > 1) return true;
    }
  return false;
}

/** The place one segment further down. An empty list of types admits everything: what lies in an opaque object. */
function step(
  memberships: Memberships,
  place: Place,
  path: readonly ConcreteSegment[],
  index: number,
): Place | PatchProblem {
  const segment = path[index];
  if (segment === undefined) return place;
  if (segment.kind === 'prop' && (segment.name === '' || UNSAFE_KEYS.has(segment.name)))
    return badSegment(
      index,
      'string',
      `below ${above(path, index)}, ${JSON.stringify(segment.name)} cannot be written`,
    );
  if (segment.kind === 'index' && !(Number.isInteger(segment.index) && segment.index >= 0))
    return badSegment(index, 'number', `below ${above(path, index)}, ${segment.index} is no index`);
  if (place === ANY) return ANY;
  const types: TypeDef[] = [];
  let optional = false;
  let found = false;
  for (const type of place.types.flatMap((each) => memberships.alternatives(each))) {
    const inner = within(memberships, type, segment);
    if (inner === undefined) continue;
    if (inner === ANY) return ANY;
    found = true;
    optional ||= inner.optional;
    for (const each of inner.types) types.push(each);
  }
  if (found) return { types, optional };
  const name = segment.kind === 'prop' ? preview(segment.name) : String(segment.index);
  return problem('PATH_NOT_FOUND', `the type of ${above(path, index)} has no ${name}`);
}

/** What the segment `index` lies in. */
function above(path: readonly ConcreteSegment[], index: number): string {
  return shownPath(path.slice(0, index));
}

function within(memberships: Memberships, type: TypeDef, segment: ConcreteSegment): Place | undefined {
  if (segment.kind === 'index') return type.kind === 'array' ? { types: [type.element], optional: false } : undefined;
  switch (type.kind) {
    case 'record':
      return memberships.of(type.key)(segment.name) ? { types: [type.value], optional: true } : undefined;
    case 'object': {
      const field = Object.hasOwn(type.fields, segment.name) ? type.fields[segment.name] : undefined;
      return field === undefined ? undefined : { types: [field.type], optional: field.optional };
    }
    case 'primitive':
      return type.type === 'object' ? ANY : undefined;
    default:
      return undefined;
  }
}

function enter(current: Json, path: readonly ConcreteSegment[], at: number): Parent | PatchProblem {
  const segment = path[at];
  if (segment?.kind !== 'index') {
    if (!isObject(current))
      return problem('PATH_NOT_FOUND', `${above(path, at)} is ${typeName(current)}, not an object`);
    return { kind: 'object', object: current, key: segment?.name ?? '' };
  }
  if (!isArray(current)) return problem('PATH_NOT_FOUND', `${above(path, at)} is ${typeName(current)}, not an array`);
  if (segment.index > current.length && at === path.length - 1) {
    const message = `index ${segment.index} lies beyond the ${current.length} elements of ${above(path, at)}`;
    return badSegment(at, 'number', message);
  }
  return { kind: 'array', list: current, index: segment.index };
}

function held(parent: Parent): Json | undefined {
  if (parent.kind === 'array') return parent.list[parent.index];
  return Object.hasOwn(parent.object, parent.key) ? parent.object[parent.key] : undefined;
}

type Change = { readonly keep: boolean; readonly value: Json | undefined };

const KEEP: Change = { keep: true, value: undefined };

function change(
  memberships: Memberships,
  place: Place,
  current: Json | undefined,
  parent: Parent | undefined,
  op: PatchOp,
  value: Json,
  path: readonly ConcreteSegment[],
): Change | PatchProblem {
  if (op === 'unset') return unset(memberships, place, current, parent, path);
  if (op === 'set') return fitting(memberships, place, value, path);
  if (!isObject(value))
    return problem('TYPE_MISMATCH', `only an object can be merged into ${shownPath(path)}, not ${typeName(value)}`);
  if (current !== undefined && !isObject(current))
    return problem('TYPE_MISMATCH', `a merge needs an object at ${shownPath(path)}, not ${typeName(current)}`);
  return fitting(memberships, place, merge(current === undefined ? [value] : [current, value]), path);
}

function unset(
  memberships: Memberships,
  place: Place,
  current: Json | undefined,
  parent: Parent | undefined,
  path: readonly ConcreteSegment[],
): Change | PatchProblem {
  if (current === undefined) return KEEP;
  if (parent?.kind === 'object' && place.optional) return { keep: false, value: undefined };
  return fitting(memberships, place, null, path);
}

function fitting(
  memberships: Memberships,
  place: Place,
  value: Json,
  path: readonly ConcreteSegment[],
): Change | PatchProblem {
  if (place === ANY || place.types.some((type) => memberships.of(type)(value))) return { keep: false, value };
  return misfitProblem(path, value);
}

/** A value outside the type of its target, which stands at `path`. */
export function misfitProblem(path: readonly ConcreteSegment[], value: Json): PatchProblem {
  return problem('TYPE_MISMATCH', `${shownPath(path)} cannot hold ${preview(value)}`);
}

/** The beginning of a value in words, for messages. */
export function preview(value: Json): string {
  if (isArray(value)) return `an array of ${value.length}`;
  if (isObject(value)) {
    const keys = Object.keys(value).slice(0, 5).map(shownText);
    return `an object with ${keys.join(', ') || 'no keys'}`;
  }
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
