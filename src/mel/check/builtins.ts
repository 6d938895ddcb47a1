import { checkExtreme, checkSum } from './aggregation.ts';
import {
  anElement,
  checkAppend,
  checkAt,
  checkFlat,
  checkIncludes,
  checkLen,
  checkMap,
  foundElement,
  ofArray,
  withPredicate,
} from './builtin-arrays.ts';
import {
  anything,
  type Check,
  checkClamp,
  checkCoalesce,
  checkConcat,
  checkCond,
  checkDivision,
  checkEq,
  checkIdiv,
  checkLogic,
  checkNot,
  checkSqrt,
  checkStreak,
  kinds,
  numbers,
} from './builtin-checks.ts';
import {
  checkField,
  checkFromEntries,
  checkHasKey,
  checkMerge,
  checkPick,
  ofObject,
  valuesOf,
} from './builtin-objects.ts';
import { checkExistsById, checkFindById, checkRemoveById, checkUpdateById } from './entities.ts';
import { checkExtremeChoice } from './extreme-choice.ts';
import { checkMatch } from './match.ts';
import { sure } from './site.ts';
import { arrayOf, BOOLEAN, NUMBER, STRING, UNKNOWN } from './type.ts';

export type BuiltinSection =
  | 'arithmetic'
  | 'comparison and logic'
  | 'null and type'
  | 'string'
  | 'array'
  | 'object'
  | 'aggregation'
  | 'bounded sugar'
  | 'selection'
  | 'entity';

/** One function of the language: what the checker asks of a call and what the reference says about it. */
export interface Builtin {
  readonly name: string;
  /** The operator that says the same. */
  readonly operator?: string;
  readonly signature: string;
  /** One line, edges included. */
  readonly doc: string;
  readonly section: BuiltinSection;
  readonly atLeast: number;
  /** Infinity where there is no limit. */
  readonly atMost: number;
  /** Arguments from the second on see `$item`. */
  readonly hasCallback?: true;
  /** The check holds the value against what is expected itself, part by part. */
  readonly isDirected?: true;
  readonly check: Check;
}

type Row = Omit<Builtin, 'section'>;

const MANY = Number.POSITIVE_INFINITY;

const ARITHMETIC: readonly Row[] = [
  {
    name: 'add',
    operator: '+',
    signature: 'add(a: number, b: number): number',
    doc: 'Sum; null if it overflows. Does not join strings.',
    atLeast: 2,
    atMost: 2,
    check: numbers(NUMBER),
  },
  {
    name: 'sub',
    operator: '-',
    signature: 'sub(a: number, b: number): number',
    doc: 'Difference; null if it overflows.',
    atLeast: 2,
    atMost: 2,
    check: numbers(NUMBER),
  },
  {
    name: 'mul',
    operator: '*',
    signature: 'mul(a: number, b: number): number',
    doc: 'Product; null if it overflows.',
    atLeast: 2,
    atMost: 2,
    check: numbers(NUMBER),
  },
  {
    name: 'div',
    operator: '/',
    signature: 'div(a: number, b: number): number',
    doc: 'Quotient; null if b is 0.',
    atLeast: 2,
    atMost: 2,
    check: checkDivision,
  },
  {
    name: 'mod',
    operator: '%',
    signature: 'mod(a: number, b: number): number',
    doc: 'Remainder with the sign of a (`-7 % 3` is -1); null if b is 0.',
    atLeast: 2,
    atMost: 2,
    check: checkDivision,
  },
  {
    name: 'neg',
    operator: '-',
    signature: 'neg(a: number): number',
    doc: 'The opposite number; -0 becomes 0.',
    atLeast: 1,
    atMost: 1,
    check: numbers(NUMBER),
  },
  {
    name: 'abs',
    signature: 'abs(a: number): number',
    doc: 'The number without its sign.',
    atLeast: 1,
    atMost: 1,
    check: numbers(NUMBER),
  },
  {
    name: 'floor',
    signature: 'floor(a: number): number',
    doc: 'The next integer downwards; null counts as 0.',
    atLeast: 1,
    atMost: 1,
    check: numbers(NUMBER),
  },
  {
    name: 'ceil',
    signature: 'ceil(a: number): number',
    doc: 'The next integer upwards; null counts as 0.',
    atLeast: 1,
    atMost: 1,
    check: numbers(NUMBER),
  },
  {
    name: 'round',
    signature: 'round(a: number): number',
    doc: 'The nearest integer, halves upwards: 2.5 is 3, -2.5 is -2.',
    atLeast: 1,
    atMost: 1,
    check: numbers(NUMBER),
  },
  {
    name: 'sqrt',
    signature: 'sqrt(a: number): number',
    doc: 'Square root; null if a is negative.',
    atLeast: 1,
    atMost: 1,
    check: checkSqrt,
  },
  {
    name: 'pow',
    signature: 'pow(a: number, b: number): number',
    doc: 'a to the power of b; null if that is no finite real number.',
    atLeast: 2,
    atMost: 2,
    check: numbers(NUMBER, 'the power may be no finite number'),
  },
];

