import type { Expr } from '../syntax/ast.ts';
import { literalValue, unwrapGroup } from './expr-parts.ts';
import { alternatives, isObjectLike, type Type, type TypeTable } from './type.ts';

/** The object type or Record that an object literal is meant to be: the only one, or the only one its literal fields fit. */
export function pickTarget(
  expr: Extract<Expr, { kind: 'object' }>,
  expected: Type,
  types: TypeTable,
): Extract<Type, { kind: 'object' | 'record' }> | null {
  const members = alternatives(expected, types);
  if (members.some((member) => member.kind === 'unknown')) return null;
  const objects = members.filter(isObjectLike);
  const fitting = objects.length < 2 ? objects : objects.filter((member) => admitsLiterals(expr, member, types));
  const [only] = fitting;
  if (fitting.length !== 1 || only === undefined) return null;
  return only.kind === 'object' || only.kind === 'record' ? only : null;
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
