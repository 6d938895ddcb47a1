import { onlyIf, type Production, quoted, type Writer } from './writer.ts';

const binary = (ty: 'number' | 'boolean', operators: readonly string[]): readonly Production[] =>
  operators.map((operator) => (w: Writer) => `(${w.e(ty)} ${operator} ${w.e(ty)})`);

const call =
  (name: string, ...args: readonly ((w: Writer) => string)[]): Production =>
  (w) =>
    `${name}(${args.map((arg) => arg(w)).join(', ')})`;

const n = (w: Writer) => w.e('number');
const s = (w: Writer) => w.e('string');
const b = (w: Writer) => w.e('boolean');
const any = (w: Writer) => w.e('any');

/** What `sum` and one-argument `min` and `max` may be given. */
function direct(w: Writer): string {
  return w.draws.pick(['xs', 'ys', 'grid[0]', 'grid[n]', `[${w.list('number', 1, 3)}]`]);
}

const inComputed = (w: Writer) => w.place === 'computed';
const isBare = (text: string) => /^[-(\s]*[\d.]/.test(text);

/** Bounds that are both written out must not stand the wrong way round. */
const clamp: Production = (w) => {
  const [value, low, high] = [w.e('number'), w.e('number'), w.e('number')];
  return isBare(low) && isBare(high) ? `clamp(${value}, -1, 10)` : `clamp(${value}, ${low}, ${high})`;
};

const KEYS: readonly (readonly ['number' | 'string' | 'boolean', readonly string[]])[] = [
  ['number', ['0', '1', '-1', '2', '0.5']],
  ['string', ['"a"', '"on"', '""', '"off"']],
  ['boolean', ['true', 'false']],
];

/** A `match` with values of one type. */
export function match(w: Writer, value: () => string): string {
  const [selector, keys] = w.draws.pick(KEYS);
  const count = 1 + w.draws.below(keys.length);
  const arms = keys.slice(0, count).map((key) => `[${key}, ${value()}]`);
  return `match(${w.e(selector)}, ${arms.join(', ')}, ${value()})`;
}

/** The label of the best candidate, or null. */
export function extreme(w: Writer, name: 'argmax' | 'argmin', label: () => string): string {
  const candidates = w.draws.many(1, 3, () => `[${label()}, ${w.e('boolean')}, ${w.e('number')}]`);
  return `${name}(${candidates.join(', ')}, ${w.draws.pick(['"first"', '"last"'])})`;
}

/** Forms that take and give one type whatever it is. */
export function choices(ty: 'number' | 'string' | 'boolean' | 'numbers' | 'strings' | 'item' | 'sureItem' | 'record') {
  const forms: readonly Production[] = [
    (w) => `cond(${w.e('boolean')}, ${w.e(ty)}, ${w.e(ty)})`,
    (w) => `(${w.e('boolean')} ? ${w.e(ty)} : ${w.e(ty)})`,
    (w) => match(w, () => w.e(ty)),
  ];
  return forms;
}

export const NUMBER_FORMS: readonly Production[] = [
  ...binary('number', ['+', '-', '*', '/', '%']),
  ...['add', 'sub', 'mul', 'div', 'mod', 'pow', 'absDiff'].map((name) => call(name, n, n)),
  ...['neg', 'abs', 'floor', 'ceil', 'round', 'sqrt'].map((name) => call(name, n)),
  (w) => `(-${w.e('number')})`,
  (w) => `min(${w.list('number', 2, 3)})`,
  (w) => `max(${w.list('number', 2, 3)})`,
  clamp,
  call('streak', n, b),
  call('strlen', s),
  call('indexOf', s, s),
  call('toNumber', any),
  (w) => `len(${w.e(w.draws.pick(['numbers', 'strings', 'items', 'grid', 'string', 'item', 'record']))})`,
  ...['sum', 'min', 'max'].map((name) => onlyIf(inComputed, (w) => `${name}(${direct(w)})`)),
  (w) => `at(${w.e('numbers')}, ${w.e('number')})`,
  (w) => `(${w.e('numbers')})[${w.e('number')}]`,
  (w) => `first(${w.e('numbers')})`,
  (w) => `last(${w.e('numbers')})`,
  (w) => `at(${w.e('record')}, ${w.e('string')})`,
  (w) => `(${w.e('record')})[${w.e('string')}]`,
  (w) => `field(${w.e('item')}, "n")`,
  (w) => `(${w.e('item')}).n`,
  (w) => `coalesce(${w.e('number?')}, ${w.e('number')})`,
  (w) => `(${w.e('number?')} ?? ${w.e('number')})`,
  (w) => `coalesce(idiv(${w.e('number')}, ${w.e('number')}), ${w.e('number')})`,
  (w) => `(isNotNull(m) ? m + ${w.e('number')} : ${w.e('number')})`,
  (w) => `(m == null ? ${w.e('number')} : -m)`,
  (w) => `cond(opt == null, ${w.e('number')}, opt.n)`,
  ...choices('number'),
];

export const STRING_FORMS: readonly Production[] = [
  (w) => `concat(${w.list('string', 1, 3)})`,
  (w) => `concat(${w.e('string')}, ${w.e('number')}, ${w.e('boolean')}, ${w.e('string?')})`,
  ...['trim', 'lower', 'upper'].map((name) => call(name, s)),
  ...['substring', 'substr'].flatMap((name) => [call(name, s, n), call(name, s, n, n)]),
  call('replace', s, s, s),
  call('toString', any),
  call('typeof', any),
  (w) => `at(${w.e('strings')}, ${w.e('number')})`,
  (w) => `first(${w.e('strings')})`,
  (w) => `last(${w.e('strings')})`,
  (w) => `split(${w.e('string')}, ${w.e('string')})[${w.e('number')}]`,
  (w) => `field(${w.e('item')}, "id")`,
  (w) => `(${w.e('item')})["id"]`,
  (w) => `texts[${w.e('string')}]`,
  (w) => `coalesce(${w.e('string?')}, ${w.e('string')})`,
  (w) => `(${w.e('string?')} ?? ${w.e('string')})`,
  (w) => `(isNotNull(o) && strlen(o) > 0 ? trim(o) : ${w.e('string')})`,
  ...choices('string'),
];

export const BOOLEAN_FORMS: readonly Production[] = [
  ...binary('number', ['<', '<=', '>', '>=', '==', '!=']),
  ...binary('boolean', ['&&', '||', '==']),
  ...['lt', 'lte', 'gt', 'gte', 'eq', 'neq'].map((name) => call(name, n, n)),
  ...['eq', 'neq', 'startsWith', 'endsWith', 'strIncludes'].map((name) => call(name, s, s)),
  (w) => `and(${w.list('boolean', 1, 3)})`,
  (w) => `or(${w.list('boolean', 1, 3)})`,
  call('not', b),
  (w) => `!${w.e('boolean')}`,
  ...['isNull', 'isNotNull', 'toBoolean'].map((name) => call(name, any)),
  (w) => `(${w.e('any')} == null)`,
  (w) => `(null != ${w.e(w.draws.pick(['item?', 'string?', 'number?']))})`,
  (w) => `(${w.e('string?')} == ${w.e('string')})`,
  (w) => `(mode == ${w.draws.pick(['"off"', '"on"'])})`,
  (w) => `includes(${w.e('numbers')}, ${w.e('number')})`,
  (w) => `includes(${w.e('strings')}, ${w.e('string?')})`,
  (w) => `hasKey(${w.e(w.draws.pick(['item', 'record']))}, ${w.e('string')})`,
  (w) => `existsById(${w.e('items')}, ${w.e('string?')})`,
  (w) => `(o == null || strlen(o) > ${w.e('number')})`,
  ...(['every', 'some'] as const).flatMap((name) => [
    (w: Writer) => `${name}(${w.e('numbers')}, ${w.over('number', () => w.e('boolean'))})`,
    (w: Writer) => `${name}(${w.e('items')}, ${w.over('item', () => w.e('boolean'))})`,
    (w: Writer) => `${name}(${w.e('strings')}, ${w.over('string', () => w.e('boolean'))})`,
  ]),
  ...choices('boolean'),
];

export const NULLABLE_NUMBER_FORMS: readonly Production[] = [
  call('idiv', n, n),
  (w) => `find(${w.e('numbers')}, ${w.over('number', () => w.e('boolean'))})`,
  (w) => extreme(w, 'argmax', () => w.e('number')),
  (w) => extreme(w, 'argmin', () => w.e('number')),
  (w) => `cond(${w.e('boolean')}, ${w.e('number')}, null)`,
  (w) => `coalesce(${w.e('number?')}, ${w.e('number?')})`,
  (w) => `holes[${w.e('number')}]`,
  (w) => `(${w.e('item?')}).n`,
];

export const NULLABLE_STRING_FORMS: readonly Production[] = [
  (w) => `find(${w.e('strings')}, ${w.over('string', () => w.e('boolean'))})`,
  (w) => extreme(w, 'argmax', () => w.e('string')),
  (w) => extreme(w, 'argmin', () => w.e('string')),
  (w) => `field(${w.draws.pick(['it', 'opt', 'first(items)'])}, "tag")`,
  (w) => `(${w.e('boolean')} ? null : ${w.e('string')})`,
  (w) => `(${w.e('string?')} ?? ${w.e('string?')})`,
  (w) => `(${w.e('item?')}).id`,
  (w) => `match(${w.e('boolean')}, [true, ${quoted('yes')}], null)`,
];
