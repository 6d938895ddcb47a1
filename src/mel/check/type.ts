/** A type as the checker holds it: a `TypeDef` that may be unknown anywhere, with fields in a Map (any key is data). */
export type Type =
  /** Not known; nothing is held against it. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'primitive'; readonly type: PrimitiveName }
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'array'; readonly element: Type }
  | { readonly kind: 'record'; readonly key: Type; readonly value: Type }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, FieldType> }
  /** No members: no value reaches this place. */
  | { readonly kind: 'union'; readonly types: readonly Type[] }
  | { readonly kind: 'ref'; readonly name: string };

type PrimitiveName = 'string' | 'number' | 'boolean' | 'null' | 'object';
export type Literal = string | number | boolean | null;

export interface FieldType {
  readonly type: Type;
  readonly optional: boolean;
}

/** What the names of types stand for. */
export interface TypeTable {
  /** The definition behind a name, which may be a name again. */
  definition(name: string): Type | undefined;
  /** All declared names, for suggestions. */
  readonly names: Iterable<string>;
}

export const UNKNOWN: Type = { kind: 'unknown' };
export const STRING: Type = { kind: 'primitive', type: 'string' };
export const NUMBER: Type = { kind: 'primitive', type: 'number' };
export const BOOLEAN: Type = { kind: 'primitive', type: 'boolean' };
export const OBJECT: Type = { kind: 'primitive', type: 'object' };
export const NULL: Type = { kind: 'primitive', type: 'null' };
export const NEVER: Type = { kind: 'union', types: [] };

/** `Array<element>`. */
export function arrayOf(element: Type): Type {
  return { kind: 'array', element };
}

/** `type | null`. */
export function nullable(type: Type): Type {
  const known = nullables.get(type) ?? unionOf([type, NULL]);
  nullables.set(type, known);
  return known;
}

/** The same each time, so that its alternatives are opened once. */
const nullables = new WeakMap<Type, Type>();

/** Follows names until something else stands there; unknown for a name that is undeclared or leads to itself. */
function resolve(type: Type, types: TypeTable): Type {
  if (type.kind !== 'ref') return type;
  const seen = new Set<string>();
  let current: Type = type;
  while (current.kind === 'ref') {
    if (seen.has(current.name)) return UNKNOWN;
    seen.add(current.name);
    current = types.definition(current.name) ?? UNKNOWN;
  }
  return current;
}

/** Alternatives that were opened before, by type and by name: the same list each time, so that more can be kept by it. */
const opened = new WeakMap<TypeTable, { readonly byType: WeakMap<Type, readonly Type[]>; readonly byName: Names }>();
type Names = Map<string, readonly Type[]>;

/** The alternatives of a type: nested unions and names of unions are opened, a name of anything else is kept behind it. */
export function alternatives(type: Type, types: TypeTable): readonly Type[] {
  if (type.kind !== 'union' && type.kind !== 'ref') return [type];
  const known = opened.get(types) ?? { byType: new WeakMap(), byName: new Map() };
  const before = type.kind === 'ref' ? known.byName.get(type.name) : known.byType.get(type);
  if (before !== undefined) return before;
  const found = type.kind === 'union' && wholes.has(type) ? type.types : open(type, types);
  if (type.kind === 'ref') known.byName.set(type.name, found);
  else known.byType.set(type, found);
  opened.set(types, known);
  return found;
}

/** A type of some of the alternatives of another: `kept` is taken from `members`, which `alternatives` gave. */
export function narrowedTo(kept: readonly Type[], members: readonly Type[], types: TypeTable): Type {
  const [only] = kept;
  if (only === undefined) return NEVER;
  if (kept.length === 1) return only;
  if (kept.some((member) => member.kind === 'unknown')) return UNKNOWN;
  const type: Type = { kind: 'union', types: kept };
  opened.get(types)?.byType.set(type, kept);
  wider.set(kept, members);
  return type;
}

const wider = new WeakMap<readonly Type[], readonly Type[]>();

/** A union of all but some values of a union of many, which is worked out when somebody asks for more than its kind. */
export function partOf(whole: Type, narrow: () => Type): Type {
  let types: readonly Type[] | undefined;
  const part: Type = {
    kind: 'union',
    get types() {
      if (types === undefined) {
        const narrowed = narrow();
        types = narrowed.kind === 'union' ? narrowed.types : [narrowed];
      }
      return types;
    },
  };
  wholes.set(part, whole);
  return part;
}

const wholes = new WeakMap<Type, Type>();

/** The union that `partOf` took a type from. */
export function wholeOf(type: Type): Type | undefined {
  return wholes.get(type);
}

/** The alternatives that these were taken from, where they are less than a type had. */
export function widerThan(members: readonly Type[]): readonly Type[] | undefined {
  return wider.get(members);
}

