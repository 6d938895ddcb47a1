import { BUILTINS } from '../../../src/mel/check/builtins.ts';
import type { Expr, Flow, Schema } from '../../../src/mel/schema/ir.ts';
import { partsOf } from '../../../src/mel/schema/parts.ts';

/** Every kind of expression node, section 17.2. */
const KINDS: { readonly [kind in Expr['kind']]: true } = {
  ...{ lit: true, get: true, eq: true, neq: true, gt: true, gte: true, lt: true, lte: true, and: true, or: true },
  ...{ not: true, if: true, add: true, sub: true, mul: true, div: true, mod: true, pow: true, min: true, max: true },
  ...{ abs: true, neg: true, floor: true, ceil: true, round: true, sqrt: true, sumArray: true, minArray: true },
  ...{ maxArray: true, concat: true, substring: true, trim: true, toLowerCase: true, toUpperCase: true, strLen: true },
  ...{ startsWith: true, endsWith: true, strIncludes: true, indexOf: true, replace: true, split: true, len: true },
  ...{ at: true, first: true, last: true, reverse: true, unique: true, flat: true, slice: true, includes: true },
  ...{ filter: true, find: true, every: true, some: true, map: true, append: true, object: true, field: true },
  ...{ keys: true, values: true, entries: true, merge: true, hasKey: true, pick: true, omit: true, fromEntries: true },
  ...{ typeof: true, isNull: true, toString: true, toNumber: true, toBoolean: true, coalesce: true },
};

/** How often each builtin was called and each kind of node stood in what was run. */
export class Counts {
  readonly builtins = new Map<string, number>(BUILTINS.map(({ name }) => [name, 0]));
  readonly kinds = new Map<string, number>(Object.keys(KINDS).map((kind) => [kind, 0]));

  add(expressions: Iterable<string>, schema: Schema): void {
    for (const text of expressions) {
      for (const [, name = ''] of text.replace(/"(?:\\.|[^"\\])*"/g, '""').matchAll(/([A-Za-z]+)\(/g))
        raise(this.builtins, name);
    }
    for (const { expr } of Object.values(schema.computed.fields)) this.#visit(expr);
    for (const { flow } of Object.values(schema.actions)) this.#visitFlow(flow);
  }

  /** The rarest first. */
  get rarest(): readonly (readonly [string, number])[] {
    return [...this.builtins, ...this.kinds].sort(([, a], [, b]) => a - b);
  }

  #visit(expr: Expr): void {
    raise(this.kinds, expr.kind);
    for (const part of partsOf(expr)) this.#visit(part);
  }

  #visitFlow(flow: Flow): void {
    if (flow.kind === 'seq') for (const step of flow.steps) this.#visitFlow(step);
    else if (flow.kind === 'causalGuard') this.#visitFlow(flow.body);
    else if (flow.kind === 'patch' && flow.value !== undefined) this.#visit(flow.value);
    else if (flow.kind === 'effect')
      for (const param of Object.values(flow.params)) if (param.kind !== 'path') this.#visit(param);
  }
}

function raise(counts: Map<string, number>, name: string): void {
  const count = counts.get(name);
  if (count !== undefined) counts.set(name, count + 1);
}
