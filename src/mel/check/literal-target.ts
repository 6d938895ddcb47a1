import type { Expr } from '../syntax/ast.ts';
import { taggedObjects } from './discriminant.ts';
import { literalValue, unwrapGroup } from './expr-parts.ts';
import { alternatives, isObjectLike, type Type, type TypeTable } from './type.ts';

/** The object type or Record that an object literal is meant to be: the only one, or the only one its literal fields fit. */
export function pickTarget(
  expr: Extract<Expr, { kind: 'object' }>,
  expected: Type,
  types: TypeTable,
): Extract<Type, { kind: 'object' | 'record' }> | null {
  const members = alternatives(expected, types);
  if (members.length > MOST_COMPARED) {
    const tagged = byTag(expr, members, types);
    if (tagged !== undefined) return tagged;
  }
  if (members.some((member) => member.kind === 'unknown')) return null;
  const objects = members.filter(isObjectLike);
  const fitting = objects.length < 2 ? objects : objects.filter((member) => admitsLiterals(expr, member, types));
  const [only] = fitting;
  if (fitting.length !== 1 || only === undefined) return null;
  return only.kind === 'object' || only.kind === 'record' ? only : null;
}

/** Of more alternatives than these, the one with the tag that the literal has is looked up. */
const MOST_COMPARED = 8;

/** What the tag of a literal leads to, null where nothing has it; undefined where the literal or the types have no tag. */
function byTag(
  expr: Extract<Expr, { kind: 'object' }>,
  members: readonly Type[],
  types: TypeTable,
): Extract<Type, { kind: 'object' }> | null | undefined {
  const tagged = taggedObjects(members, types);
  if (tagged === null) return undefined;
  const tags = expr.entries.filter((entry) => entry.kind === 'field' && entry.key.text === tagged.name);
  const [entry, ...others] = tags;
  if (entry?.kind !== 'field' || others.length > 0) return undefined;
  const value = unwrapGroup(entry.value).kind === 'null' ? null : literalValue(entry.value);
  if (value === undefined) return undefined;
  const object = tagged.byValue.get(value);
  return object !== undefined && admitsLiterals(expr, object, types) ? object : null;
}

/** Whether no literal field of the expression contradicts a literal type of the object type. */
function admitsLiterals(expr: Extract<Expr, { kind: 'object' }>, object: Type, types: TypeTable): boolean {
  if (object.kind !== 'object') return true;
  return expr.entries.every((entry) => {
    if (entry.kind === 'spread') return true;
    const field = object.fields.get(entry.key.text);
    const value = unwrapGroup(entry.value).kind === 'null' ? null : literalValue(entry.value);
    if (field === undefined || value === undefined) return true;
    const literals = alternatives(field.type, types);
    return literals.some((member) => member.kind !== 'literal' || member.value === value);
  });
}