const COMPARISON: readonly Row[] = [
  {
    name: 'eq',
    operator: '==',
    signature: 'eq(a, b): boolean',
    doc: 'Whether two primitives of a common kind are the same; no coercion. Anything may be compared with null.',
    atLeast: 2,
    atMost: 2,
    check: checkEq,
  },
  {
    name: 'neq',
    operator: '!=',
    signature: 'neq(a, b): boolean',
    doc: 'Whether two primitives of a common kind differ; no coercion. Anything may be compared with null.',
    atLeast: 2,
    atMost: 2,
    check: checkEq,
  },
  {
    name: 'lt',
    operator: '<',
    signature: 'lt(a: number, b: number): boolean',
    doc: 'Less than; strings have no order.',
    atLeast: 2,
    atMost: 2,
    check: numbers(BOOLEAN),
  },
  {
    name: 'lte',
    operator: '<=',
    signature: 'lte(a: number, b: number): boolean',
    doc: 'Less than or equal; strings have no order.',
    atLeast: 2,
    atMost: 2,
    check: numbers(BOOLEAN),
  },
  {
    name: 'gt',
    operator: '>',
    signature: 'gt(a: number, b: number): boolean',
    doc: 'Greater than; strings have no order.',
    atLeast: 2,
    atMost: 2,
    check: numbers(BOOLEAN),
  },
  {
    name: 'gte',
    operator: '>=',
    signature: 'gte(a: number, b: number): boolean',
    doc: 'Greater than or equal; strings have no order.',
    atLeast: 2,
    atMost: 2,
    check: numbers(BOOLEAN),
  },
  {
    name: 'and',
    operator: '&&',
    signature: 'and(x: boolean, ...): boolean',
    doc: 'Whether all are true; stops at the first that is not.',
    atLeast: 1,
    atMost: MANY,
    check: checkLogic,
  },
  {
    name: 'or',
    operator: '||',
    signature: 'or(x: boolean, ...): boolean',
    doc: 'Whether one is true; stops at the first that is.',
    atLeast: 1,
    atMost: MANY,
    check: checkLogic,
  },
  {
    name: 'not',
    operator: '!',
    signature: 'not(x: boolean): boolean',
    doc: 'The opposite.',
    atLeast: 1,
    atMost: 1,
    check: checkNot,
  },
  {
    name: 'cond',
    operator: '? :',
    signature: 'cond(c: boolean, a: A, b: B): A | B',
    doc: 'a if c is true, else b; only the chosen one is evaluated.',
    atLeast: 3,
    atMost: 3,
    isDirected: true,
    check: checkCond,
  },
];