function open(type: Type, types: TypeTable): readonly Type[] {
  const found: Type[] = [];
  const seen = new Set<Type>();
  const names = new Set<string>();
  const pending: Type[] = [type];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'ref') {
      if (names.has(next.name)) continue;
      names.add(next.name);
    }
    const resolved = resolve(next, types);
    if (seen.has(resolved)) continue;
    seen.add(resolved);
    if (resolved.kind === 'union') for (const member of [...resolved.types].reverse()) pending.push(member);
    else found.push(resolved);
  }
  return found;
}

/** The union of `members`: flattened one level, without repetitions; unknown if a member is. */
export function unionOf(members: readonly Type[]): Type {
  const [first] = members;
  if (members.length === 1 && first?.kind === 'union')
    return first.types.some((type) => type.kind === 'unknown') ? UNKNOWN : first;
  const flat: Type[] = [];
  const keys = new Set<unknown>();
  const literals = new Set<Literal>();
  for (const member of members) {
    for (const type of member.kind === 'union' ? member.types : [member]) {
      if (type.kind === 'unknown') return UNKNOWN;
      const isValue = type.kind === 'literal' && type.value !== null;
      const seen: Set<unknown> = isValue ? literals : keys;
      const key = isValue ? type.value : (shallowKey(type) ?? type);
      if (seen.has(key)) continue;
      seen.add(key);
      flat.push(type);
    }
  }
  const [only] = flat;
  if (flat.length === 1 && only !== undefined) return only;
  return { kind: 'union', types: flat };
}

/** A key that equal types share; null where finding it would go too deep. */
function shallowKey(type: Type, depth = 0): string | null {
  switch (type.kind) {
    case 'primitive':
      return type.type;
    case 'literal':
      return type.value === null ? 'null' : `=${JSON.stringify(type.value)}`;
    case 'ref':
      return `@${type.name}`;
    case 'array': {
      const inner = depth < 4 ? shallowKey(type.element, depth + 1) : null;
      return inner === null ? null : `[${inner}]`;
    }
    case 'object':
      return depth < 4 && type.fields.size <= 16 ? fieldsKey(type.fields, depth) : null;
    case 'union':
      return depth < 4 && type.types.length <= 8 ? membersKey(type.types, depth) : null;
    default:
      return null;
  }
}

function membersKey(members: readonly Type[], depth: number): string | null {
  const keys = members.map((member) => shallowKey(member, depth + 1));
  return keys.includes(null) ? null : `(${keys.sort().join('|')})`;
}

function fieldsKey(fields: ReadonlyMap<string, FieldType>, depth: number): string | null {
  const parts: string[] = [];
  for (const [name, field] of fields) {
    const inner = shallowKey(field.type, depth + 1);
    if (inner === null) return null;
    parts.push(`${JSON.stringify(name)}${field.optional ? '?' : ''}:${inner}`);
  }
  return `{${parts.sort().join()}}`;
}

/** Whether `type` (resolved) is null and nothing else. */
export function isNullType(type: Type): boolean {
  return (type.kind === 'primitive' && type.type === 'null') || (type.kind === 'literal' && type.value === null);
}

/** What the alternatives of a type are without null; null: they admit none. */
const nonNull = new WeakMap<readonly Type[], Type | null>();

/** Whether null is a member; false for unknown. */
export function admitsNull(type: Type, types: TypeTable): boolean {
  return withoutNullIn(alternatives(type, types), types) !== null;
}

/** The type without null; the type itself where there is none. */
export function withoutNull(type: Type, types: TypeTable): Type {
  return withoutNullIn(alternatives(type, types), types) ?? type;
}

function withoutNullIn(members: readonly Type[], types: TypeTable): Type | null {
  const known = nonNull.get(members);
  if (known !== undefined) return known;
  const rest = members.some(isNullType)
    ? narrowedTo(
        members.filter((member) => !isNullType(member)),
        members,
        types,
      )
    : null;
  if (members.length > 1) nonNull.set(members, rest);
  return rest;
}

export type PrimitiveKind = 'string' | 'number' | 'boolean';

/** The non-null primitive kind of one alternative; null for null, objects and collections; undefined where unknown. */
export function primitiveKind(alternative: Type): PrimitiveKind | null | undefined {
  if (alternative.kind === 'unknown') return undefined;
  if (alternative.kind === 'literal') {
    const kind = typeof alternative.value;
    return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : null;
  }
  if (alternative.kind !== 'primitive') return null;
  return alternative.type === 'null' || alternative.type === 'object' ? null : alternative.type;
}

/** Whether one alternative is an object type, a Record or opaque. */
export function isObjectLike(alternative: Type): boolean {
  return (
    alternative.kind === 'object' ||
    alternative.kind === 'record' ||
    (alternative.kind === 'primitive' && alternative.type === 'object')
  );
}
