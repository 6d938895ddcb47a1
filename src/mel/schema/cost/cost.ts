import type { ActionSchema, Schema, TypeDef } from '../ir.ts';
import { type CostScope, exprCost } from './expr-cost.ts';
import { passCost } from './flow-cost.ts';
import { constant, type Polynomial, polynomialText, product, sum, type Values, valueAt, ZERO } from './polynomial.ts';

export type { Values } from './polynomial.ts';

/** A number of steps that depends on how large the values of a snapshot are. */
export interface CostBound {
  /** E.g. `2 + 2 * |items| + 3 * |items| * |tags|`; `|p|`: elements, keys or code units of `p`; `||p||`: all in it at every depth. */
  readonly text: string;
  /** The bound for a snapshot and an intent; infinite where the polynomial became too long to be stated. */
  at(values: Values): number;
}

export interface ActionCost {
  readonly gates: CostBound;
  /** One pass through the flow. */
  readonly pass: CostBound;
  /** A whole dispatch that meets so many host effects; each has the action run again from the top. Default 0. */
  dispatch(hostEffects?: number): CostBound;
}

/** What evaluating a domain takes at most. */
export interface SchemaCost {
  /** All computed values once. */
  readonly computed: CostBound;
  readonly actions: { readonly [name: string]: ActionCost };
}

/**
 * Bounds the steps of each action before it runs, from the schema alone. Sizes that handlers of effects bring are those of the
 * snapshot a pass begins with.
 *
 * @example
 * ```ts
 * costOf(schema).actions.lend?.pass.at({ state: runtime.state, computed: runtime.computed, input: { id: 'x' } });
 * ```
 */
export function costOf(schema: Schema): SchemaCost {
  const outside: CostScope = { schema, params: new Map(), items: [], written: new Map() };
  const computed = sum(...Object.values(schema.computed.fields).map(({ expr }) => exprCost(expr, outside).steps));
  const actions = Object.entries(schema.actions).map(
    ([name, action]) => [name, actionCost(action, computed, outside)] as const,
  );
  return { computed: bound(computed), actions: Object.fromEntries(actions) };
}

function actionCost(action: ActionSchema, computed: Polynomial, outside: CostScope): ActionCost {
  const scope = { ...outside, params: paramsOf(action) };
  const available = action.available === undefined ? ZERO : exprCost(action.available, outside).steps;
  const dispatchable = action.dispatchable === undefined ? ZERO : exprCost(action.dispatchable, scope).steps;
  const gates = sum(available, dispatchable);
  const pass = passCost(action.flow, scope);
  const round = sum(pass, computed, computed);
  return {
    gates: bound(gates),
    pass: bound(pass),
    dispatch: (hostEffects = 0) => bound(sum(gates, product(constant(hostEffects + 1), round))),
  };
}

function paramsOf({ inputType }: ActionSchema): ReadonlyMap<string, TypeDef> {
  const fields = inputType?.kind === 'object' ? inputType.fields : {};
  return new Map(Object.entries(fields).map(([name, field]) => [name, field.type]));
}

function bound(polynomial: Polynomial): CostBound {
  return { text: polynomialText(polynomial), at: (values) => valueAt(polynomial, values) };
}
