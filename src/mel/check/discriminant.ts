import { alternatives, isNullType, type Literal, type Type, type TypeTable } from './type.ts';

/** The name of a required field with literal types that differ in all `objects`; null if there is none. */
export function discriminant(objects: readonly Type[], types: TypeTable): string | null {
  const [head] = objects;
  if (head?.kind !== 'object') return null;
  for (const name of head.fields.keys()) {
    if (tellsApart(name, objects, types)) return name;
  }
  return null;
}

function tellsApart(name: string, objects: readonly Type[], types: TypeTable): boolean {
  const taken = new Set<Literal>();
  for (const object of objects) {
    if (object.kind !== 'object') return false;
    const field = object.fields.get(name);
    if (field === undefined || field.optional) return false;
    const values = literalsOf(field.type, types);
    if (values === null) return false;
    for (const value of values) {
      if (taken.has(value)) return false;
      taken.add(value);
    }
  }
  return true;
}

/** Objects that a field of literals tells apart. */
export interface TaggedObjects {
  readonly name: string;
  readonly byValue: ReadonlyMap<Literal, Extract<Type, { kind: 'object' }>>;
}

const known = new WeakMap<readonly Type[], TaggedObjects | null>();

/** The alternatives of a type by their tag, null aside; null where they are no objects with one. `members` as `alternatives` gives them. */
export function taggedObjects(members: readonly Type[], types: TypeTable): TaggedObjects | null {
  const before = known.get(members);
  if (before !== undefined) return before;
  const objects = members.filter((member) => member.kind === 'object');
  const isAll = members.every((member) => member.kind === 'object' || isNullType(member));
  const name = isAll ? discriminant(objects, types) : null;
  const found = name === null ? null : { name, byValue: byTag(name, objects, types) };
  known.set(members, found);
  return found;
}

function byTag(
  name: string,
  objects: readonly Extract<Type, { kind: 'object' }>[],
  types: TypeTable,
): TaggedObjects['byValue'] {
  const byValue = new Map<Literal, Extract<Type, { kind: 'object' }>>();
  for (const object of objects) {
    const field = object.fields.get(name);
    for (const value of (field && literalsOf(field.type, types)) ?? []) byValue.set(value, object);
  }
  return byValue;
}

/** The values of a type that consists of literals only; null for any other. */
export function literalsOf(type: Type, types: TypeTable): readonly Literal[] | null {
  const values: Literal[] = [];
  for (const member of alternatives(type, types)) {
    if (member.kind !== 'literal') return null;
    values.push(member.value);
  }
  return values;
}