const NULL_AND_TYPE: readonly Row[] = [
  {
    name: 'isNull',
    signature: 'isNull(x): boolean',
    doc: 'Whether x is null, absent values included.',
    atLeast: 1,
    atMost: 1,
    check: anything(BOOLEAN),
  },
  {
    name: 'isNotNull',
    signature: 'isNotNull(x): boolean',
    doc: 'Whether x is not null.',
    atLeast: 1,
    atMost: 1,
    check: anything(BOOLEAN),
  },
  {
    name: 'coalesce',
    operator: '??',
    signature: 'coalesce(x: T | null, ...): T',
    doc: 'The first that is not null (0, false and "" count as values), else null.',
    atLeast: 1,
    atMost: MANY,
    isDirected: true,
    check: checkCoalesce,
  },
  {
    name: 'typeof',
    signature: 'typeof(x): string',
    doc: '"null", "boolean", "number", "string", "array" or "object".',
    atLeast: 1,
    atMost: 1,
    check: anything(STRING),
  },
  {
    name: 'toString',
    signature: 'toString(x): string',
    doc: 'The text of a value: null is "", an array its items joined by commas, an object "[object Object]".',
    atLeast: 1,
    atMost: 1,
    check: anything(STRING),
  },
  {
    name: 'toNumber',
    signature: 'toNumber(x): number',
    doc: 'The number a string begins with, else 0; true is 1; null, arrays and objects are 0.',
    atLeast: 1,
    atMost: 1,
    check: anything(NUMBER),
  },
  {
    name: 'toBoolean',
    signature: 'toBoolean(x): boolean',
    doc: 'false for null, false, 0 and "", else true.',
    atLeast: 1,
    atMost: 1,
    check: anything(BOOLEAN),
  },
];

const STRINGS: readonly Row[] = [
  {
    name: 'concat',
    signature: 'concat(x, ...): string | Array',
    doc: 'The texts joined; with an array among them, one array of all elements and values, without null.',
    atLeast: 1,
    atMost: MANY,
    check: checkConcat,
  },
  {
    name: 'trim',
    signature: 'trim(s: string): string',
    doc: 'Without white space at both ends.',
    atLeast: 1,
    atMost: 1,
    check: kinds(['string'], STRING),
  },
  {
    name: 'lower',
    signature: 'lower(s: string): string',
    doc: 'In lower case, whatever the locale.',
    atLeast: 1,
    atMost: 1,
    check: kinds(['string'], STRING),
  },
  {
    name: 'upper',
    signature: 'upper(s: string): string',
    doc: 'In upper case, whatever the locale.',
    atLeast: 1,
    atMost: 1,
    check: kinds(['string'], STRING),
  },
  {
    name: 'strlen',
    signature: 'strlen(s: string): number',
    doc: 'Length in UTF-16 code units; characters beyond them count 2.',
    atLeast: 1,
    atMost: 1,
    check: kinds(['string'], NUMBER),
  },
  {
    name: 'substring',
    signature: 'substring(s: string, i: number, j?: number): string',
    doc: 'From i up to j; negative is 0, beyond the end is the end, i above j are swapped.',
    atLeast: 2,
    atMost: 3,
    check: kinds(['string', 'number'], STRING),
  },
  {
    name: 'substr',
    signature: 'substr(s: string, i: number, j?: number): string',
    doc: 'The same as substring: j is an end, not a length.',
    atLeast: 2,
    atMost: 3,
    check: kinds(['string', 'number'], STRING),
  },
  {
    name: 'startsWith',
    signature: 'startsWith(s: string, p: string): boolean',
    doc: 'Whether s begins with p.',
    atLeast: 2,
    atMost: 2,
    check: kinds(['string'], BOOLEAN),
  },
  {
    name: 'endsWith',
    signature: 'endsWith(s: string, p: string): boolean',
    doc: 'Whether s ends with p.',
    atLeast: 2,
    atMost: 2,
    check: kinds(['string'], BOOLEAN),
  },
  {
    name: 'strIncludes',
    signature: 'strIncludes(s: string, p: string): boolean',
    doc: 'Whether p stands somewhere in s.',
    atLeast: 2,
    atMost: 2,
    check: kinds(['string'], BOOLEAN),
  },
  {
    name: 'indexOf',
    signature: 'indexOf(s: string, p: string): number',
    doc: 'Where p first stands in s, -1 if nowhere.',
    atLeast: 2,
    atMost: 2,
    check: kinds(['string'], NUMBER),
  },
  {
    name: 'replace',
    signature: 'replace(s: string, a: string, b: string): string',
    doc: 'With the first a replaced by b, which is taken literally.',
    atLeast: 3,
    atMost: 3,
    check: kinds(['string'], STRING),
  },
  {
    name: 'split',
    signature: 'split(s: string, d: string): Array<string>',
    doc: 'The parts between the d; an empty d splits into code units; always at least one part.',
    atLeast: 2,
    atMost: 2,
    check: kinds(['string'], arrayOf(STRING)),
  },
];

