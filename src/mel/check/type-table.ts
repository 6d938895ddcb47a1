import type { TypeExpr } from '../syntax/ast.ts';
import type { Report } from './report.ts';
import { type Type, type TypeTable, UNKNOWN } from './type.ts';

/** The type that is written there. Reports unknown names, record keys, unsafe and repeated keys, unions that cannot be told apart (E043). */
export function readType(written: TypeExpr, types: TypeTable, report: Report): Type {
  void [written, types, report];
  return UNKNOWN;
}
