import type { Span } from '../diagnostic.ts';
import type { Narrowing } from './narrowing.ts';
import type { Type, TypeTable } from './type.ts';

/** Where an expression stands: a column of the legality matrix. */
export type Position =
  | 'stateInit'
  | 'computed'
  | 'available'
  | 'dispatchable'
  | 'guard'
  /** Of `patch p = e`: the only place for updateById and removeById. */
  | 'patchValue'
  | 'mergeValue'
  | 'effectArg'
  | 'failMessage'
  | 'pathIndex'
  | 'includeArg';

/** What an expression evaluates to. */
export interface Typed {
  readonly type: Type;
  /** Why null is possible although `type` does not say so (D-4): the words for W_MAYBE_NULL; null if it is not. */
  readonly maybeNull: string | null;
}

/** What a bare name stands for. */
export interface Binding extends Typed {
  readonly kind: 'state' | 'computed' | 'param';
  readonly declared?: Span;
}

/** Everything an expression is checked against. */
export interface Scope {
  readonly types: TypeTable;
  readonly position: Position;
  /** Inside a flow, where `$input` has no meaning. */
  readonly inFlow: boolean;
  /** State fields and computed. A computed whose type is not known (a cycle) is bound with type unknown. */
  readonly globals: { get(name: string): Binding | undefined; keys(): Iterable<string> };
  /** Parameters of the action or flow around, also where the position forbids them (that is reported). Empty in computed and initializers. */
  readonly params: { get(name: string): Binding | undefined; keys(): Iterable<string> };
  /** Fields of the context block; null without one. */
  readonly context: { get(name: string): Type | undefined; keys(): Iterable<string> } | null;
  /** `$item`; null where there is none. */
  readonly item: Typed | null;
  readonly narrowing: Narrowing;
  /** Inside updateById or removeById. */
  readonly inTransform: boolean;
}

/** The scope of what stands in another position. Written out here and below, field by field: every expression makes some. */
export function inPosition(scope: Scope, position: Position): Scope {
  const { types, inFlow, globals, params, context, item, narrowing, inTransform } = scope;
  return { types, position, inFlow, globals, params, context, item, narrowing, inTransform };
}

/** The scope in which more, or less, is known. */
export function withNarrowing(scope: Scope, narrowing: Narrowing): Scope {
  const { types, position, inFlow, globals, params, context, item, inTransform } = scope;
  return { types, position, inFlow, globals, params, context, item, narrowing, inTransform };
}