const ARRAYS: readonly Row[] = [
  {
    name: 'len',
    signature: 'len(x: Array | string | object): number',
    doc: 'Number of items, code units or keys.',
    atLeast: 1,
    atMost: 1,
    check: checkLen,
  },
  {
    name: 'at',
    operator: '[ ]',
    signature: 'at(x: Array<T>, i: number): T, at(x: Record<string, T>, k: string): T',
    doc: 'The element or entry; null if there is none (negative and fractional indexes included).',
    atLeast: 2,
    atMost: 2,
    check: checkAt,
  },
  {
    name: 'first',
    signature: 'first(xs: Array<T>): T',
    doc: 'The first element; null if there is none.',
    atLeast: 1,
    atMost: 1,
    check: ofArray(anElement),
  },
  {
    name: 'last',
    signature: 'last(xs: Array<T>): T',
    doc: 'The last element; null if there is none.',
    atLeast: 1,
    atMost: 1,
    check: ofArray(anElement),
  },
  {
    name: 'slice',
    signature: 'slice(xs: Array<T>, i: number, j?: number): Array<T>',
    doc: 'From i up to j; negative counts from the end, fractions are cut.',
    atLeast: 2,
    atMost: 3,
    check: ofArray((array) => sure(array.type)),
  },
  {
    name: 'append',
    signature: 'append(xs: Array<T>, v: U, ...): Array<T | U>',
    doc: 'A new array with the values at its end.',
    atLeast: 2,
    atMost: MANY,
    check: checkAppend,
  },
  {
    name: 'includes',
    signature: 'includes(xs: Array<T>, v): boolean',
    doc: 'Whether a primitive is an element; false for a string.',
    atLeast: 2,
    atMost: 2,
    check: checkIncludes,
  },
  {
    name: 'filter',
    signature: 'filter(xs: Array<T>, p: boolean): Array<T>',
    doc: 'The elements for which p is true; `$item` is the element.',
    atLeast: 2,
    atMost: 2,
    hasCallback: true,
    check: withPredicate((array) => array.type),
  },
  {
    name: 'map',
    signature: 'map(xs: Array<T>, e: U): Array<U>',
    doc: 'e for each element; `$item` is the element.',
    atLeast: 2,
    atMost: 2,
    hasCallback: true,
    check: checkMap,
  },
  {
    name: 'find',
    signature: 'find(xs: Array<T>, p: boolean): T | null',
    doc: 'The first element for which p is true, else null; `$item` is the element.',
    atLeast: 2,
    atMost: 2,
    hasCallback: true,
    check: withPredicate(foundElement),
  },
  {
    name: 'every',
    signature: 'every(xs: Array<T>, p: boolean): boolean',
    doc: 'Whether p is true for all; true for none at all. `$item` is the element.',
    atLeast: 2,
    atMost: 2,
    hasCallback: true,
    check: withPredicate(() => BOOLEAN),
  },
  {
    name: 'some',
    signature: 'some(xs: Array<T>, p: boolean): boolean',
    doc: 'Whether p is true for one; false for none at all. `$item` is the element.',
    atLeast: 2,
    atMost: 2,
    hasCallback: true,
    check: withPredicate(() => BOOLEAN),
  },
  {
    name: 'reverse',
    signature: 'reverse(xs: Array<T>): Array<T>',
    doc: 'A new array, last first.',
    atLeast: 1,
    atMost: 1,
    check: ofArray((array) => sure(array.type)),
  },
  {
    name: 'unique',
    signature: 'unique(xs: Array<T>): Array<T>',
    doc: 'A new array with the first of each primitive.',
    atLeast: 1,
    atMost: 1,
    check: ofArray((array) => sure(array.type)),
  },
  {
    name: 'flat',
    signature: 'flat(xs: Array<Array<T>>): Array<T>',
    doc: 'A new array, opened by exactly one level.',
    atLeast: 1,
    atMost: 1,
    check: checkFlat,
  },
];

