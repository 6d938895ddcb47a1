import { type Builtin, builtin, inSection, MANY } from './builtin.ts';
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
  checkField,
  checkFromEntries,
  checkHasKey,
  checkMerge,
  checkPick,
  ofObject,
  valuesOf,
} from './builtin-objects.ts';
import { checkExistsById, checkFindById, checkRemoveById, checkUpdateById } from './entities.ts';
import { sure } from './site.ts';
import { arrayOf, BOOLEAN, STRING, UNKNOWN } from './type.ts';

export const ARRAYS: readonly Builtin[] = [
  builtin('len(x: Array | string | object): number', 'Number of items, code units or keys.', [1, 1], checkLen),
  builtin(
    'at(x: Array<T>, i: number): T, at(x: Record<string, T>, k: string): T',
    'The element or entry; null if there is none (negative and fractional indexes included).',
    [2, 2],
    checkAt,
    { operator: '[ ]' },
  ),
  builtin('first(xs: Array<T>): T', 'The first element; null if there is none.', [1, 1], ofArray(anElement)),
  builtin('last(xs: Array<T>): T', 'The last element; null if there is none.', [1, 1], ofArray(anElement)),
  builtin(
    'slice(xs: Array<T>, i: number, j?: number): Array<T>',
    'From i up to j; negative counts from the end, fractions are cut.',
    [2, 3],
    ofArray((array) => sure(array.type)),
  ),
  builtin(
    'append(xs: Array<T>, v: U, ...): Array<T | U>',
    'A new array with the values at its end.',
    [2, MANY],
    checkAppend,
  ),
  builtin(
    'includes(xs: Array<T>, v): boolean',
    'Whether a primitive is an element; false for a string.',
    [2, 2],
    checkIncludes,
  ),
  builtin(
    'filter(xs: Array<T>, p: boolean): Array<T>',
    'The elements for which p is true; `$item` is the element.',
    [2, 2],
    withPredicate((array) => array.type),
    { hasCallback: true },
  ),
  builtin('map(xs: Array<T>, e: U): Array<U>', 'e for each element; `$item` is the element.', [2, 2], checkMap, {
    hasCallback: true,
  }),
  builtin(
    'find(xs: Array<T>, p: boolean): T | null',
    'The first element for which p is true, else null; `$item` is the element.',
    [2, 2],
    withPredicate(foundElement),
    { hasCallback: true },
  ),
  builtin(
    'every(xs: Array<T>, p: boolean): boolean',
    'Whether p is true for all; true for none at all. `$item` is the element.',
    [2, 2],
    withPredicate(() => BOOLEAN),
    { hasCallback: true },
  ),
  builtin(
    'some(xs: Array<T>, p: boolean): boolean',
    'Whether p is true for one; false for none at all. `$item` is the element.',
    [2, 2],
    withPredicate(() => BOOLEAN),
    { hasCallback: true },
  ),
  builtin(
    'reverse(xs: Array<T>): Array<T>',
    'A new array, last first.',
    [1, 1],
    ofArray((array) => sure(array.type)),
  ),
  builtin(
    'unique(xs: Array<T>): Array<T>',
    'A new array with the first of each primitive.',
    [1, 1],
    ofArray((array) => sure(array.type)),
  ),
  builtin('flat(xs: Array<Array<T>>): Array<T>', 'A new array, opened by exactly one level.', [1, 1], checkFlat),
].map(inSection('array'));

export const OBJECTS: readonly Builtin[] = [
  builtin(
    'merge(o: A, ...): A & ...',
    'One object with the fields of all, later ones win; null adds nothing.',
    [1, MANY],
    checkMerge,
  ),
  builtin(
    'keys(o): Array<string>',
    'The keys, ascending by code point; [] for null.',
    [1, 1],
    ofObject(() => arrayOf(STRING)),
  ),
  builtin('values(o): Array', 'The values, in the order of their keys; [] for null.', [1, 1], ofObject(valuesOf)),
  builtin(
    'entries(o): Array',
    'Pairs of [key, value], in the order of the keys; [] for null.',
    [1, 1],
    ofObject(() => arrayOf(UNKNOWN)),
  ),
  builtin('field(o, "p")', 'The property; null if it is absent. p is a string literal.', [2, 2], checkField, {
    operator: '.',
  }),
  builtin('hasKey(o, k: string): boolean', 'Whether the object has this key itself.', [2, 2], checkHasKey),
  builtin('pick(o, ks: Array<string>): object', 'Only these keys.', [2, 2], checkPick),
  builtin('omit(o, ks: Array<string>): object', 'All but these keys.', [2, 2], checkPick),
  builtin(
    'fromEntries(ps: Array): Record<string, unknown>',
    'A Record from [key, value] pairs; malformed pairs are skipped, later ones win.',
    [1, 1],
    checkFromEntries,
  ),
].map(inSection('object'));

export const ENTITY: readonly Builtin[] = [
  builtin(
    'findById(c: Array<T>, k): T | null',
    'The first item whose `id` is k, else null; null finds nothing.',
    [2, 2],
    checkFindById,
  ),
  builtin('existsById(c: Array<T>, k): boolean', 'Whether an item has the `id` k.', [2, 2], checkExistsById),
  builtin(
    'updateById(c: Array<T>, k, u): Array<T>',
    'The items, those with the `id` k merged with the object u. Only in the value of `patch .. =`, over a path into the state.',
    [3, 3],
    checkUpdateById,
  ),
  builtin(
    'removeById(c: Array<T>, k): Array<T>',
    'The items without those that have the `id` k. Only in the value of `patch .. =`, over a path into the state.',
    [2, 2],
    checkRemoveById,
  ),
].map(inSection('entity'));
