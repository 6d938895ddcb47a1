import type { Expr, Flow } from './ir.ts';

/** A conditional expression. */
export function branch(cond: Expr, then: Expr, otherwise: Expr): Expr {
  return { cond, else: otherwise, kind: 'if', then };
}

/** A guard of statements. */
export function guarded(cond: Expr, then: Flow): Flow {
  return { cond, kind: 'if', then };
}