const OBJECTS: readonly Row[] = [
  {
    name: 'merge',
    signature: 'merge(o: A, ...): A & ...',
    doc: 'One object with the fields of all, later ones win; null adds nothing.',
    atLeast: 1,
    atMost: MANY,
    check: checkMerge,
  },
  {
    name: 'keys',
    signature: 'keys(o): Array<string>',
    doc: 'The keys, ascending by code point; [] for null.',
    atLeast: 1,
    atMost: 1,
    check: ofObject(() => arrayOf(STRING)),
  },
  {
    name: 'values',
    signature: 'values(o): Array',
    doc: 'The values, in the order of their keys; [] for null.',
    atLeast: 1,
    atMost: 1,
    check: ofObject(valuesOf),
  },
  {
    name: 'entries',
    signature: 'entries(o): Array',
    doc: 'Pairs of [key, value], in the order of the keys; [] for null.',
    atLeast: 1,
    atMost: 1,
    check: ofObject(() => arrayOf(UNKNOWN)),
  },
  {
    name: 'field',
    operator: '.',
    signature: 'field(o, "p")',
    doc: 'The property; null if it is absent. p is a string literal.',
    atLeast: 2,
    atMost: 2,
    check: checkField,
  },
  {
    name: 'hasKey',
    signature: 'hasKey(o, k: string): boolean',
    doc: 'Whether the object has this key itself.',
    atLeast: 2,
    atMost: 2,
    check: checkHasKey,
  },
  {
    name: 'pick',
    signature: 'pick(o, ks: Array<string>): object',
    doc: 'Only these keys.',
    atLeast: 2,
    atMost: 2,
    check: checkPick,
  },
  {
    name: 'omit',
    signature: 'omit(o, ks: Array<string>): object',
    doc: 'All but these keys.',
    atLeast: 2,
    atMost: 2,
    check: checkPick,
  },
  {
    name: 'fromEntries',
    signature: 'fromEntries(ps: Array): Record<string, unknown>',
    doc: 'A Record from [key, value] pairs; malformed pairs are skipped, later ones win.',
    atLeast: 1,
    atMost: 1,
    check: checkFromEntries,
  },
];

const AGGREGATION: readonly Row[] = [
  {
    name: 'sum',
    signature: 'sum(xs: Array<number>): number',
    doc: 'Sum of the elements, 0 for none. Only in a computed, and only over a name, property, index or array literal.',
    atLeast: 1,
    atMost: 1,
    check: checkSum,
  },
  {
    name: 'min',
    signature: 'min(a: number, b: number, ...): number, min(xs: Array<number>): number',
    doc: 'The least; of an empty array null. The form with an array stands only in a computed.',
    atLeast: 1,
    atMost: MANY,
    check: checkExtreme,
  },
  {
    name: 'max',
    signature: 'max(a: number, b: number, ...): number, max(xs: Array<number>): number',
    doc: 'The greatest; of an empty array null. The form with an array stands only in a computed.',
    atLeast: 1,
    atMost: MANY,
    check: checkExtreme,
  },
];

