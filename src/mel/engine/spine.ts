import type { Expr } from '../schema/ir.ts';
import { partsOf } from '../schema/parts.ts';

/** The nodes whose first part chains grow along. */
const CHAINED: ReadonlySet<Expr['kind']> = new Set([
  ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'add', 'sub', 'mul', 'div', 'mod'] as const),
  ...(['and', 'or', 'concat', 'coalesce', 'min', 'max', 'merge'] as const),
  ...(['field', 'at', 'append', 'slice', 'includes', 'first', 'last'] as const),
  ...(['not', 'isNull', 'neg', 'len'] as const),
]);

/** The operand of a node that chains grow along; undefined where a node takes no part in chains. */
export function leftOperand(expr: Expr): Expr | undefined {
  // Asked for each operand in turn, so that what costs as much as there are operands has no place here.
  if (expr.kind === 'append') return expr.array;
  return CHAINED.has(expr.kind) ? partsOf(expr)[0] : undefined;
}

/** A node and the chain of left operands below it, outermost first; the last one is no chain. */
export function chainOf(expr: Expr): readonly Expr[] {
  const chain: Expr[] = [expr];
  for (let next = leftOperand(expr); next !== undefined; next = leftOperand(next)) chain.push(next);
  return chain;
}

/** Calls `visit` with each operand of a node and the field that holds it. */
export function eachOperand(expr: Expr, visit: (operand: Expr, field: string) => void): void {
  for (const field in expr) {
    if (field === 'kind' || field === 'value') continue;
    const held: unknown = expr[field as keyof Expr];
    if (typeof held !== 'object' || held === null) continue;
    if (Array.isArray(held)) for (const item of held) visit(item, field);
    else if (expr.kind === 'object')
      for (const key of Object.keys(held)) visit((held as { [key: string]: Expr })[key] as Expr, field);
    else visit(held as Expr, field);
  }
}

/** How deep an expression nests, chains of left operands and of `else` not counted. Walks by a stack of its own. */
export function nestingOf(root: Expr): number {
  let deepest = 0;
  const open: { readonly expr: Expr; readonly depth: number }[] = [{ expr: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { expr, depth } = next;
    if (depth > deepest) deepest = depth;
    const left = leftOperand(expr);
    eachOperand(expr, (operand, field) => {
      const isChain = operand === left || (expr.kind === 'if' && field === 'else');
      open.push({ expr: operand, depth: isChain ? depth : depth + 1 });
    });
  }
  return deepest;
}
