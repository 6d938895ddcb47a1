import type { TypeDef } from '../../schema/ir.ts';
import type { Memberships } from '../membership.ts';
import { ARR, BOOL, maskOfType, NULL, NUM, OBJ, STR, type Value } from './value.ts';

const MAX_DEPTH = 12;

/** Whether each member of `source` is one of `target`, as far as a short look can tell. */
export function fits(source: TypeDef, target: TypeDef, memberships: Memberships, depth = 0): boolean {
  if (source === target) return true;
  if (depth > MAX_DEPTH) return false;
  if (source.kind === 'ref' && target.kind === 'ref' && source.name === target.name) return true;
  const from = memberships.resolve(source);
  const to = memberships.resolve(target);
  if (from === undefined || to === undefined) return false;
  if (from === to) return true;
  if (from.kind === 'union') return from.types.every((type) => fits(type, to, memberships, depth + 1));
  if (to.kind === 'union') return to.types.some((type) => fits(from, type, memberships, depth + 1));
  switch (to.kind) {
    case 'primitive':
      if (to.type === 'object') return from.kind === 'object' || from.kind === 'record' || isPrimitive(from, 'object');
      return maskOfType(from, memberships) === maskOfType(to, memberships);
    case 'literal':
      return from.kind === 'literal' && from.value === to.value;
    case 'array':
      return from.kind === 'array' && fits(from.element, to.element, memberships, depth + 1);
    case 'record':
      return (
        from.kind === 'record' &&
        fits(from.key, to.key, memberships, depth + 1) &&
        fits(from.value, to.value, memberships, depth + 1)
      );
    case 'object':
      return from.kind === 'object' && objectFits(from, to, memberships, depth + 1);
    default:
      return false;
  }
}

function isPrimitive(type: TypeDef, name: string): boolean {
  return type.kind === 'primitive' && type.type === name;
}

type ObjectType = Extract<TypeDef, { readonly kind: 'object' }>;

function objectFits(from: ObjectType, to: ObjectType, memberships: Memberships, depth: number): boolean {
  for (const name of Object.keys(from.fields)) if (!Object.hasOwn(to.fields, name)) return false;
  return Object.keys(to.fields).every((name) => {
    const wanted = to.fields[name];
    const given = Object.hasOwn(from.fields, name) ? from.fields[name] : undefined;
    if (wanted === undefined) return false;
    if (given === undefined) return wanted.optional;
    return (wanted.optional || !given.optional) && fits(given.type, wanted.type, memberships, depth);
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
  const left = resolved.types.filter((member) => maskOfType(member, memberships) !== NULL);
  const [only] = left;
  return left.length === 1 && only !== undefined ? memberships.resolve(only) : { kind: 'union', types: left };
}

export function nullable(type: TypeDef | undefined): TypeDef | undefined {
  return type && { kind: 'union', types: [type, { kind: 'primitive', type: 'null' }] };
}

/** Text of a condition that is true where a simple value is outside a type of scalars; undefined: no such text. */
export function misfitCode(of: Value, type: TypeDef, memberships: Memberships): string | undefined {
  const known = typeOfValue(of);
  if (known !== undefined && fits(known, type, memberships)) return 'false';
  const resolved = memberships.resolve(type);
  if (resolved?.kind === 'primitive' && resolved.type === 'number' && of.isRaw) return `${of.code} - ${of.code} !== 0`;
  if (of.isRaw) return undefined;
  const members = resolved?.kind === 'union' ? resolved.types : [type];
  const parts = members.map((member) => scalarMisfit(of.code, memberships.resolve(member)));
  return parts.every((part) => part !== undefined) && parts.length > 0 && parts.length <= 20
    ? parts.join(' && ')
    : undefined;
}

function scalarMisfit(code: string, type: TypeDef | undefined): string | undefined {
  if (type?.kind === 'literal')
    return typeof type.value === 'number' ? undefined : `${code} !== ${JSON.stringify(type.value)}`;
  if (type?.kind !== 'primitive' || type.type === 'object') return undefined;
  return type.type === 'null' ? `${code} !== null` : `typeof ${code} !== "${type.type}"`;
}
