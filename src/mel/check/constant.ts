import type { Json } from '../schema/ir.ts';
import type { Expr } from '../syntax/ast.ts';
import type { Report } from './report.ts';

/** The value of a state initializer; undefined, with E042, E002 or E_ITEM_SCOPE reported, if it is not constant. */
export function constantValue(expr: Expr, report: Report): Json | undefined {
  void [expr, report];
  return undefined;
}
