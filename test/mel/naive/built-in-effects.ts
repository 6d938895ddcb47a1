import type { Json } from '../../../src/mel/schema/ir.ts';
import { asBoolean, asText, type Dict, dictOf, inOrder, isDict, isList, type List, ownValue } from './coercions.ts';
import { isSame } from './collections.ts';

/** The value of `where`, `select` or `by` for an element. */
export type Each = (item: Json) => Json;

type OfList = (list: List, each: Each, isDescending: boolean) => readonly Json[];

function rank(key: Json): number {
  return ['boolean', 'number', 'string'].indexOf(typeof key);
}

function isBefore(a: Json, b: Json): boolean {
  if (rank(a) !== rank(b)) return rank(a) < rank(b);
  if (typeof a === 'string' && typeof b === 'string') return a !== b && inOrder([b, a])[0] === a;
  return Number(a) < Number(b);
}

/** By insertion: each behind all that do not come after it; null stands last in both orders. */
function sorted(list: List, each: Each, isDescending: boolean): List {
  const result: { readonly item: Json; readonly key: Json }[] = [];
  for (const item of list) {
    const key = each(item);
    const comesAfter = (other: Json) => {
      if (key === null || other === null) return key !== null;
      return isDescending ? isBefore(other, key) : isBefore(key, other);
    };
    const at = result.findIndex((one) => comesAfter(one.key));
    result.splice(at === -1 ? result.length : at, 0, { item, key });
  }
  return result.map(({ item }) => item);
}

function groupBy(list: List, each: Each): Dict {
  const keyed = list.map((item) => ({ item, key: asText(each(item)) }));
  const keys = keyed.map(({ key }) => key);
  return dictOf(keys.map((key) => [key, keyed.filter((one) => one.key === key).map(({ item }) => item)]));
}

function uniqueBy(list: List, each: Each): List {
  const keys = list.map(each);
  return list.filter((_, i) => !keys.slice(0, i).some((earlier) => isSame(earlier, keys[i] ?? null)));
}

const LISTS: { readonly [type: string]: OfList } = {
  'array.map': (list, each) => [list.map(each)],
  'array.filter': (list, each) => [list.filter((item) => asBoolean(each(item)))],
  'array.find': (list, each) => [list.filter((item) => asBoolean(each(item)))[0] ?? null],
  'array.every': (list, each) => [list.every((item) => asBoolean(each(item)))],
  'array.some': (list, each) => [list.some((item) => asBoolean(each(item)))],
  'array.flatMap': (list, each) => [list.map(each).flatMap((one) => (isList(one) ? one : [one]))],
  'array.sort': (list, each, isDescending) => [sorted(list, each, isDescending)],
  'array.unique': (list, each) => [uniqueBy(list, each)],
  'array.groupBy': (list, each) => [groupBy(list, each)],
  'array.partition': (list, each) => [
    list.filter((item) => asBoolean(each(item))),
    list.filter((item) => !asBoolean(each(item))),
  ],
  'record.fromEntries': (list) => [
    dictOf(list.map((pair) => [asText(ownValue(pair, 'key')), ownValue(pair, 'value')])),
  ],
};

type Entry = readonly [string, Json];

const RECORDS: { readonly [type: string]: (entries: readonly Entry[], each: Each) => Json } = {
  'record.keys': (entries) => entries.map(([key]) => key),
  'record.values': (entries) => entries.map(([, value]) => value),
  'record.entries': (entries) => entries.map(([key, value]) => ({ key, value })),
  'record.filter': (entries, each) => dictOf(entries.filter(([, value]) => asBoolean(each(value)))),
  'record.mapValues': (entries, each) => dictOf(entries.map(([key, value]) => [key, each(value)] as const)),
};

/** Section 13.2: a value for each target; null where the source does not fit; undefined where the host runs the effect. */
export function builtIn(
  type: string,
): ((source: Json, each: Each, isDescending: boolean) => readonly Json[] | null) | undefined {
  const ofList = Object.hasOwn(LISTS, type) ? LISTS[type] : undefined;
  if (ofList !== undefined) return (source, each, order) => (isList(source) ? ofList(source, each, order) : null);
  const ofRecord = Object.hasOwn(RECORDS, type) ? RECORDS[type] : undefined;
  if (ofRecord === undefined) return undefined;
  return (source, each) => {
    if (!isDict(source)) return null;
    const entries = inOrder(Object.keys(source)).map((key): Entry => [key, ownValue(source, key)]);
    return [ofRecord(entries, each)];
  };
}
