import type { DiagnosticCode } from '../codes.ts';
import type { Note } from '../diagnostic.ts';
import type { Expr } from '../syntax/ast.ts';
import type { Report } from './report.ts';
import type { Scope, Typed } from './scope.ts';
import { type Type, UNKNOWN } from './type.ts';

/** What a value has to be where it goes. */
export interface Expected {
  readonly type: Type;
  /** What messages say instead of `type`. */
  readonly shown?: Type;
  /** The code of a misfit: E_TYPE_MISMATCH, or E024 for an include argument. */
  readonly code: DiagnosticCode;
  /** How the place is called in messages: "state field `n`". */
  readonly place: string;
  /** Where the place, or what holds it, is declared. */
  readonly notes?: readonly Note[];
  /** What null does there, where it does not fail a patch. */
  readonly nullHarm?: string;
  /** What to write instead of a whole object of which some is kept. */
  readonly instead?: string;
  /** The operand of a merge: fields may be missing at its own top level. */
  readonly partial?: boolean;
}

/** What a part of a value has to be where the whole is expected somewhere. */
export function expectedInside(whole: Expected, type: Type, place: string): Expected {
  const { code, notes } = whole;
  return { type, code, place, ...(notes !== undefined && { notes }) };
}

/** Where an expression is looked at, and how the expressions inside it are. */
export interface Site {
  readonly scope: Scope;
  readonly report: Report;
  infer(expr: Expr, expected?: Expected): Typed;
  /** The same in another scope. */
  in(scope: Scope): Site;
  /** A look at something that is looked at elsewhere too; what is told goes to `report`, nowhere without. */
  again(report?: Report): Site;
  readonly isSecondLook: boolean;
}

export type CallExpr = Extract<Expr, { kind: 'call' }>;

/** A value that is certainly not null where its type has none. */
export function sure(type: Type): Typed {
  return { type, maybeNull: null };
}

/** What nothing more is held against. */
export const UNTOLD: Typed = sure(UNKNOWN);

/** The reason of the first that may be null. */
export function anyMaybeNull(typed: readonly Typed[]): string | null {
  return typed.find((one) => one.maybeNull !== null)?.maybeNull ?? null;
}
