import type { Expr } from '../syntax/ast.ts';
import { literalNumber } from './expr-parts.ts';

/** The text of a path or a literal as one would write it; null for anything else. */
export function printSimple(expr: Expr): string | null {
  let tail = '';
  let current = expr;
  for (;;) {
    switch (current.kind) {
      case 'group':
        current = current.inner;
        break;
      case 'property':
        tail = `.${current.property.text}${tail}`;
        current = current.object;
        break;
      case 'index': {
        const { index } = current;
        if (index.kind !== 'string' && index.kind !== 'number') return null;
        tail = `[${quote(index.value)}]${tail}`;
        current = current.object;
        break;
      }
      case 'name':
        return current.name + tail;
      case 'item':
        return `$item${tail}`;
      case 'dollar':
        return [`$${current.root}`, ...current.segments].join('.') + tail;
      case 'string':
      case 'boolean':
        return quote(current.value) + tail;
      default: {
        const value = literalNumber(current);
        return value === undefined || tail !== '' ? null : String(value);
      }
    }
  }
}

/** A literal as it stands in a source. */
export function quote(value: string | number | boolean | undefined): string {
  // JSON has two escapes that the language has not.
  return JSON.stringify(value ?? '').replace(/\\(.)/g, (all, letter) =>
    letter === 'b' ? '\\u0008' : letter === 'f' ? '\\u000c' : all,
  );
}