const SUGAR: readonly Row[] = [
  {
    name: 'absDiff',
    signature: 'absDiff(a: number, b: number): number',
    doc: 'The distance of two numbers: `abs(a - b)`.',
    atLeast: 2,
    atMost: 2,
    check: numbers(NUMBER),
  },
  {
    name: 'clamp',
    signature: 'clamp(x: number, lo: number, hi: number): number',
    doc: 'x, but at least lo and at most hi; hi if lo is above hi.',
    atLeast: 3,
    atMost: 3,
    check: checkClamp,
  },
  {
    name: 'idiv',
    signature: 'idiv(a: number, b: number): number | null',
    doc: 'Quotient rounded downwards (`idiv(-7, 2)` is -4); null if b is 0.',
    atLeast: 2,
    atMost: 2,
    check: checkIdiv,
  },
  {
    name: 'streak',
    signature: 'streak(prev: number, c: boolean): number',
    doc: '`prev + 1` if c is true, else 0.',
    atLeast: 2,
    atMost: 2,
    check: checkStreak,
  },
];

const SELECTION: readonly Row[] = [
  {
    name: 'match',
    signature: 'match(selector, [key, value], ..., default)',
    doc: 'The value of the arm whose literal key equals the selector, else the default; only that one is evaluated.',
    atLeast: 0,
    atMost: MANY,
    isDirected: true,
    check: checkMatch,
  },
  {
    name: 'argmax',
    signature: 'argmax([label, eligible: boolean, score: number], ..., "first" | "last")',
    doc: 'The label of the eligible candidate with the greatest score; null if none is eligible.',
    atLeast: 0,
    atMost: MANY,
    check: checkExtremeChoice,
  },
  {
    name: 'argmin',
    signature: 'argmin([label, eligible: boolean, score: number], ..., "first" | "last")',
    doc: 'The label of the eligible candidate with the least score; null if none is eligible.',
    atLeast: 0,
    atMost: MANY,
    check: checkExtremeChoice,
  },
];

const ENTITY: readonly Row[] = [
  {
    name: 'findById',
    signature: 'findById(c: Array<T>, k): T | null',
    doc: 'The first item whose `id` is k, else null; null finds nothing.',
    atLeast: 2,
    atMost: 2,
    check: checkFindById,
  },
  {
    name: 'existsById',
    signature: 'existsById(c: Array<T>, k): boolean',
    doc: 'Whether an item has the `id` k.',
    atLeast: 2,
    atMost: 2,
    check: checkExistsById,
  },
  {
    name: 'updateById',
    signature: 'updateById(c: Array<T>, k, u): Array<T>',
    doc: 'The items, those with the `id` k merged with the object u. Only in the value of `patch .. =`, over a path into the state.',
    atLeast: 3,
    atMost: 3,
    check: checkUpdateById,
  },
  {
    name: 'removeById',
    signature: 'removeById(c: Array<T>, k): Array<T>',
    doc: 'The items without those that have the `id` k. Only in the value of `patch .. =`, over a path into the state.',
    atLeast: 2,
    atMost: 2,
    check: checkRemoveById,
  },
];

function inSection(section: BuiltinSection, rows: readonly Row[]): readonly Builtin[] {
  return rows.map((row) => ({ ...row, section }));
}

/** Every function of the language, in the order of the reference. */
export const BUILTINS: readonly Builtin[] = [
  ...inSection('arithmetic', ARITHMETIC),
  ...inSection('comparison and logic', COMPARISON),
  ...inSection('null and type', NULL_AND_TYPE),
  ...inSection('string', STRINGS),
  ...inSection('array', ARRAYS),
  ...inSection('object', OBJECTS),
  ...inSection('aggregation', AGGREGATION),
  ...inSection('bounded sugar', SUGAR),
  ...inSection('selection', SELECTION),
  ...inSection('entity', ENTITY),
];

/** The functions by name. */
export const BUILTIN_BY_NAME: ReadonlyMap<string, Builtin> = new Map(
  BUILTINS.map((builtin) => [builtin.name, builtin]),
);
