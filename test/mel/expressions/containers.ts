import { choices, match } from './scalars.ts';
import type { Ty } from './vocabulary.ts';
import { onlyIf, type Production, type Writer } from './writer.ts';

type ListTy = 'numbers' | 'strings' | 'items' | 'grid';

const ELEMENT: { readonly [ty in ListTy]: Ty } = {
  numbers: 'number',
  strings: 'string',
  items: 'item',
  grid: 'numbers',
};

/** A call with a callback over any list. */
function overAny(w: Writer, name: string, result: Ty): string {
  const list = w.draws.pick<ListTy>(['numbers', 'strings', 'items', 'grid']);
  return `${name}(${w.e(list)}, ${w.over(ELEMENT[list], () => w.e(result))})`;
}

/** Forms that give a list of the type of the list they take. */
function sameList(ty: ListTy): readonly Production[] {
  const element = ELEMENT[ty];
  return [
    (w) => `filter(${w.e(ty)}, ${w.over(element, () => w.e('boolean'))})`,
    (w) => `slice(${w.e(ty)}, ${w.e('number')})`,
    (w) => `slice(${w.e(ty)}, ${w.e('number')}, ${w.e('number')})`,
    (w) => `append(${w.e(ty)}, ${w.list(element, 1, 2)})`,
    (w) => `reverse(${w.e(ty)})`,
    (w) => `unique(${w.e(ty)})`,
    (w) => `concat(${w.e(ty)}, ${w.e(ty)})`,
    (w) => `cond(${w.e('boolean')}, ${w.e(ty)}, ${w.e(ty)})`,
  ];
}

const mayTransform = (w: Writer) => w.place === 'patch' && !w.isInTransform;

const update: Production = (w) =>
  w.inTransform(() => {
    const change = w.draws.pick<() => string>([
      () => `{ n: ${w.e('number')} }`,
      () => `{ flag: ${w.e('boolean')}, tag: ${w.e('string')} }`,
      () => `{ id: ${w.e('string')} }`,
      () => `{ n: ${w.e('number')}, more: ${w.e('item?')} }`,
    ]);
    return `updateById(items, ${w.e('string?')}, ${change()})`;
  });

const remove: Production = (w) => w.inTransform(() => `removeById(items, ${w.e('string?')})`);

export const NUMBERS_FORMS: readonly Production[] = [
  ...sameList('numbers'),
  (w) => `[${w.list('number', 1, 3)}]`,
  (w) => overAny(w, 'map', 'number'),
  (w) => `concat(${w.e('numbers')}, ${w.e('number')}, ${w.e('number?')})`,
  (w) => `flat(${w.e('grid')})`,
  (w) => `values(${w.e('record')})`,
  (w) => `first(${w.e('grid')})`,
  (w) => `(${w.e('grid')})[${w.e('number')}]`,
  (w) => `map(holes, coalesce($item, ${w.over('number?', () => w.e('number'))}))`,
  ...choices('numbers'),
];

export const STRINGS_FORMS: readonly Production[] = [
  ...sameList('strings'),
  (w) => `[${w.list('string', 1, 3)}]`,
  (w) => `split(${w.e('string')}, ${w.e('string')})`,
  (w) => `keys(${w.e(w.draws.pick(['item', 'record', 'numbers', 'item?']))})`,
  (w) => overAny(w, 'map', 'string'),
  ...choices('strings'),
];

export const ITEMS_FORMS: readonly Production[] = [
  ...sameList('items'),
  (w) => `[it, ${w.list('sureItem', 1, 2)}]`,
  (w) => `map(items, { ...$item, ${w.over('item', () => `n: ${w.e('number')}, flag: ${w.e('boolean')}`)} })`,
  onlyIf(mayTransform, update),
  onlyIf(mayTransform, update),
  onlyIf(mayTransform, remove),
  onlyIf(mayTransform, remove),
];

export const GRID_FORMS: readonly Production[] = [
  ...sameList('grid'),
  (w) => `[${w.list('numbers', 1, 3)}]`,
  (w) => overAny(w, 'map', 'numbers'),
];

const literalItem: Production = (w) => {
  const tag = w.draws.chance(0.5) ? `, tag: ${w.e('string')}` : '';
  return `{ id: ${w.e('string')}, n: ${w.e('number')}, flag: ${w.e('boolean')}${tag} }`;
};

