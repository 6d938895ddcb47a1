/** JSON as MEL holds it: finite numbers, own properties. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A type as a schema holds it; `ref` names one of `types`. */
export type TypeDef =
  | { readonly kind: 'primitive'; readonly type: 'string' | 'number' | 'boolean' | 'null' | 'object' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'array'; readonly element: TypeDef }
  | { readonly kind: 'record'; readonly key: TypeDef; readonly value: TypeDef }
  | {
      readonly kind: 'object';
      readonly fields: { readonly [name: string]: { readonly type: TypeDef; readonly optional: boolean } };
    }
  | { readonly kind: 'union'; readonly types: readonly TypeDef[] }
  | { readonly kind: 'ref'; readonly name: string };

/** Expression nodes. `path` is dotted; dots and backslashes inside a segment are escaped by a backslash. */
export type Expr =
  | { readonly kind: 'lit'; readonly value: Json }
  | { readonly kind: 'get'; readonly path: string }
  | {
      readonly kind: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'add' | 'sub' | 'mul' | 'div' | 'mod';
      readonly left: Expr;
      readonly right: Expr;
    }
  | { readonly kind: 'and' | 'or' | 'min' | 'max' | 'concat' | 'coalesce'; readonly args: readonly Expr[] }
  | {
      readonly kind:
        | 'not'
        | 'abs'
        | 'neg'
        | 'floor'
        | 'ceil'
        | 'round'
        | 'sqrt'
        | 'len'
        | 'typeof'
        | 'isNull'
        | 'toString'
        | 'toNumber'
        | 'toBoolean';
      readonly arg: Expr;
    }
  | { readonly kind: 'if'; readonly cond: Expr; readonly then: Expr; readonly else: Expr }
  | { readonly kind: 'pow'; readonly base: Expr; readonly exponent: Expr }
  | {
      readonly kind: 'sumArray' | 'minArray' | 'maxArray' | 'first' | 'last' | 'reverse' | 'unique' | 'flat';
      readonly array: Expr;
    }
  | { readonly kind: 'substring'; readonly str: Expr; readonly start: Expr; readonly end?: Expr }
  | { readonly kind: 'trim' | 'toLowerCase' | 'toUpperCase' | 'strLen'; readonly str: Expr }
  | { readonly kind: 'startsWith'; readonly str: Expr; readonly prefix: Expr }
  | { readonly kind: 'endsWith'; readonly str: Expr; readonly suffix: Expr }
  | { readonly kind: 'strIncludes' | 'indexOf'; readonly str: Expr; readonly search: Expr }
  | { readonly kind: 'replace'; readonly str: Expr; readonly search: Expr; readonly replacement: Expr }
  | { readonly kind: 'split'; readonly str: Expr; readonly delimiter: Expr }
  | { readonly kind: 'at'; readonly array: Expr; readonly index: Expr }
  | { readonly kind: 'slice'; readonly array: Expr; readonly start: Expr; readonly end?: Expr }
  | { readonly kind: 'includes'; readonly array: Expr; readonly item: Expr }
  | { readonly kind: 'filter' | 'find' | 'every' | 'some'; readonly array: Expr; readonly predicate: Expr }
  | { readonly kind: 'map'; readonly array: Expr; readonly mapper: Expr }
  | { readonly kind: 'append'; readonly array: Expr; readonly items: readonly Expr[] }
  | { readonly kind: 'object'; readonly fields: { readonly [name: string]: Expr } }
  | { readonly kind: 'field'; readonly object: Expr; readonly property: string }
  | { readonly kind: 'keys' | 'values' | 'entries'; readonly obj: Expr }
  | { readonly kind: 'merge'; readonly objects: readonly Expr[] }
  | { readonly kind: 'hasKey'; readonly obj: Expr; readonly key: Expr }
  | { readonly kind: 'pick' | 'omit'; readonly obj: Expr; readonly keys: Expr }
  | { readonly kind: 'fromEntries'; readonly entries: Expr };

/** One step of a path into the state; an `expr` is evaluated when the path is reached. */
export type PathSegment =
  | { readonly kind: 'prop'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'expr'; readonly expr: Expr };

/** A parameter of an effect: an expression, or a path that is resolved when the effect is reached. */
export type EffectParam = Expr | { readonly kind: 'path'; readonly segments: readonly PathSegment[] };

/** Statements. An `effect` names what its host is asked for, or a built-in one such as `array.sort`. */
export type Flow =
  | { readonly kind: 'seq'; readonly steps: readonly Flow[] }
  | { readonly kind: 'if'; readonly cond: Expr; readonly then: Flow; readonly else?: Flow }
  | {
      readonly kind: 'patch';
      readonly op: 'set' | 'merge' | 'unset';
      readonly path: readonly PathSegment[];
      readonly value?: Expr;
    }
  | { readonly kind: 'causalGuard'; readonly guardId: string; readonly body: Flow }
  | { readonly kind: 'effect'; readonly type: string; readonly params: { readonly [name: string]: EffectParam } }
  | { readonly kind: 'halt'; readonly reason: string }
  | { readonly kind: 'fail'; readonly code: string; readonly message?: Expr }
  | { readonly kind: 'call'; readonly flow: string };

/** A transition with its gates. */
export interface ActionSchema {
  /** Names, in order. */
  readonly params: readonly string[];
  /** An object type keyed by parameter; left out where there are none. */
  readonly inputType?: TypeDef;
  readonly available?: Expr;
  readonly dispatchable?: Expr;
  readonly flow: Flow;
}

/** A compiled domain. Plain JSON. */
export interface Schema {
  /** `mel:` and the name of the domain in lower case. */
  readonly id: string;
  readonly version: string;
  /** Lower-case hex SHA-256 of the canonical form of all else. */
  readonly hash: string;
  readonly types: { readonly [name: string]: { readonly name: string; readonly definition: TypeDef } };
  readonly state: { readonly fields: { readonly [name: string]: { readonly type: TypeDef; readonly default: Json } } };
  readonly context?: { readonly fields: { readonly [name: string]: { readonly type: TypeDef } } };
  /** In topological order. */
  readonly computed: {
    readonly fields: { readonly [name: string]: { readonly deps: readonly string[]; readonly expr: Expr } };
  };
  readonly actions: { readonly [name: string]: ActionSchema };
  readonly meta?: { readonly name: string };
}
