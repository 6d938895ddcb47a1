import type { Json } from '../../../src/mel/schema/ir.ts';
import type { Draws } from '../../support/draws.ts';
import { dictOf } from '../naive/coercions.ts';

/** What a generated expression is to be. `sureItem`: an object of which it is certain that it is none of the hidden nulls. */
export type Ty =
  | 'number'
  | 'string'
  | 'boolean'
  | 'number?'
  | 'string?'
  | 'numbers'
  | 'strings'
  | 'items'
  | 'grid'
  | 'item'
  | 'sureItem'
  | 'item?'
  | 'record'
  | 'any';

/** Types, context and state that expressions speak of. Some names are those of things in the generated code. */
export const DECLARATIONS = `
  type Item = { id: string, n: number, flag: boolean, tag?: string, more?: Item | null }
  type Mode = "off" | "on" | "auto"
  context { limit: number  region: string | null }
  state {
    n: number = 1
    K0: number = 2
    undefined: number = 3
    toString: number = 4
    m: number | null = null
    s: string = "a"
    lib: string = "b"
    o: string | null = null
    b: boolean = true
    own: boolean = false
    mode: Mode = "on"
    level: 1 | 2 | 3 = 2
    either: number | string = 1
    xs: Array<number> = [3, 1, 2]
    ys: Array<number> = []
    holes: Array<number | null> = [null, 1]
    ws: Array<string> = ["x"]
    grid: Array<Array<number>> = [[1], []]
    items: Array<Item> = []
    rec: Record<string, number> = { a: 1 }
    texts: Record<string, string> = {}
    it: Item = { id: "i", n: 0, flag: false }
    opt: Item | null = null
    open: object = {}
    input: { p: number } = { p: 7 }
  }`;

/** Names that hold a value of a type wherever state is read. */
export const NAMES: { readonly [ty in Ty]: readonly string[] } = {
  number: ['n', 'n', 'K0', 'undefined', 'toString', 'level', 'it.n', 'rec.a', 'rec.toString', 'input.p'],
  string: ['s', 's', 'lib', 'mode', 'it.id', 'texts.a'],
  boolean: ['b', 'own', 'it.flag'],
  'number?': ['m', 'opt.n', 'first(holes)'],
  'string?': ['o', 'it.tag', 'opt.id'],
  numbers: ['xs', 'xs', 'ys'],
  strings: ['ws'],
  items: ['items'],
  grid: ['grid'],
  item: ['it'],
  sureItem: ['it'],
  'item?': ['opt', 'it.more'],
  record: ['rec'],
  any: ['either', 'open', 'holes', 'texts', 'input', 'mode', 'null'],
};

export const NUMBERS: readonly number[] = [
  0,
  1,
  -1,
  2,
  3,
  0.5,
  -0.5,
  1.5,
  -2.5,
  7,
  10,
  1e308,
  -1e308,
  5e-324,
  1e21,
  1e-7,
  2 ** 53 - 1,
  4294967296,
  0.1,
];
export const TEXTS: readonly string[] = [
  ...['', 'a', 'b', 'x', 'i', 'on', 'id', 'n', 'a,b', 'Ab c', '  a\t', '7', '-0', '1.5e3z', 'Infinity', '-1', ' 12'],
  ...['toString', '__proto__', 'constructor', '\u{1F600}', '\ue000', 'ß', 'İ', 'é\u0301', '"\\', '\u2028', '$&'],
];

function numberOf(draws: Draws): number {
  return draws.pick(NUMBERS);
}

function textOf(draws: Draws): string {
  return draws.pick(TEXTS);
}

function itemOf(draws: Draws, depth = 0): Json {
  const entries: (readonly [string, Json])[] = [
    ['id', draws.pick(['a', 'b', 'i', '', 'ß'])],
    ['n', numberOf(draws)],
    ['flag', draws.chance(0.5)],
  ];
  if (draws.chance(0.5)) entries.push(['tag', textOf(draws)]);
  if (depth < 2 && draws.chance(0.3)) entries.push(['more', draws.chance(0.3) ? null : itemOf(draws, depth + 1)]);
  return dictOf(entries);
}

function anyJson(draws: Draws, depth = 0): Json {
  const kind = draws.below(depth < 2 ? 6 : 4);
  if (kind === 0) return numberOf(draws);
  if (kind === 1) return textOf(draws);
  if (kind === 2) return draws.chance(0.5);
  if (kind === 3) return null;
  if (kind === 4) return draws.many(0, 3, () => anyJson(draws, depth + 1));
  return dictOf(draws.many(0, 3, () => [textOf(draws), anyJson(draws, depth + 1)] as const));
}

const orNull = (draws: Draws, make: () => Json): Json => (draws.chance(0.4) ? null : make());

/** A value of each state field, edges of its type among them. */
export function stateOf(draws: Draws): { readonly [name: string]: Json } {
  const numbers = () => draws.many(0, 4, () => numberOf(draws));
  return {
    n: numberOf(draws),
    K0: numberOf(draws),
    undefined: numberOf(draws),
    toString: numberOf(draws),
    m: orNull(draws, () => numberOf(draws)),
    s: textOf(draws),
    lib: textOf(draws),
    o: orNull(draws, () => textOf(draws)),
    b: draws.chance(0.5),
    own: draws.chance(0.5),
    mode: draws.pick(['off', 'on', 'auto']),
    level: draws.pick([1, 2, 3]),
    either: draws.chance(0.5) ? numberOf(draws) : textOf(draws),
    xs: numbers(),
    ys: numbers(),
    holes: draws.many(0, 4, () => orNull(draws, () => numberOf(draws))),
    ws: draws.many(0, 4, () => textOf(draws)),
    grid: draws.many(0, 3, numbers),
    items: draws.many(0, 3, () => itemOf(draws)),
    rec: dictOf(draws.many(0, 3, () => [textOf(draws), numberOf(draws)] as const)),
    texts: dictOf(draws.many(0, 3, () => [textOf(draws), textOf(draws)] as const)),
    it: itemOf(draws),
    opt: orNull(draws, () => itemOf(draws)),
    open: dictOf(draws.many(0, 4, () => [draws.pick(['a', 'b', 'x']), anyJson(draws)] as const)),
    input: { p: numberOf(draws) },
  };
}
