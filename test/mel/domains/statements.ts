import type { Ty } from '../expressions/vocabulary.ts';
import type { StatementWriter } from './statement-writer.ts';

type Statement = (w: StatementWriter) => string;

/** State fields and the type of what is set at them. */
const FIELDS: readonly (readonly [string, Ty])[] = [
  ...(['n', 'K0', 'undefined', 'toString', 'input.p', 'it.n', 'opt.n'] as const).map(
    (name) => [name, 'number'] as const,
  ),
  ...(['s', 'lib', 'it.id', 'it.tag', 'opt.id'] as const).map((name) => [name, 'string'] as const),
  ...(['b', 'own', 'it.flag'] as const).map((name) => [name, 'boolean'] as const),
  ['m', 'number?'],
  ['o', 'string?'],
  ['xs', 'numbers'],
  ['ys', 'numbers'],
  ['ws', 'strings'],
  ['grid', 'grid'],
  ['rec', 'record'],
  ['it', 'sureItem'],
  ['opt', 'item?'],
  ['it.more', 'item?'],
  ['either', 'number'],
  ['either', 'string'],
];

/** Paths with indexes that are known only when they are reached. */
const PLACES: readonly (readonly [(w: StatementWriter) => string, Ty])[] = [
  [(w) => `xs[${w.index()}]`, 'number'],
  [() => 'xs[0]', 'number'],
  [(w) => `grid[${w.index()}]`, 'numbers'],
  [(w) => `grid[${w.index()}][${w.index()}]`, 'number'],
  [(w) => `ws[${w.index()}]`, 'string'],
  [(w) => `holes[${w.index()}]`, 'number?'],
  [(w) => `items[${w.index()}]`, 'sureItem'],
  [(w) => `items[${w.index()}].n`, 'number'],
  [(w) => `items[${w.index()}].more`, 'item?'],
  [() => 'items[0].tag', 'string'],
  [(w) => `rec[${w.key()}]`, 'number'],
  [() => 'rec.a', 'number'],
  [() => 'rec["b.c"]', 'number'],
  [(w) => `texts[${w.key()}]`, 'string'],
  [() => 'opt.more.n', 'number'],
];

const setField: Statement = (w) => {
  const [name, ty] = w.draws.pick(FIELDS);
  return `patch ${name} = ${w.value(ty)}`;
};

const setPlace: Statement = (w) => {
  const [path, ty] = w.draws.pick(PLACES);
  return `patch ${path(w)} = ${w.value(ty)}`;
};

const setItems: Statement = (w) => `patch items = ${w.items()}`;

const unset: Statement = (w) =>
  `patch ${w.draws.pick(['it.tag', 'opt.tag', 'o', 'm', 'opt', 'it.more', 'rec.a', `rec[${w.key()}]`, `items[${w.index()}].tag`])} unset`;

const merge: Statement = (w) => {
  const target = w.draws.pick(['it', 'it', 'opt', `items[${w.index()}]`, 'it.more', 'rec']);
  if (target === 'rec') return `patch rec merge { a: ${w.value('number')}, "b.c": ${w.value('number')} }`;
  return `patch ${target} merge ${w.draws.pick([`{ n: ${w.value('number')} }`, `{ flag: ${w.value('boolean')}, tag: ${w.value('string')} }`])}`;
};

/** Effects that run in place: section 13.2. */
const BUILT_IN: readonly Statement[] = [
  (w) => `effect array.map({ source: ${w.value('numbers')}, select: ${w.each('number', 'number')}, into: xs })`,
  (w) => `effect array.map({ source: items, select: ${w.each('item', 'string')}, into: ws })`,
  (w) => `effect array.filter({ source: ${w.value('numbers')}, where: ${w.each('number', 'boolean')}, into: ys })`,
  (w) => `effect array.filter({ source: items, where: ${w.each('item', 'boolean')}, into: items })`,
  (w) => `effect array.find({ source: items, where: ${w.each('item', 'boolean')}, into: opt })`,
  (w) => `effect array.every({ source: items, where: ${w.each('item', 'boolean')}, into: b })`,
  (w) => `effect array.some({ source: ${w.value('numbers')}, where: ${w.each('number', 'boolean')}, into: own })`,
  (w) => `effect array.flatMap({ source: ${w.value('grid')}, select: ${w.each('numbers', 'numbers')}, into: xs })`,
  (w) => `effect array.flatMap({ source: xs, select: ${w.each('number', 'numbers')}, into: grid[${w.index()}] })`,
  (w) => `effect array.sort({ source: items, by: ${w.each('item', w.scalar())}, into: items })`,
  (w) =>
    `effect array.sort({ source: xs, by: ${w.each('number', w.scalar())}, order: ${w.draws.pick(['"desc"', '"asc"'])}, into: xs })`,
  (w) => `effect array.sort({ source: ws, by: ${w.each('string', 'string')}, order: "desc", into: ws })`,
  (w) => `effect array.unique({ source: ${w.value('numbers')}, into: xs })`,
  (w) => `effect array.unique({ source: items, by: ${w.each('item', w.scalar())}, into: items })`,
  (w) => `effect array.groupBy({ source: items, by: ${w.each('item', w.scalar())}, into: groups })`,
  (w) => `effect array.partition({ source: items, where: ${w.each('item', 'boolean')}, pass: items, fail: left })`,
  () => 'effect record.keys({ source: rec, into: ws })',
  () => 'effect record.values({ source: rec, into: xs })',
  () => 'effect record.entries({ source: rec, into: pairs })',
  (w) => `effect record.filter({ source: rec, where: ${w.each('number', 'boolean')}, into: rec })`,
  (w) => `effect record.mapValues({ source: rec, select: ${w.each('number', 'number')}, into: rec })`,
  () => 'effect record.fromEntries({ source: pairs, into: rec })',
];

const host: Statement = (w) => {
  const type = w.draws.pick(['h.get', 'h.get', 'h.put', 'h.none']);
  const into = w.draws.pick(['', '', ', into: n', `, into: rec[${w.key()}]`, `, into: items[${w.index()}].n`]);
  return `effect ${type}({ v: ${w.value('any')}${into} })`;
};

const guard: Statement = (w) => {
  const head = w.draws.pick<() => string>([
    () => `when ${w.value('boolean')}`,
    () => `when ${w.value('boolean')}`,
    () => 'onceIntent',
    () => `onceIntent when ${w.value('boolean')}`,
    () => `once(${w.draws.pick(['mark', 'marks.a'])})`,
    () => `once(mark) when ${w.value('boolean')}`,
  ]);
  return `${head()} { ${w.block()} }`;
};

const end: Statement = (w) =>
  w.draws.pick([
    () => `fail "F${w.draws.below(3)}"`,
    () => `fail "WITH" with ${w.value(w.draws.pick(['string', 'number', 'any']))}`,
    () => `stop "done ${w.draws.below(3)}"`,
  ])();

const include: Statement = (w) =>
  w.draws.pick([
    () => `include check(${w.value('number')}, ${w.value('string?')})`,
    () => `include both(${w.value('number')})`,
  ])();

/** Statements of a block, some of them in more than their share. */
export const INNER: readonly Statement[] = [
  ...[setField, setField, setField, setPlace, setPlace, setItems, unset, merge, guard, guard],
  (w) => w.draws.pick(BUILT_IN)(w),
  (w) => w.draws.pick(BUILT_IN)(w),
  host,
  end,
];

/** Statements at the top of an action. */
export const TOP: readonly Statement[] = [guard, guard, guard, include];
