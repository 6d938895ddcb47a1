import type { DiagnosticCode } from '../codes.ts';
import type { Expr } from '../syntax/ast.ts';
import type { Report } from './report.ts';
import type { Scope, Typed } from './scope.ts';
import { type Type, UNKNOWN } from './type.ts';

/** What a value has to be where it goes. */
export interface Expected {
  readonly type: Type;
  /** The code of a misfit: E_TYPE_MISMATCH, or E024 for an include argument. */
  readonly code: DiagnosticCode;
  /** How the place is called in messages: "state field `n`". */
  readonly place: string;
  /** The operand of a merge: fields may be missing at its own top level. */
  readonly partial?: boolean;
}

/**
 * The type of an expression, with every diagnostic of it. With `expected`, the value is held against that type too:
 * literal parts exactly (undeclared and missing keys), W_MAYBE_NULL where null may reach a type without null.
 */
export function inferExpr(expr: Expr, scope: Scope, report: Report, expected?: Expected): Typed {
  void [expr, scope, report, expected];
  return { type: UNKNOWN, maybeNull: null };
}

/** A condition of a guard, gate or conditional: boolean, and not constant. */
export function checkCondition(condition: Expr, scope: Scope, report: Report): void {
  void [condition, scope, report];
}
