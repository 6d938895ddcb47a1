import { compareCodePoints } from '../../base/code-point-order.ts';
import type { Json } from '../schema/ir.ts';
import { flat, uniqueBy } from './ops/arrays.ts';
import { isArray, isObject, type MutableObject, own, setOwn, sortedKeys, toBoolean, toText } from './values.ts';

/** The value of an element: of `where`, `select` or `by`. */
export type OfItem = (item: Json, index: number) => Json;

/** What a built-in effect takes and gives. `item`: the argument that sees `$item`. */
export interface BuiltInEffect {
  readonly source: 'array' | 'object';
  readonly item?: 'where' | 'select' | 'by';
  readonly itemIsOptional?: boolean;
  readonly targets: readonly ('into' | 'pass' | 'fail')[];
  /** One result a target. */
  readonly run: (source: Json, ofItem: OfItem, order: string) => readonly Json[];
}

const list = (source: Json): readonly Json[] => (isArray(source) ? source : []);
const into = ['into'] as const;

function overItems(item: 'where' | 'select' | 'by', run: (items: readonly Json[], of: OfItem) => Json): BuiltInEffect {
  return { source: 'array', item, targets: into, run: (source, of) => [run(list(source), of)] };
}

function overRecord(run: (record: { readonly [key: string]: Json }, of: OfItem) => Json): Omit<BuiltInEffect, 'item'> {
  return { source: 'object', targets: into, run: (source, of) => [run(isObject(source) ? source : {}, of)] };
}

const EFFECTS: ReadonlyMap<string, BuiltInEffect> = new Map<string, BuiltInEffect>([
  ['array.map', overItems('select', (items, of) => items.map(of))],
  ['array.filter', overItems('where', (items, of) => items.filter((item, i) => toBoolean(of(item, i))))],
  ['array.find', overItems('where', (items, of) => items.find((item, i) => toBoolean(of(item, i))) ?? null)],
  ['array.every', overItems('where', (items, of) => items.every((item, i) => toBoolean(of(item, i))))],
  ['array.some', overItems('where', (items, of) => items.some((item, i) => toBoolean(of(item, i))))],
  ['array.flatMap', overItems('select', (items, of) => flat(items.map(of)))],
  ['array.groupBy', overItems('by', groupBy)],
  [
    'array.sort',
    {
      source: 'array',
      item: 'by',
      targets: into,
      run: (source, of, order) => [sortBy(list(source), of, order === 'desc')],
    },
  ],
  [
    'array.unique',
    {
      source: 'array',
      item: 'by',
      itemIsOptional: true,
      targets: into,
      run: (source, of) => [uniqueBy(list(source), of)],
    },
  ],
  [
    'array.partition',
    { source: 'array', item: 'where', targets: ['pass', 'fail'], run: (source, of) => partition(list(source), of) },
  ],
  ['record.keys', overRecord((record) => sortedKeys(record))],
  ['record.values', overRecord((record) => sortedKeys(record).map((key) => own(record, key)))],
  ['record.entries', overRecord((record) => sortedKeys(record).map((key) => ({ key, value: own(record, key) })))],
  ['record.filter', { ...overRecord((record, of) => mapRecord(record, of, true)), item: 'where' }],
  ['record.mapValues', { ...overRecord((record, of) => mapRecord(record, of, false)), item: 'select' }],
  ['record.fromEntries', { source: 'array', targets: into, run: (source) => [fromPairs(list(source))] }],
]);

/** The built-in effect of a type; undefined: the host runs it. */
export function builtInEffect(type: string): BuiltInEffect | undefined {
  return EFFECTS.get(type);
}

function groupBy(items: readonly Json[], of: OfItem): Json {
  const groups = new Map<string, Json[]>();
  for (const [i, item] of items.entries()) {
    const key = toText(of(item, i));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  const record: MutableObject = {};
  for (const [key, group] of groups) setOwn(record, key, group);
  return record;
}

/** Place of a kind in the order of sorting; null comes last whatever the direction. */
function rankOf(value: Json): number {
  if (typeof value === 'boolean') return 0;
  if (typeof value === 'number') return 1;
  return typeof value === 'string' ? 2 : 3;
}

function compareKeys(a: Json, b: Json): number {
  const byKind = rankOf(a) - rankOf(b);
  if (byKind !== 0) return byKind;
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Number(a === true) - Number(b === true);
}

function sortBy(items: readonly Json[], of: OfItem, isDescending: boolean): Json {
  const keyed = items.map((item, i) => ({ item, key: of(item, i) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    const order = compareKeys(a.key, b.key);
    return isDescending ? -order : order;
  });
  return keyed.map(({ item }) => item);
}

function partition(items: readonly Json[], of: OfItem): readonly Json[] {
  const pass: Json[] = [];
  const fail: Json[] = [];
  for (const [i, item] of items.entries()) (toBoolean(of(item, i)) ? pass : fail).push(item);
  return [pass, fail];
}

function mapRecord(record: { readonly [key: string]: Json }, of: OfItem, isFilter: boolean): Json {
  const result: MutableObject = {};
  for (const [i, key] of sortedKeys(record).entries()) {
    const value = own(record, key);
    const mapped = of(value, i);
    if (!isFilter) setOwn(result, key, mapped);
    else if (toBoolean(mapped)) setOwn(result, key, value);
  }
  return result;
}

function fromPairs(pairs: readonly Json[]): Json {
  const result: MutableObject = {};
  for (const pair of pairs) {
    const key = own(pair, 'key');
    if (typeof key === 'string') setOwn(result, key, own(pair, 'value'));
  }
  return result;
}
