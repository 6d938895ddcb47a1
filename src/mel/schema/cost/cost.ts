import { rootOf } from '../dependencies.ts';
import type { ActionSchema, Schema, TypeDef } from '../ir.ts';
import { type CostScope, exprCost } from './expr-cost.ts';
import { passCost } from './flow-cost.ts';
import { type Polynomial, polynomialText, sum, sumOf, type Values, valueAt, ZERO } from './polynomial.ts';

export type { Values } from './polynomial.ts';

/** A number of steps that depends on how large the values of a snapshot are. */
export interface CostBound {
  /** E.g. `2 + 2 * |items| + 3 * |items| * |tags|`; `|p|`: elements, keys or code units of `p`; `||p||`: all in it at every depth. */
  readonly text: string;
  /** The bound for a snapshot and an intent; infinite where the polynomial became too long to be stated. */
  at(values: Values): number;
}

/** Steps that one action takes at most. */
export interface ActionCost {
  /** Both gates, once. */
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
 * Bounds the steps of each action before it runs, from the schema alone. What handlers of effects bring is taken to be no larger
 * than what the flow itself may have written.
 *
 * @example
 * ```ts
 * costOf(schema).actions.lend?.pass.at({ state: runtime.state, computed: runtime.computed, input: { id: 'x' } });
 * ```
 */
export function costOf(schema: Schema): SchemaCost {
  const outside: CostScope = { schema, params: new Map(), items: [], written: new Map(), action: null };
  const actions = Object.entries(schema.actions).map(
    ([name, action]) => [name, actionCost(action, { ...outside, action: name })] as const,
  );
  return { computed: bound(computedCost(outside).steps), actions: Object.fromEntries(actions) };
}

/** What all computed values take, and their sizes where they are not those of the snapshot any more. */
function computedCost(scope: CostScope): { readonly steps: Polynomial; readonly scope: CostScope } {
  const written = new Map(scope.written);
  const after = { ...scope, written };
  const steps = Object.entries(scope.schema.computed.fields).map(([name, { deps, expr }]) => {
    const cost = exprCost(expr, after);
    if (deps.some((dep) => written.has(rootOf(dep)))) written.set(name, cost.size);
    return cost.steps;
  });
  return { steps: sumOf(steps), scope: after };
}

function actionCost(action: ActionSchema, outside: CostScope): ActionCost {
  const scope = { ...outside, params: paramsOf(action) };
  const available = action.available === undefined ? ZERO : exprCost(action.available, outside).steps;
  const dispatchable = action.dispatchable === undefined ? ZERO : exprCost(action.dispatchable, scope).steps;
  const gates = sum(available, dispatchable);
  return {
    gates: bound(gates),
    pass: bound(passCost(action.flow, scope).steps),
    dispatch: (hostEffects = 0) => bound(sumOf([gates, ...rounds(action, scope, hostEffects + 1)])),
  };
}

/** Passes one after the other, each with the computed values before and after it; what one wrote is there for the next. */
function rounds(action: ActionSchema, scope: CostScope, count: number): readonly Polynomial[] {
  const steps: Polynomial[] = [];
  let before = computedCost(scope);
  for (let i = 0; i < count; i++) {
    const pass = passCost(action.flow, before.scope);
    const after = computedCost(pass.scope);
    steps.push(before.steps, pass.steps, after.steps);
    before = after;
  }
  return steps;
}

function paramsOf({ inputType }: ActionSchema): ReadonlyMap<string, TypeDef> {
  const fields = inputType?.kind === 'object' ? inputType.fields : {};
  return new Map(Object.entries(fields).map(([name, field]) => [name, field.type]));
}

function bound(polynomial: Polynomial): CostBound {
  return { text: polynomialText(polynomial), at: (values) => valueAt(polynomial, values) };
}
