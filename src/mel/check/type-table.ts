import type { TypeExpr } from '../syntax/ast.ts';
import { discriminant } from './discriminant.ts';
import type { Report } from './report.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import {
  alternatives,
  arrayOf,
  type FieldType,
  isObjectLike,
  primitiveKind,
  type Type,
  type TypeTable,
  UNKNOWN,
} from './type.ts';

/** Larger unions are taken as they are. */
const MOST_COMPARED = 256;

const PRIMITIVES = ['string', 'number', 'boolean', 'null', 'object'];

/** Keys that are never written. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

/** The type that is written there. Reports unknown names, record keys, unsafe and repeated keys, unions that cannot be told apart (E043). */
export function readType(written: TypeExpr, types: TypeTable, report: Report): Type {
  return read(written, { types, report });
}

interface Reading {
  readonly types: TypeTable;
  readonly report: Report;
}

function read(written: TypeExpr, reading: Reading): Type {
  switch (written.kind) {
    case 'name':
      return readName(written, reading);
    case 'literal':
      return { kind: 'literal', value: written.value };
    case 'array':
      return arrayOf(read(written.element, reading));
    case 'record':
      return { kind: 'record', key: readKey(written.key, reading), value: read(written.value, reading) };
    case 'object':
      return readObject(written, reading);
    case 'union':
      return readUnion(written, reading);
    case 'missing':
      return UNKNOWN;
  }
}

function readName(written: Extract<TypeExpr, { kind: 'name' }>, { types, report }: Reading): Type {
  const { name, span } = written;
  switch (name) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'object':
      return { kind: 'primitive', type: name };
  }
  if (types.definition(name) !== undefined) return { kind: 'ref', name };
  const hint = OTHER_TYPES.get(name) ?? suggest(name, typeNames(types), types);
  report('E_UNKNOWN_TYPE', span, `there is no type \`${name}\`${suggestion(hint)}`, useInstead(hint, span));
  return UNKNOWN;
}

/** What other languages call them. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ...['int', 'integer', 'Int', 'Integer', 'float', 'Float', 'double', 'Number', 'bigint'].map(
    (name) => [name, 'number'] as const,
  ),
  ...['bool', 'Bool', 'Boolean'].map((name) => [name, 'boolean'] as const),
  ...['str', 'text', 'char', 'String'].map((name) => [name, 'string'] as const),
  ...['undefined', 'nil', 'None', 'Null'].map((name) => [name, 'null'] as const),
  ...['Object', 'map', 'dict', 'any', 'unknown'].map((name) => [name, 'object'] as const),
]);

function* typeNames(types: TypeTable): Generator<string> {
  yield* types.names;
  yield* PRIMITIVES;
}

function readKey(written: TypeExpr, reading: Reading): Type {
  const key = read(written, reading);
  const isKey = alternatives(key, reading.types).every((type) => isKeyType(type));
  if (!isKey) reading.report('E_TYPE_MISMATCH', written.span, 'the keys of a Record are string or literals of strings');
  return key;
}

function isKeyType(alternative: Type): boolean {
  return alternative.kind === 'unknown' || primitiveKind(alternative) === 'string';
}

function readUnion(written: Extract<TypeExpr, { kind: 'union' }>, reading: Reading): Type {
  const type: Type = { kind: 'union', types: written.members.map((member) => read(member, reading)) };
  // Most unions are of names and values, with nothing to tell apart; then what stands behind names need not be opened.
  if (type.types.filter(mayBeObject).length < 2) return type;
  const objects = alternatives(type, reading.types).filter(isObjectLike);
  // Alternatives behind one name were compared where that is declared.
  const isMixed = type.types.filter((member) => alternatives(member, reading.types).some(isObjectLike)).length > 1;
  if (
    isMixed &&
    objects.length > 1 &&
    objects.length <= MOST_COMPARED &&
    discriminant(objects, reading.types) === null
  ) {
    const message = 'nothing tells these objects apart; give each a field of one name with a literal type of its own';
    reading.report('E043', written.span, message);
  }
  return type;
}

function mayBeObject(member: Type): boolean {
  return member.kind !== 'literal' && (member.kind !== 'primitive' || isObjectLike(member));
}

function readObject(written: Extract<TypeExpr, { kind: 'object' }>, reading: Reading): Type {
  const fields = new Map<string, FieldType>();
  for (const field of written.fields) {
    const { text, span } = field.name;
    const type = read(field.type, reading);
    if (UNSAFE_KEYS.has(text)) reading.report('E_UNSAFE_KEY', span, `${text} cannot be the name of a field`);
    else if (fields.has(text)) reading.report('E_DUPLICATE_FIELD', span, `field ${text} stands twice in this type`);
    else fields.set(text, { type, optional: field.optional });
  }
  return { kind: 'object', fields };
}
