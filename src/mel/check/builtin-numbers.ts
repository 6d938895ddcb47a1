import { checkExtreme, checkSum } from './aggregation.ts';
import { type Builtin, builtin, inSection, MANY } from './builtin.ts';
import { checkClamp, checkDivision, checkIdiv, checkSqrt, checkStreak, numbers } from './builtin-checks.ts';
import { NUMBER } from './type.ts';

export const ARITHMETIC: readonly Builtin[] = [
  builtin(
    'add(a: number, b: number): number',
    'Sum; null if it overflows. Does not join strings.',
    [2, 2],
    numbers(NUMBER),
    { operator: '+' },
  ),
  builtin('sub(a: number, b: number): number', 'Difference; null if it overflows.', [2, 2], numbers(NUMBER), {
    operator: '-',
  }),
  builtin('mul(a: number, b: number): number', 'Product; null if it overflows.', [2, 2], numbers(NUMBER), {
    operator: '*',
  }),
  builtin('div(a: number, b: number): number', 'Quotient; null if b is 0.', [2, 2], checkDivision, { operator: '/' }),
  builtin(
    'mod(a: number, b: number): number',
    'Remainder with the sign of a (`-7 % 3` is -1); null if b is 0.',
    [2, 2],
    checkDivision,
    { operator: '%' },
  ),
  builtin('neg(a: number): number', 'The opposite number; -0 becomes 0.', [1, 1], numbers(NUMBER), { operator: '-' }),
  builtin('abs(a: number): number', 'The number without its sign.', [1, 1], numbers(NUMBER)),
  builtin('floor(a: number): number', 'The next integer downwards; null counts as 0.', [1, 1], numbers(NUMBER)),
  builtin('ceil(a: number): number', 'The next integer upwards; null counts as 0.', [1, 1], numbers(NUMBER)),
  builtin(
    'round(a: number): number',
    'The nearest integer, halves upwards: 2.5 is 3, -2.5 is -2.',
    [1, 1],
    numbers(NUMBER),
  ),
  builtin('sqrt(a: number): number', 'Square root; null if a is negative.', [1, 1], checkSqrt),
  builtin(
    'pow(a: number, b: number): number',
    'a to the power of b; null if that is no finite real number.',
    [2, 2],
    numbers(NUMBER, 'the power may be no finite number'),
  ),
].map(inSection('arithmetic'));

export const AGGREGATION: readonly Builtin[] = [
  builtin(
    'sum(xs: Array<number>): number',
    'Sum of the elements, 0 for none. Only in a computed, and only over a name, property, index or array literal.',
    [1, 1],
    checkSum,
  ),
  builtin(
    'min(a: number, b: number, ...): number, min(xs: Array<number>): number',
    'The least; of an empty array null. The form with an array stands only in a computed.',
    [1, MANY],
    checkExtreme,
  ),
  builtin(
    'max(a: number, b: number, ...): number, max(xs: Array<number>): number',
    'The greatest; of an empty array null. The form with an array stands only in a computed.',
    [1, MANY],
    checkExtreme,
  ),
].map(inSection('aggregation'));

export const SUGAR: readonly Builtin[] = [
  builtin(
    'absDiff(a: number, b: number): number',
    'The distance of two numbers: `abs(a - b)`.',
    [2, 2],
    numbers(NUMBER),
  ),
  builtin(
    'clamp(x: number, lo: number, hi: number): number',
    'x, but at least lo and at most hi; hi if lo is above hi.',
    [3, 3],
    checkClamp,
  ),
  builtin(
    'idiv(a: number, b: number): number | null',
    'Quotient rounded downwards (`idiv(-7, 2)` is -4); null if b is 0.',
    [2, 2],
    checkIdiv,
  ),
  builtin('streak(prev: number, c: boolean): number', '`prev + 1` if c is true, else 0.', [2, 2], checkStreak),
].map(inSection('bounded sugar'));
