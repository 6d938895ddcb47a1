import type { Expr, PathSegment } from '../syntax/ast.ts';
import { assignable } from './assignable.ts';
import { quote } from './print-simple.ts';
import { type Report, wrap } from './report.ts';
import { showType } from './show-type.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { alternatives, isNullType, isObjectLike, primitiveKind, type Type, type TypeTable, unionOf } from './type.ts';

type RecordType = Extract<Type, { readonly kind: 'record' }>;

/** Whether a Record may have this key; its keys may be literals. */
export function mayHaveKey({ key }: RecordType, name: string, types: TypeTable): boolean {
  if (key.kind === 'primitive') return true;
  return assignable({ kind: 'literal', value: name }, key, types) !== 'no';
}

/** The keys that Records name one by one. */
export function namedKeys(holders: readonly Type[], types: TypeTable): readonly string[] {
  return holders.flatMap((holder) =>
    holder.kind !== 'record'
      ? []
      : alternatives(holder.key, types).flatMap((key) =>
          key.kind === 'literal' && typeof key.value === 'string' ? [key.value] : [],
        ),
  );
}

/** The keys of Records as a message shows them. */
export function keysText(holders: readonly Type[], types: TypeTable): string {
  return showType(unionOf(namedKeys(holders, types).map((value): Type => ({ kind: 'literal', value }))));
}

/** Reports a written key that no Record here has (E_TYPE_MISMATCH); false where none of the holders is a Record. */
export function checkKey(
  name: string,
  segment: PathSegment,
  holders: readonly Type[],
  types: TypeTable,
  report: Report,
): boolean {
  const records = holders.filter((holder) => holder.kind === 'record');
  if (records.length === 0) return false;
  const close = suggest(name, namedKeys(records, types), types);
  const isQuoted = segment.kind === 'index';
  const span = segment.kind === 'index' ? segment.index.span : segment.span;
  const message = `there is no key \`${name}\` here; the keys of the Record are ${keysText(records, types)}${suggestion(close)}`;
  report('E_TYPE_MISMATCH', span, message, useInstead(isQuoted && close !== undefined ? quote(close) : close, span));
  return true;
}

/** An index that is computed when a statement runs. */
interface DynamicIndex {
  readonly expr: Expr;
  readonly type: Type;
  /** The path in front of it, as it is written. */
  readonly before: () => string;
}

/**
 * What can be said of a dynamic index before it is known: E_TYPE_MISMATCH where a Record names its keys and it may be
 * another one, W_DEAD_PATH where it is never a key or index here.
 */
export function checkIndex(index: DynamicIndex, holder: Type, types: TypeTable, report: Report): void {
  const holders = alternatives(holder, types).filter((type) => !isNullType(type));
  const members = alternatives(index.type, types).filter((type) => !isNullType(type));
  if (members.length === 0 || holders.length === 0) return;
  if ([...holders, ...members].some((type) => type.kind === 'unknown')) return;
  if (!holders.some((type) => members.some((member) => mayIndex(type, member)))) {
    reportDead(index, holders, types, report);
    return;
  }
  const texts = members.filter((member) => primitiveKind(member) === 'string');
  const isOpen = holders.some((type) => type.kind !== 'record' && type.kind !== 'array');
  if (texts.length === 0 || isOpen) return;
  const keys = unionOf(holders.flatMap((type) => (type.kind === 'record' ? [type.key] : [])));
  if (assignable(unionOf(texts), keys, types) !== 'no') return;
  const message = `\`${index.before()}\` has only the keys ${keysText(holders, types)}; this is ${showType(index.type)}`;
  report('E_TYPE_MISMATCH', index.expr.span, message);
}

function mayIndex(holder: Type, member: Type): boolean {
  const kind = primitiveKind(member);
  return holder.kind === 'array' ? kind === 'number' : kind === 'string' && isObjectLike(holder);
}

function reportDead({ expr, type, before }: DynamicIndex, holders: readonly Type[], types: TypeTable, report: Report) {
  const shown = showType(type);
  const isNumber = alternatives(type, types).every((member) => primitiveKind(member) === 'number');
  if (holders.every(isObjectLike)) {
    const fixes = isNumber ? [wrap('Turn it into a string', expr.span, 'toString(', ')')] : [];
    const message = `a key is a string; this is ${shown}, so that nothing is ever written here`;
    report('W_DEAD_PATH', expr.span, message, { fixes });
    return;
  }
  const isById = holders.every((holder) => holder.kind === 'array' && hasId(holder.element, types));
  const path = before();
  const advice = isById ? `; to change an item by its id: \`patch ${path} = updateById(${path}, id, { … })\`` : '';
  const message = `an element is written by its number; this is ${shown}, so that nothing is ever written here${advice}`;
  report('W_DEAD_PATH', expr.span, message);
}

function hasId(element: Type, types: TypeTable): boolean {
  return alternatives(element, types).every((item) => item.kind === 'object' && item.fields.has('id'));
}