/** An object of one type, certain to be there: what spread and merge take. */
function oneItem(w: Writer): string {
  return w.draws.pick<() => string>([
    () => 'it',
    () => 'coalesce(opt, it)',
    () => `cond(${w.e('boolean')}, it, it)`,
    () => literalItem(w),
    () => `{ ...it, n: ${w.e('number')} }`,
  ])();
}

/** The same, or null. */
function oneItemOrNull(w: Writer): string {
  return w.draws.pick<() => string>([
    () => 'find(items, b)',
    () => `find(items, ${w.over('item', () => w.e('boolean'))})`,
    () => `findById(items, ${w.e('string?')})`,
    () => `first(items)`,
    () => `cond(${w.e('boolean')}, it, null)`,
    () => oneItem(w),
  ])();
}

export const SURE_ITEM_FORMS: readonly Production[] = [
  literalItem,
  (w) => `{ ...${oneItem(w)}, n: ${w.e('number')} }`,
  (w) => `{ n: ${w.e('number')}, ...${oneItem(w)} }`,
  (w) => `merge(${oneItem(w)}, { flag: ${w.e('boolean')} })`,
  (w) => `coalesce(${w.e('item?')}, ${w.e('sureItem')})`,
  (w) => `(${w.e('item?')} ?? ${w.e('sureItem')})`,
  (w) => `cond(${w.e('boolean')}, it, ${w.e('sureItem')})`,
];

export const ITEM_FORMS: readonly Production[] = [
  ...SURE_ITEM_FORMS,
  (w) => `first(${w.e('items')})`,
  (w) => `last(${w.e('items')})`,
  (w) => `at(${w.e('items')}, ${w.e('number')})`,
  ...choices('item'),
];

export const NULLABLE_ITEM_FORMS: readonly Production[] = [
  (w) => `find(${w.e('items')}, ${w.over('item', () => w.e('boolean'))})`,
  (w) => `findById(${w.e('items')}, ${w.e('string?')})`,
  (w) => `cond(${w.e('boolean')}, ${w.e('item')}, null)`,
  (w) => `coalesce(${w.e('item?')}, opt)`,
];

export const RECORD_FORMS: readonly Production[] = [
  (w) => `fromEntries([[${w.e('string')}, ${w.e('number')}], [${w.e('string')}, ${w.e('number')}]])`,
  (w) => `fromEntries(map(${w.e('strings')}, ${w.over('string', () => `[${w.e('string')}, ${w.e('number')}]`)}))`,
  (w) => `fromEntries(entries(${w.e('record')}))`,
  (w) => `omit(rec, ${w.e('strings')})`,
  (w) => `pick(rec, ${w.e('strings')})`,
  ...choices('record'),
];

const EVERY_TY: readonly Ty[] = [
  ...(['number', 'string', 'boolean', 'number?', 'string?', 'numbers', 'strings'] as const),
  ...(['items', 'grid', 'item', 'item?', 'record'] as const),
];

export const ANY_FORMS: readonly Production[] = [
  (w) => w.e(w.draws.pick(EVERY_TY)),
  (w) => `entries(${w.e(w.draws.pick(['item', 'record', 'numbers', 'item?']))})`,
  (w) => `values(${w.e('item')})`,
  (w) => `pick(${w.e('item')}, ["id", "tag"])`,
  (w) => `pick(${w.e('item')}, ${w.e('strings')})`,
  (w) => `omit(${w.e('item')}, ["n", "zz"])`,
  (w) => `omit(open, ${w.e('strings')})`,
  (w) => `{ a: ${w.e('any')}, "b c": ${w.e('any')} }`,
  (w) => `[${w.e('any')}, ${w.e('any')}]`,
  (w) => `merge({ a: ${w.e('any')} }, ${oneItemOrNull(w)}, { n: ${w.e('any')} })`,
  (w) => `{ ...${oneItemOrNull(w)}, n: ${w.e('any')}, ...${oneItem(w)} }`,
  (w) => `open[${w.e('string')}]`,
  (w) => `at(open, ${w.e('string')})`,
  () => `open["a"].b`,
  (w) => `cond(${w.e('boolean')}, ${w.e('any')}, ${w.e('any')})`,
  (w) => overAny(w, 'map', 'any'),
  (w) => `flat(${w.e('strings')})`,
  (w) => `flat([${w.e('numbers')}, ${w.e('strings')}])`,
  (w) => `append([], ${w.e('any')})`,
  (w) => `${w.draws.pick(['it', 'opt', 'first(items)'])}.more.tag`,
  (w) => match(w, () => w.e('number?')),
];
