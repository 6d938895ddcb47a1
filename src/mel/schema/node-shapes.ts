import type { Expr, Flow, TypeDef } from './ir.ts';

/**
 * What a field of a node holds; `?`: it may be missing; `members`: an object whose values are all of that kind; `maybe path`:
 * an expression or a path of an effect.
 */
export type Slot =
  | {
      readonly kind: 'expr' | 'flow' | 'type' | 'segment' | 'param' | 'field';
      readonly many?: 'list' | 'members';
      readonly optional?: true;
    }
  | { readonly kind: 'text' | 'texts' | 'json' | 'scalar' | 'boolean' | 'index'; readonly optional?: true }
  | { readonly kind: 'one of'; readonly texts: readonly string[] };

export interface Shape {
  readonly [field: string]: Slot;
}

const expr: Slot = { kind: 'expr' };
const exprs: Slot = { kind: 'expr', many: 'list' };
const maybe: Slot = { kind: 'expr', optional: true };
const text: Slot = { kind: 'text' };
const pair: Shape = { left: expr, right: expr };
const args: Shape = { args: exprs };
const arg: Shape = { arg: expr };
const array: Shape = { array: expr };
const str: Shape = { str: expr };
const obj: Shape = { obj: expr };

export const EXPR_SHAPES: { readonly [Kind in Expr['kind']]: Shape } = {
  lit: { value: { kind: 'json' } },
  get: { path: text },
  eq: pair,
  neq: pair,
  gt: pair,
  gte: pair,
  lt: pair,
  lte: pair,
  add: pair,
  sub: pair,
  mul: pair,
  div: pair,
  mod: pair,
  and: args,
  or: args,
  min: args,
  max: args,
  concat: args,
  coalesce: args,
  not: arg,
  abs: arg,
  neg: arg,
  floor: arg,
  ceil: arg,
  round: arg,
  sqrt: arg,
  len: arg,
  typeof: arg,
  isNull: arg,
  toString: arg,
  toNumber: arg,
  toBoolean: arg,
  if: Object.fromEntries(['cond', 'then', 'else'].map((field) => [field, expr])),
  pow: { base: expr, exponent: expr },
  sumArray: array,
  minArray: array,
  maxArray: array,
  first: array,
  last: array,
  reverse: array,
  unique: array,
  flat: array,
  substring: { str: expr, start: expr, end: maybe },
  trim: str,
  toLowerCase: str,
  toUpperCase: str,
  strLen: str,
  startsWith: { str: expr, prefix: expr },
  endsWith: { str: expr, suffix: expr },
  strIncludes: { str: expr, search: expr },
  indexOf: { str: expr, search: expr },
  replace: { str: expr, search: expr, replacement: expr },
  split: { str: expr, delimiter: expr },
  at: { array: expr, index: expr },
  slice: { array: expr, start: expr, end: maybe },
  includes: { array: expr, item: expr },
  filter: { array: expr, predicate: expr },
  find: { array: expr, predicate: expr },
  every: { array: expr, predicate: expr },
  some: { array: expr, predicate: expr },
  map: { array: expr, mapper: expr },
  append: { array: expr, items: exprs },
  object: { fields: { kind: 'expr', many: 'members' } },
  field: { object: expr, property: text },
  keys: obj,
  values: obj,
  entries: obj,
  merge: { objects: exprs },
  hasKey: { obj: expr, key: expr },
  pick: { obj: expr, keys: expr },
  omit: { obj: expr, keys: expr },
  fromEntries: { entries: expr },
};

export const FLOW_SHAPES: { readonly [Kind in Flow['kind']]: Shape } = {
  seq: { steps: { kind: 'flow', many: 'list' } },
  if: Object.fromEntries<Slot>([
    ['cond', expr],
    ['then', { kind: 'flow' }],
    ['else', { kind: 'flow', optional: true }],
  ]),
  patch: {
    op: { kind: 'one of', texts: ['set', 'merge', 'unset'] },
    path: { kind: 'segment', many: 'list' },
    value: maybe,
  },
  causalGuard: { guardId: text, body: { kind: 'flow' } },
  effect: { type: text, params: { kind: 'param', many: 'members' } },
  halt: { reason: text },
  fail: { code: text, message: maybe },
  call: { flow: text },
};

export const TYPE_SHAPES: { readonly [Kind in TypeDef['kind']]: Shape } = {
  primitive: { type: { kind: 'one of', texts: ['string', 'number', 'boolean', 'null', 'object'] } },
  literal: { value: { kind: 'scalar' } },
  array: { element: { kind: 'type' } },
  record: { key: { kind: 'type' }, value: { kind: 'type' } },
  object: { fields: { kind: 'field', many: 'members' } },
  union: { types: { kind: 'type', many: 'list' } },
  ref: { name: text },
};

export const SEGMENT_SHAPES: { readonly [kind: string]: Shape } = {
  prop: { name: text },
  index: { index: { kind: 'index' } },
  expr: { expr },
};

/** The paths among the parameters of an effect; all others are expressions. */
export const PATH_PARAM_SHAPE: Shape = { segments: { kind: 'segment', many: 'list' } };

/** A field of an object type. */
export const FIELD_SHAPE: Shape = { type: { kind: 'type' }, optional: { kind: 'boolean' } };
