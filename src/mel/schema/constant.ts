import type { Expr } from '../syntax/ast.ts';
import type { Json } from './ir.ts';

/** The value of a state initializer that was found constant; null where it is not. */
export function constantValue(expr: Expr): Json {
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return expr.value;
    case 'group':
      return constantValue(expr.inner);
    case 'unary': {
      const value = expr.operator === '-' ? constantValue(expr.operand) : null;
      return typeof value === 'number' && value !== 0 ? -value : value;
    }
    case 'array':
      return expr.elements.map(constantValue);
    case 'object': {
      const members = expr.entries.flatMap((entry): readonly (readonly [string, Json])[] =>
        entry.kind === 'field'
          ? [[entry.key.text, constantValue(entry.value)]]
          : Object.entries(constantValue(entry.operand) ?? {}),
      );
      return Object.fromEntries(members);
    }
    default:
      return null;
  }
}
