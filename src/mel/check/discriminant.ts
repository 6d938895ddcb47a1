import { alternatives, type Literal, type Type, type TypeTable } from './type.ts';

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

/** The values of a type that consists of literals only; null for any other. */
export function literalsOf(type: Type, types: TypeTable): readonly Literal[] | null {
  const values: Literal[] = [];
  for (const member of alternatives(type, types)) {
    if (member.kind !== 'literal') return null;
    values.push(member.value);
  }
  return values;
}
