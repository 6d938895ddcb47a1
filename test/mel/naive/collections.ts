import type { Json } from '../../../src/mel/schema/ir.ts';
import { asNumber, type Dict, dictOf, inOrder, isDict, isList, type List, ownValue } from './coercions.ts';

function listOf(value: Json | undefined): List {
  return isList(value) ? value : [];
}

/** Negative counts from the end, fractions are cut. */
function slice(list: List, start: number, end: number): List {
  const at = (position: number) => {
    const whole = Math.trunc(position);
    return whole < 0 ? list.length + whole : whole;
  };
  return list.filter((_, i) => i >= at(start) && i < at(end));
}

function at(holder: Json, key: Json): Json {
  if (!isList(holder)) return typeof key === 'string' ? ownValue(holder, key) : null;
  const index = asNumber(key);
  return Number.isInteger(index) && index >= 0 && index < holder.length ? (holder[index] ?? null) : null;
}

/** Section 7.5. Lists and objects equal nothing: which of them are the same reference, no program can rely on. */
export function isSame(a: Json, b: Json): boolean {
  return a === b && !isList(a) && !isDict(a);
}

function includes(list: Json, item: Json): boolean {
  return listOf(list).some((one) => isSame(one, item));
}

function unique(list: List): List {
  return list.filter((item, i) => !list.slice(0, i).some((earlier) => isSame(earlier, item)));
}

function size(value: Json): number {
  if (typeof value === 'string' || isList(value)) return value.length;
  return isDict(value) ? Object.keys(value).length : 0;
}

/** `[key, value]` in the order of the keys; of a list by index. */
function pairs(holder: Json): readonly (readonly [string, Json])[] {
  if (isList(holder)) {
    const byIndex = new Map(holder.map((value, i): readonly [string, Json] => [`${i}`, value]));
    return inOrder([...byIndex.keys()]).map((key) => [key, byIndex.get(key) ?? null]);
  }
  if (!isDict(holder)) return [];
  return inOrder(Object.keys(holder)).map((key) => [key, ownValue(holder, key)]);
}

function some(holder: Json, keeps: (name: string) => boolean): Dict {
  return dictOf(isDict(holder) ? Object.entries(holder).filter(([name]) => keeps(name)) : []);
}

function fromEntries(list: List): Dict {
  return dictOf(
    list.flatMap((pair) => {
      const [key, value = null, ...more] = listOf(pair);
      return typeof key === 'string' && listOf(pair).length === 2 && more.length === 0 ? [[key, value] as const] : [];
    }),
  );
}

const RULES: { readonly [kind: string]: (operands: List) => Json } = {
  len: ([value = null]) => size(value),
  at: ([holder = null, key = null]) => at(holder, key),
  first: ([list]) => listOf(list)[0] ?? null,
  last: ([list]) => listOf(list)[listOf(list).length - 1] ?? null,
  slice: ([list, start = null, end]) =>
    slice(listOf(list), asNumber(start), end === undefined ? listOf(list).length : asNumber(end)),
  append: ([list, ...items]) => [...listOf(list), ...items],
  includes: ([list = null, item = null]) => includes(list, item),
  reverse: ([list]) => listOf(list).map((_, i, all) => all[all.length - 1 - i] ?? null),
  unique: ([list]) => unique(listOf(list)),
  flat: ([list]) => listOf(list).flatMap((item) => (isList(item) ? item : [item])),
  keys: ([holder = null]) => pairs(holder).map(([key]) => key),
  values: ([holder = null]) => pairs(holder).map(([, value]) => value),
  entries: ([holder = null]) => pairs(holder),
  merge: (objects) => dictOf(objects.flatMap((one) => (isDict(one) ? Object.entries(one) : []))),
  hasKey: ([holder = null, key = null]) => isDict(holder) && Object.keys(holder).some((name) => name === key),
  pick: ([holder = null, names]) => some(holder, (name) => includes(names ?? null, name)),
  omit: ([holder = null, names]) => some(holder, (name) => !includes(names ?? null, name)),
  fromEntries: ([list]) => fromEntries(listOf(list)),
};

/** Sections 8.5 and 8.6 without the callbacks; undefined for a node that is none of them. */
export function collection(kind: string, operands: List): Json | undefined {
  return Object.hasOwn(RULES, kind) ? RULES[kind]?.(operands) : undefined;
}
