import { alternatives, isNullType, isObjectLike, primitiveKind, type Type, type TypeTable } from './type.ts';

const DEEPEST = 16;

/** Whether some value of `source` could be a value of `target`; an empty collection alone does not count. */
export function mayFit(source: Type, target: Type, types: TypeTable, depth = 0): boolean {
  if (depth > DEEPEST) return true;
  const targets = alternatives(target, types);
  const sources = alternatives(source, types);
  return sources.length === 0 || sources.some((from) => targets.some((to) => mayBeOne(from, to, types, depth)));
}

function mayBeOne(source: Type, target: Type, types: TypeTable, depth: number): boolean {
  if (source.kind === 'unknown' || target.kind === 'unknown') return true;
  if (isNullType(source) || isNullType(target)) return isNullType(source) && isNullType(target);
  if (source.kind === 'literal' && target.kind === 'literal') return source.value === target.value;
  const kind = primitiveKind(target);
  if (kind !== null) return primitiveKind(source) === kind;
  if (target.kind === 'array')
    return source.kind === 'array' && mayFit(source.element, target.element, types, depth + 1);
  if (!isObjectLike(source)) return false;
  if (source.kind === 'primitive' || target.kind === 'primitive') return true;
  if (source.kind === 'record') return fromRecord(source.value, target, types, depth);
  if (source.kind !== 'object') return true;
  for (const [name, field] of source.fields) {
    const goal =
      target.kind === 'record' ? target.value : target.kind === 'object' ? target.fields.get(name)?.type : null;
    const fits = goal !== null && goal !== undefined && mayFit(field.type, goal, types, depth + 1);
    if (!fits && !field.optional) return false;
  }
  if (target.kind !== 'object') return true;
  return [...target.fields].every(([name, field]) => field.optional || source.fields.has(name));
}

function fromRecord(value: Type, target: Type, types: TypeTable, depth: number): boolean {
  if (target.kind === 'record') return mayFit(value, target.value, types, depth + 1);
  if (target.kind !== 'object') return true;
  return [...target.fields.values()].every((field) => field.optional || mayFit(value, field.type, types, depth + 1));
}
