import { branch } from './branch.ts';
import type { Expr } from './ir.ts';

type Args = readonly Expr[];
type Build = (args: Args) => Expr;
const NOTHING: Expr = { kind: 'lit', value: null };

function nth(args: Args, index: number): Expr {
  return args[index] ?? NOTHING;
}

const one =
  (kind: Extract<Expr, { readonly arg: Expr }>['kind']): Build =>
  (args) => ({ arg: nth(args, 0), kind });
const two =
  (kind: Extract<Expr, { readonly left: Expr }>['kind']): Build =>
  (args) => ({ kind, left: nth(args, 0), right: nth(args, 1) });
const many =
  (kind: Extract<Expr, { readonly args: Args }>['kind']): Build =>
  (args) => ({ args, kind });
const ofText =
  (kind: 'trim' | 'toLowerCase' | 'toUpperCase' | 'strLen'): Build =>
  (args) => ({ kind, str: nth(args, 0) });
const ofList =
  (kind: 'sumArray' | 'minArray' | 'maxArray' | 'first' | 'last' | 'reverse' | 'unique' | 'flat'): Build =>
  (args) => ({ array: nth(args, 0), kind });
const ofObject =
  (kind: 'keys' | 'values' | 'entries'): Build =>
  (args) => ({ kind, obj: nth(args, 0) });
const search =
  (kind: 'strIncludes' | 'indexOf'): Build =>
  (args) => ({ kind, search: nth(args, 1), str: nth(args, 0) });
const choice =
  (kind: 'pick' | 'omit'): Build =>
  (args) => ({ keys: nth(args, 1), kind, obj: nth(args, 0) });

/** One argument aggregates a list, more are compared with each other. */
const extreme =
  (kind: 'min' | 'max'): Build =>
  (args) =>
    args.length === 1 ? { array: nth(args, 0), kind: `${kind}Array` } : { args, kind };

const substring: Build = (args) => {
  const [str = NOTHING, start = NOTHING, end] = args;
  return end === undefined ? { kind: 'substring', start, str } : { end, kind: 'substring', start, str };
};

const slice: Build = (args) => {
  const [array = NOTHING, start = NOTHING, end] = args;
  return end === undefined ? { array, kind: 'slice', start } : { array, end, kind: 'slice', start };
};

/** The node of each builtin whose arguments are its fields, by its name in the source. */
export const BUILTIN_NODES: ReadonlyMap<string, Build> = new Map<string, Build>([
  ...(['add', 'sub', 'mul', 'div', 'mod', 'eq', 'neq', 'lt', 'lte', 'gt', 'gte'] as const).map(
    (name) => [name, two(name)] as const,
  ),
  ...(['abs', 'neg', 'floor', 'ceil', 'round', 'sqrt', 'not', 'len', 'typeof'] as const).map(
    (name) => [name, one(name)] as const,
  ),
  ...(['isNull', 'toString', 'toNumber', 'toBoolean'] as const).map((name) => [name, one(name)] as const),
  ...(['and', 'or', 'coalesce', 'concat'] as const).map((name) => [name, many(name)] as const),
  ...(['first', 'last', 'reverse', 'unique', 'flat'] as const).map((name) => [name, ofList(name)] as const),
  ...(['keys', 'values', 'entries'] as const).map((name) => [name, ofObject(name)] as const),
  ['min', extreme('min')],
  ['max', extreme('max')],
  ['sum', ofList('sumArray')],
  ['pow', (args) => ({ base: nth(args, 0), exponent: nth(args, 1), kind: 'pow' })],
  ['cond', (args) => branch(nth(args, 0), nth(args, 1), nth(args, 2))],
  ['trim', ofText('trim')],
  ['lower', ofText('toLowerCase')],
  ['upper', ofText('toUpperCase')],
  ['strlen', ofText('strLen')],
  ['substring', substring],
  ['substr', substring],
  ['startsWith', (args) => ({ kind: 'startsWith', prefix: nth(args, 1), str: nth(args, 0) })],
  ['endsWith', (args) => ({ kind: 'endsWith', str: nth(args, 0), suffix: nth(args, 1) })],
  ['strIncludes', search('strIncludes')],
  ['indexOf', search('indexOf')],
  ['replace', (args) => ({ kind: 'replace', replacement: nth(args, 2), search: nth(args, 1), str: nth(args, 0) })],
  ['split', (args) => ({ delimiter: nth(args, 1), kind: 'split', str: nth(args, 0) })],
  ['at', (args) => ({ array: nth(args, 0), index: nth(args, 1), kind: 'at' })],
  ['slice', slice],
  ['includes', (args) => ({ array: nth(args, 0), item: nth(args, 1), kind: 'includes' })],
  ['append', (args) => ({ array: nth(args, 0), items: args.slice(1), kind: 'append' })],
  ['merge', (args) => ({ kind: 'merge', objects: args })],
  ['hasKey', (args) => ({ key: nth(args, 1), kind: 'hasKey', obj: nth(args, 0) })],
  ['pick', choice('pick')],
  ['omit', choice('omit')],
  ['fromEntries', (args) => ({ entries: nth(args, 0), kind: 'fromEntries' })],
]);
