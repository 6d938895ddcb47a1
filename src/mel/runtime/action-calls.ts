import type { JsonObject } from '../engine/model.ts';
import type { Json, Schema } from '../schema/ir.ts';
import type { Actions, AnyDomain, DispatchResult, IntentOf } from './types.ts';

type Dispatch = (intent: IntentOf<AnyDomain>) => DispatchResult | Promise<DispatchResult>;

/** Each action of a schema as a function of its input, which may be taken off the object and called alone. */
export function actionCalls(schema: Schema, dispatch: Dispatch): Actions<AnyDomain> {
  const actions: Record<string, unknown> = Object.create(null);
  for (const [type, { params }] of Object.entries(schema.actions)) {
    const call = (...args: readonly unknown[]) => {
      const input = inputOf(params, args);
      return dispatch(input === undefined ? { type } : { type, input: input as JsonObject });
    };
    Object.defineProperty(actions, type, { value: call, enumerable: true });
  }
  return Object.freeze(actions) as Actions<AnyDomain>;
}

/**
 * The input of an action from what a caller wrote: arguments in order, or one object keyed by parameter. One object is taken
 * as keyed if it has the first parameter as a key, or if the action has several parameters.
 */
function inputOf(params: readonly string[], args: readonly unknown[]): Json | undefined {
  if (args.length === 0 || (args.length === 1 && args[0] === undefined)) return undefined;
  const [first] = args;
  // An action without parameters takes no input at all: what is given is handed on, to be refused.
  if (args.length === 1 && (params.length === 0 || isKeyed(params, first))) return first as Json;
  // More arguments than parameters get a key that no parameter has.
  const entries = args.map((value, index): readonly [string, unknown] => [
    params[index] ?? `argument ${index + 1}`,
    value,
  ]);
  return Object.fromEntries(entries) as Json;
}

function isKeyed(params: readonly string[], value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return params.length > 1 || Object.hasOwn(value, params[0] ?? '');
}
