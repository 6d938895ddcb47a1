import type { ConcretePatch } from '../../../src/mel/engine/model.ts';
import type { Json, Schema, TypeDef } from '../../../src/mel/schema/ir.ts';
import { isMember } from '../member-of.ts';
import { type Dict, dictOf, isDict, isList, ownValue } from './coercions.ts';

export type Segment = ConcretePatch['path'][number];
export type Refusal = 'TYPE_MISMATCH' | 'INVALID_PATCH_PATH' | 'PATH_NOT_FOUND';
export type Patched = { readonly state: Dict } | { readonly refused: Refusal };

/** Undefined: nothing stands there. */
type Held = Json | undefined;

const UNSAFE = ['__proto__', 'prototype', 'constructor'];

/** A segment of a path whose value is known only now. */
export function segmentFor(value: Json): Segment | null {
  if (typeof value === 'string') return value === '' || UNSAFE.includes(value) ? null : { kind: 'prop', name: value };
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? { kind: 'index', index: value } : null;
}

/** Section 12.2. */
export function patched(schema: Schema, state: Dict, { op, path, value = null }: ConcretePatch): Patched {
  const [root, ...rest] = path;
  const name = root?.kind === 'prop' ? root.name : '';
  const type = Object.hasOwn(schema.state.fields, name) ? schema.state.fields[name]?.type : undefined;
  if (type === undefined) return { refused: 'PATH_NOT_FOUND' };
  const place = { types: open(type, schema), isOptional: false };
  const changed = changeBelow(schema, place, ownValue(state, name), rest, op, value);
  if ('refused' in changed) return changed;
  return { state: withKey(state, name, changed.value) as Dict };
}

interface Place {
  readonly types: readonly TypeDef[];
  readonly isOptional: boolean;
}

type Changed = { readonly value: Held } | { readonly refused: Refusal };

function changeBelow(
  schema: Schema,
  place: Place,
  current: Held,
  [segment, ...rest]: readonly Segment[],
  op: ConcretePatch['op'],
  value: Json,
): Changed {
  if (segment === undefined) return change(schema, place, current, op, value);
  if (current === null || current === undefined) return { refused: 'PATH_NOT_FOUND' };
  const next = placeBelow(schema, place, segment);
  if (next === null) return { refused: 'PATH_NOT_FOUND' };
  if (segment.kind === 'index') {
    if (!isList(current)) return { refused: 'PATH_NOT_FOUND' };
    if (rest.length === 0 && segment.index > current.length) return { refused: 'INVALID_PATCH_PATH' };
    const changed = changeBelow(schema, next, current[segment.index], rest, op, value);
    if ('refused' in changed) return changed;
    return { value: changed.value === undefined ? current : withIndex(current, segment.index, changed.value) };
  }
  if (!isDict(current)) return { refused: 'PATH_NOT_FOUND' };
  const inner = Object.hasOwn(current, segment.name) ? ownValue(current, segment.name) : undefined;
  const changed = changeBelow(schema, next, inner, rest, op, value);
  return 'refused' in changed ? changed : { value: withKey(current, segment.name, changed.value) };
}

function change(schema: Schema, place: Place, current: Held, op: ConcretePatch['op'], value: Json): Changed {
  if (op === 'set') return fitting(schema, place, value);
  if (op === 'merge') {
    if (!isDict(value) || (current !== undefined && !isDict(current))) return { refused: 'TYPE_MISMATCH' };
    return fitting(schema, place, dictOf([...Object.entries(current ?? {}), ...Object.entries(value)]));
  }
  if (current === undefined || place.isOptional) return { value: undefined };
  return fitting(schema, place, null);
}

function fitting(schema: Schema, place: Place, value: Json): Changed {
  const fits = place.types.some((type) => isMember(type, value, (name) => schema.types[name]?.definition));
  return fits ? { value } : { refused: 'TYPE_MISMATCH' };
}

/** The alternatives of a type, names followed. */
function open(type: TypeDef, schema: Schema): readonly TypeDef[] {
  if (type.kind === 'union') return type.types.flatMap((one) => open(one, schema));
  const definition = type.kind === 'ref' ? schema.types[type.name]?.definition : undefined;
  return definition === undefined ? [type] : open(definition, schema);
}

function placeBelow(schema: Schema, { types }: Place, segment: Segment): Place | null {
  const found = types.flatMap((type): readonly Place[] => {
    if (segment.kind === 'index') {
      return type.kind === 'array' ? [{ types: open(type.element, schema), isOptional: false }] : [];
    }
    if (type.kind === 'record') return [{ types: open(type.value, schema), isOptional: true }];
    const field =
      type.kind === 'object' && Object.hasOwn(type.fields, segment.name) ? type.fields[segment.name] : undefined;
    return field === undefined ? [] : [{ types: open(field.type, schema), isOptional: field.optional }];
  });
  if (found.length === 0) return null;
  return { types: found.flatMap((one) => one.types), isOptional: found.some((one) => one.isOptional) };
}

function withIndex(list: readonly Json[], index: number, value: Json): readonly Json[] {
  return [...list.slice(0, index), value, ...list.slice(index + 1)];
}

/** With the key set, or gone. */
function withKey(dict: Dict, name: string, value: Held): Json {
  const others = Object.entries(dict).filter(([key]) => key !== name);
  return dictOf(value === undefined ? others : [...others, [name, value]]);
}
