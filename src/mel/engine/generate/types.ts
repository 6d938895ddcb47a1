import type { TypeDef } from '../../schema/ir.ts';
import type { Memberships } from '../membership.ts';
import { ARR, BOOL, maskOfType, NULL, NUM, OBJ, STR, type Value } from './value.ts';

const MAX_DEPTH = 12;

/** How far a short look goes; what it does not see is checked when the value is there. */
interface Look {
  readonly memberships: Memberships;
  left: number;
}

const MOST_LOOKS = 200;

/** Whether each member of `source` is one of `target`, as far as a short look can tell. */
export function fits(source: TypeDef, target: TypeDef, memberships: Memberships): boolean {
  return goesInto(source, target, { memberships, left: MOST_LOOKS }, 0);
}

function goesInto(source: TypeDef, target: TypeDef, look: Look, depth: number): boolean {
  if (source === target) return true;
  look.left -= 1;
  if (depth > MAX_DEPTH || look.left < 0) return false;
  const { memberships } = look;
  if (source.kind === 'ref' && target.kind === 'ref' && source.name === target.name) return true;
  const from = memberships.resolve(source);
  const to = memberships.resolve(target);
  if (from === undefined || to === undefined) return false;
  if (from === to) return true;
  if (from.kind === 'union') return from.types.every((type) => goesInto(type, to, look, depth + 1));
  if (from.kind === 'literal') return memberships.of(to)(from.value);
  if (to.kind === 'union') return to.types.some((type) => goesInto(from, type, look, depth + 1));
  switch (to.kind) {
    case 'primitive':
      if (to.type === 'object') return from.kind === 'object' || from.kind === 'record' || isPrimitive(from, 'object');
      return maskOfType(from, memberships) === maskOfType(to, memberships);
    case 'array':
      return from.kind === 'array' && goesInto(from.element, to.element, look, depth + 1);
    case 'record':
      return (
        from.kind === 'record' &&
        goesInto(from.key, to.key, look, depth + 1) &&
        goesInto(from.value, to.value, look, depth + 1)
      );
    case 'object':
      return from.kind === 'object' && objectFits(from, to, look, depth + 1);
    default:
      return false;
  }
}

function isPrimitive(type: TypeDef, name: string): boolean {
  return type.kind === 'primitive' && type.type === name;
}

type ObjectType = Extract<TypeDef, { readonly kind: 'object' }>;

function objectFits(from: ObjectType, to: ObjectType, look: Look, depth: number): boolean {
  for (const name of Object.keys(from.fields)) if (!Object.hasOwn(to.fields, name)) return false;
  return Object.keys(to.fields).every((name) => {
    const wanted = to.fields[name];
    const given = Object.hasOwn(from.fields, name) ? from.fields[name] : undefined;
    if (wanted === undefined) return false;
    if (given === undefined) return wanted.optional;
    return (wanted.optional || !given.optional) && goesInto(given.type, wanted.type, look, depth);
  });
}

const PRIMITIVES: readonly (readonly [number, TypeDef])[] = [
  [NUM, { kind: 'primitive', type: 'number' }],
  [STR, { kind: 'primitive', type: 'string' }],
  [BOOL, { kind: 'primitive', type: 'boolean' }],
  [NULL, { kind: 'primitive', type: 'null' }],
];

/** The type of a value where one is known: its own, or what its kinds say. */
export function typeOfValue(of: Value): TypeDef | undefined {
  if (of.type !== undefined) return of.type;
  if ((of.mask & (ARR | OBJ)) !== 0) return undefined;
  const types = PRIMITIVES.filter(([bit]) => (of.mask & bit) !== 0).map(([, type]) => type);
  const [only] = types;
  return types.length === 1 ? only : { kind: 'union', types };
}

export function withoutNull(type: TypeDef | undefined, memberships: Memberships): TypeDef | undefined {
  const resolved = type && memberships.resolve(type);
  if (resolved?.kind !== 'union') return resolved;
  const known = nonNull.get(memberships) ?? new Map<TypeDef, TypeDef | undefined>();
  if (!known.has(resolved))
    nonNull.set(memberships, known.set(resolved, unionWithoutNull(resolved.types, memberships)));
  return known.get(resolved);
}

const nonNull = new WeakMap<Memberships, Map<TypeDef, TypeDef | undefined>>();

function unionWithoutNull(types: readonly TypeDef[], memberships: Memberships): TypeDef | undefined {
  const left = types.filter((member) => maskOfType(member, memberships) !== NULL);
  const [only] = left;
  return left.length === 1 && only !== undefined ? memberships.resolve(only) : { kind: 'union', types: left };
}

export function nullable(type: TypeDef | undefined): TypeDef | undefined {
  return type && { kind: 'union', types: [type, { kind: 'primitive', type: 'null' }] };
}

/** A check of more alternatives than these is no longer written out. */
const MOST_PARTS = 20;

/** Text of a condition that is true where a simple value is outside a type of scalars; undefined: no such text. */
export function misfitCode(of: Value, type: TypeDef, memberships: Memberships): string | undefined {
  const known = typeOfValue(of);
  if (known !== undefined && fits(known, type, memberships)) return 'false';
  const resolved = memberships.resolve(type);
  if (resolved?.kind === 'primitive' && resolved.type === 'number' && of.isRaw) return `${of.code} - ${of.code} !== 0`;
  if (of.isRaw) return undefined;
  const members = resolved?.kind === 'union' ? resolved.types : [type];
  if (members.length > MOST_PARTS) return undefined;
  const parts = members.map((member) => scalarMisfit(of.code, memberships.resolve(member)));
  return parts.every((part) => part !== undefined) && parts.length > 0 ? parts.join(' && ') : undefined;
}

function scalarMisfit(code: string, type: TypeDef | undefined): string | undefined {
  if (type?.kind === 'literal')
    return typeof type.value === 'number' ? undefined : `${code} !== ${JSON.stringify(type.value)}`;
  if (type?.kind !== 'primitive' || type.type === 'object') return undefined;
  return type.type === 'null' ? `${code} !== null` : `typeof ${code} !== "${type.type}"`;
}
