import { unreachable } from '../../base/unreachable.ts';
import type { Expr } from './ir.ts';

/** The expressions directly in an expression, in the order in which they stand and are evaluated. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'lit':
    case 'get':
      return [];
    case 'eq':
    case 'neq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
      return [expr.left, expr.right];
    case 'and':
    case 'or':
    case 'min':
    case 'max':
    case 'concat':
    case 'coalesce':
      return expr.args;
    case 'not':
    case 'abs':
    case 'neg':
    case 'floor':
    case 'ceil':
    case 'round':
    case 'sqrt':
    case 'len':
    case 'typeof':
    case 'isNull':
    case 'toString':
    case 'toNumber':
    case 'toBoolean':
      return [expr.arg];
    case 'if':
      return [expr.cond, expr.then, expr.else];
    case 'pow':
      return [expr.base, expr.exponent];
    case 'sumArray':
    case 'minArray':
    case 'maxArray':
    case 'first':
    case 'last':
    case 'reverse':
    case 'unique':
    case 'flat':
      return [expr.array];
    case 'substring':
      return expr.end === undefined ? [expr.str, expr.start] : [expr.str, expr.start, expr.end];
    case 'trim':
    case 'toLowerCase':
    case 'toUpperCase':
    case 'strLen':
      return [expr.str];
    case 'startsWith':
      return [expr.str, expr.prefix];
    case 'endsWith':
      return [expr.str, expr.suffix];
    case 'strIncludes':
    case 'indexOf':
      return [expr.str, expr.search];
    case 'replace':
      return [expr.str, expr.search, expr.replacement];
    case 'split':
      return [expr.str, expr.delimiter];
    case 'at':
      return [expr.array, expr.index];
    case 'slice':
      return expr.end === undefined ? [expr.array, expr.start] : [expr.array, expr.start, expr.end];
    case 'includes':
      return [expr.array, expr.item];
    case 'filter':
    case 'find':
    case 'every':
    case 'some':
      return [expr.array, expr.predicate];
    case 'map':
      return [expr.array, expr.mapper];
    case 'append':
      return [expr.array, ...expr.items];
    case 'object':
      return Object.values(expr.fields);
    case 'field':
      return [expr.object];
    case 'keys':
    case 'values':
    case 'entries':
      return [expr.obj];
    case 'merge':
      return expr.objects;
    case 'hasKey':
      return [expr.obj, expr.key];
    case 'pick':
    case 'omit':
      return [expr.obj, expr.keys];
    case 'fromEntries':
      return [expr.entries];
    default:
      return unreachable(expr);
  }
}
