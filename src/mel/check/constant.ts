import { appendAll } from '../../base/append-all.ts';
import type { Json } from '../schema/ir.ts';
import type { Expr } from '../syntax/ast.ts';
import { inside, unwrapGroup } from './expr-parts.ts';
import type { Report } from './report.ts';

/** The value of a state initializer; undefined, with E042, E002 or E_ITEM_SCOPE reported, if it is not constant. */
export function constantValue(expr: Expr, report: Report): Json | undefined {
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return expr.value;
    case 'null':
      return null;
    case 'missing':
      return undefined;
    case 'group':
      return constantValue(expr.inner, report);
    case 'unary': {
      const operand = unwrapGroup(expr.operand);
      if (expr.operator === '-' && operand.kind === 'number') return operand.value === 0 ? 0 : -operand.value;
      return refuse(expr, report);
    }
    case 'array':
      return constantArray(expr, report);
    case 'object':
      return constantObject(expr, report);
    default:
      return refuse(expr, report);
  }
}

function constantArray(expr: Extract<Expr, { kind: 'array' }>, report: Report): Json | undefined {
  const items = expr.elements.map((element) => constantValue(element, report));
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : undefined;
}

function constantObject(expr: Extract<Expr, { kind: 'object' }>, report: Report): Json | undefined {
  const value: { [key: string]: Json } = Object.create(null);
  let isConstant = true;
  for (const entry of expr.entries) {
    const part = constantValue(entry.kind === 'field' ? entry.value : entry.operand, report);
    if (part === undefined) isConstant = false;
    else if (entry.kind === 'field') value[entry.key.text] = part;
    else if (isPlain(part)) for (const key of Object.keys(part)) value[key] = part[key] ?? null;
  }
  return isConstant ? value : undefined;
}

function isPlain(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells of the dollar names in an expression that is not constant, or else of the expression. */
function refuse(expr: Expr, report: Report): undefined {
  const found: Expr[] = [];
  const pending: Expr[] = [expr];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'dollar' || next.kind === 'item') found.push(next);
    else appendAll(pending, inside(next));
  }
  if (expr.kind === 'dollar' || expr.kind === 'item') found.splice(0, found.length, expr);
  else report('E042', expr.span, 'the initial value of a state field must be a constant');
  for (const { kind, span } of found) {
    if (kind === 'item') report('E_ITEM_SCOPE', span, '`$item` has a meaning only inside a callback');
    else report('E002', span, 'the initial value of a state field cannot use a dollar name');
  }
  return undefined;
}
