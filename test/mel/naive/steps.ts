import type { Json } from '../../../src/mel/schema/ir.ts';
import { asText, isList, type List } from './coercions.ts';

/** Builtins that go through what they are given, section 26.1. */
const WALKING: ReadonlySet<string> = new Set([
  ...[
    'concat',
    'append',
    'slice',
    'reverse',
    'unique',
    'flat',
    'includes',
    'merge',
    'keys',
    'values',
    'entries',
    'pick',
  ],
  ...['omit', 'fromEntries', 'split', 'replace', 'toString', 'trim', 'sumArray', 'minArray', 'maxArray', 'toNumber'],
  ...['toLowerCase', 'toUpperCase', 'substring', 'startsWith', 'endsWith', 'strIncludes', 'indexOf', 'strLen'],
]);

/** Elements, own keys or code units. */
function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Elements and keys at every depth: what a check of a value against its type goes through. */
export function everythingIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.length + inner.reduce<number>((sum, one) => sum + everythingIn(one), 0);
}

/** The steps that an evaluation takes by the rules of section 26.1, as they are really taken. */
export class Steps {
  taken = 0;

  add(steps: number): void {
    this.taken += steps;
  }

  readonly onNode = (kind: string, operands: List, value: Json): void => {
    this.taken += 1;
    if (!WALKING.has(kind)) return;
    for (const operand of operands) {
      this.taken += kind === 'toString' && isList(operand) ? asText(operand).length : sizeOf(operand);
    }
    this.taken += sizeOf(value);
  };
}
