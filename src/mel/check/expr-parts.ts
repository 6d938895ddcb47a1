import type { Expr } from '../syntax/ast.ts';

/** Without parentheses around it. */
export function unwrapGroup(expr: Expr): Expr {
  let current = expr;
  while (current.kind === 'group') current = current.inner;
  return current;
}

/** The expressions directly inside one, for walks that need no order. */
export function inside(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'property':
      return [expr.object];
    case 'index':
      return [expr.object, expr.index];
    case 'unary':
      return [expr.operand];
    case 'binary':
      return [expr.left, expr.right];
    case 'ternary':
      return [expr.condition, expr.then, expr.otherwise];
    case 'call':
      return expr.args;
    case 'object':
      return expr.entries.map((entry) => (entry.kind === 'field' ? entry.value : entry.operand));
    case 'array':
      return expr.elements;
    case 'group':
      return [expr.inner];
    default:
      return [];
  }
}

/** The operands of a chain of one left-associative operator, left to right; the expression alone if it is no such chain. */
export function operands(expr: Expr, operator: string): readonly Expr[] {
  const found: Expr[] = [];
  let current = expr;
  while (current.kind === 'binary' && current.operator === operator) {
    found.push(current.right);
    current = current.left;
  }
  found.push(current);
  return found.reverse();
}

/** The number a literal stands for, a minus before it included; undefined for anything else. */
export function literalNumber(expr: Expr): number | undefined {
  const bare = unwrapGroup(expr);
  if (bare.kind === 'number') return bare.value;
  if (bare.kind !== 'unary' || bare.operator !== '-') return undefined;
  const operand = unwrapGroup(bare.operand);
  return operand.kind === 'number' ? (operand.value === 0 ? 0 : -operand.value) : undefined;
}

/** The value of a literal that is not null; undefined for anything else. */
export function literalValue(expr: Expr): string | number | boolean | undefined {
  const bare = unwrapGroup(expr);
  return bare.kind === 'string' || bare.kind === 'boolean' ? bare.value : literalNumber(bare);
}
