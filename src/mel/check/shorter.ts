import type { Expr } from '../syntax/ast.ts';
import type { Site } from './site.ts';

/** Tells where a shorter builtin says the same (I_SHORTER). */
export function offerShorter(expr: Expr, site: Site): void {
  void [expr, site];
}
