import { type Builtin, builtin, inSection, MANY } from './builtin.ts';
import { anything, checkCoalesce, checkCond, checkEq, checkLogic, checkNot, numbers } from './builtin-checks.ts';
import { checkExtremeChoice } from './extreme-choice.ts';
import { checkMatch } from './match.ts';
import { BOOLEAN, NUMBER, STRING, type Type } from './type.ts';

/** What `typeof` gives. */
const KIND: Type = {
  kind: 'union',
  types: ['null', 'boolean', 'number', 'string', 'array', 'object'].map((value) => ({ kind: 'literal', value })),
};

export const COMPARISON: readonly Builtin[] = [
  builtin(
    'eq(a, b): boolean',
    'Whether two primitives of a common kind are the same; no coercion. Anything may be compared with null.',
    [2, 2],
    checkEq,
    { operator: '==' },
  ),
  builtin(
    'neq(a, b): boolean',
    'Whether two primitives of a common kind differ; no coercion. Anything may be compared with null.',
    [2, 2],
    checkEq,
    { operator: '!=' },
  ),
  builtin('lt(a: number, b: number): boolean', 'Less than; strings have no order.', [2, 2], numbers(BOOLEAN), {
    operator: '<',
  }),
  builtin(
    'lte(a: number, b: number): boolean',
    'Less than or equal; strings have no order.',
    [2, 2],
    numbers(BOOLEAN),
    { operator: '<=' },
  ),
  builtin('gt(a: number, b: number): boolean', 'Greater than; strings have no order.', [2, 2], numbers(BOOLEAN), {
    operator: '>',
  }),
  builtin(
    'gte(a: number, b: number): boolean',
    'Greater than or equal; strings have no order.',
    [2, 2],
    numbers(BOOLEAN),
    { operator: '>=' },
  ),
  builtin(
    'and(x: boolean, ...): boolean',
    'Whether all are true; stops at the first that is not.',
    [1, MANY],
    checkLogic,
    { operator: '&&' },
  ),
  builtin('or(x: boolean, ...): boolean', 'Whether one is true; stops at the first that is.', [1, MANY], checkLogic, {
    operator: '||',
  }),
  builtin('not(x: boolean): boolean', 'The opposite.', [1, 1], checkNot, { operator: '!' }),
  builtin(
    'cond(c: boolean, a: A, b: B): A | B',
    'a if c is true, else b; only the chosen one is evaluated.',
    [3, 3],
    checkCond,
    { operator: '? :', isDirected: true },
  ),
].map(inSection('comparison and logic'));

export const NULL_AND_TYPE: readonly Builtin[] = [
  builtin('isNull(x): boolean', 'Whether x is null, absent values included.', [1, 1], anything(BOOLEAN)),
  builtin('isNotNull(x): boolean', 'Whether x is not null.', [1, 1], anything(BOOLEAN)),
  builtin(
    'coalesce(x: T | null, ...): T',
    'The first that is not null (0, false and "" count as values), else null.',
    [1, MANY],
    checkCoalesce,
    { operator: '??', isDirected: true },
  ),
  builtin('typeof(x): string', '"null", "boolean", "number", "string", "array" or "object".', [1, 1], anything(KIND)),
  builtin(
    'toString(x): string',
    'The text of a value: null is "", an array its items joined by commas, an object "[object Object]".',
    [1, 1],
    anything(STRING),
  ),
  builtin(
    'toNumber(x): number',
    'The number a string begins with, else 0; true is 1; null, arrays and objects are 0.',
    [1, 1],
    anything(NUMBER),
  ),
  builtin('toBoolean(x): boolean', 'false for null, false, 0 and "", else true.', [1, 1], anything(BOOLEAN)),
].map(inSection('null and type'));

export const SELECTION: readonly Builtin[] = [
  builtin(
    'match(selector, [key, value], ..., default)',
    'The value of the arm whose literal key equals the selector, else the default; only that one is evaluated.',
    [0, MANY],
    checkMatch,
    { isDirected: true },
  ),
  builtin(
    'argmax([label, eligible: boolean, score: number], ..., "first" | "last")',
    'The label of the eligible candidate with the greatest score; null if none is eligible.',
    [0, MANY],
    checkExtremeChoice,
  ),
  builtin(
    'argmin([label, eligible: boolean, score: number], ..., "first" | "last")',
    'The label of the eligible candidate with the least score; null if none is eligible.',
    [0, MANY],
    checkExtremeChoice,
  ),
].map(inSection('selection'));
