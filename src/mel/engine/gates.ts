import type { Expr, Json } from '../schema/ir.ts';
import { compileExpr } from './closures.ts';
import { conditionText } from './condition-text.ts';
import type { ActionEntry, Engine } from './engine.ts';
import type { ErrorCode, JsonObject, Layer } from './model.ts';
import { Pass } from './pass-state.ts';
import { preview } from './patch.ts';
import type { Scope } from './read-path.ts';
import { type Core, computedOf } from './snapshot.ts';
import { cleanJson, isObject, toBoolean } from './values.ts';

/** One condition of a gate that did not hold. */
export interface Blocker {
  /** Address in the schema, such as `actions.lend.available.args[0]`. */
  readonly path: string;
  /** The condition as it would be written, such as `count >= 0 does not hold`. */
  readonly message: string;
}

/** Why an intent may not run. */
export interface Refusal {
  readonly layer: Layer;
  readonly code: ErrorCode;
  readonly message: string;
  readonly blockers: readonly Blocker[];
}

export function refusal(layer: Layer, code: ErrorCode, message: string, blockers: readonly Blocker[] = []): Refusal {
  return { layer, code, message, blockers };
}

const NO_CONTEXT: JsonObject = {};

/** Gate 1: a clean copy of the context, or why it does not fit. */
export function takeContext(engine: Engine, given: JsonObject | undefined): JsonObject | Refusal {
  const { contextMember } = engine;
  if (contextMember === null) {
    if (given === undefined || given === null) return NO_CONTEXT;
    const clean = cleanJson(given);
    if (clean !== undefined && isObject(clean) && Object.keys(clean).length === 0) return NO_CONTEXT;
    return refusal('context', 'INVALID_CONTEXT', 'this domain takes no context');
  }
  const clean = cleanJson(given);
  if (clean !== undefined && isObject(clean) && contextMember(clean)) return clean;
  return refusal('context', 'INVALID_CONTEXT', contextMessage(engine, clean));
}

function contextMessage(engine: Engine, given: Json | undefined): string {
  const fields = engine.schema.context?.fields ?? {};
  if (given === undefined || !isObject(given)) return 'the context has to be an object of JSON values';
  const missing = Object.keys(fields).filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0) return `the context lacks ${missing.join(', ')}`;
  const extra = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
  if (extra.length > 0) return `the context has no field ${extra.join(', ')}`;
  const wrong = Object.keys(fields).filter((name) => {
    const field = fields[name];
    return field !== undefined && !engine.memberships.of(field.type)(given[name]);
  });
  return `the context has the wrong type in ${wrong.join(', ')}`;
}

/** Gate 3; null: the action is available. */
export function checkAvailable(core: Core, action: ActionEntry): Refusal | null {
  const { engine } = core.lineage;
  const code = core.lineage.isTyped ? engine.code : engine.plain();
  const available = code.actions[action.index]?.available ?? null;
  if (available === null) return null;
  const value = available(core.state, action.readsComputed ? computedOf(core) : NO_CONTEXT);
  if (value === true) return null;
  if (value === false)
    return refusal(
      'availability',
      'ACTION_UNAVAILABLE',
      `${action.name} is not available now`,
      blockersOf(core, action, action.schema.available, 'available', undefined),
    );
  return refusal('availability', 'TYPE_MISMATCH', `the gate of ${action.name} gives ${preview(value)}, not a boolean`);
}

/** Gate 4: the input as the flow reads it, or why it does not fit. */
export function inputRefusal(engine: Engine, action: ActionEntry, raw: unknown): Refusal {
  return refusal('input', 'INVALID_INPUT', inputMessage(engine, action, raw));
}

function inputMessage(engine: Engine, action: ActionEntry, raw: unknown): string {
  const { params, inputType } = action.schema;
  if (params.length === 0) return `${action.name} takes no input`;
  const input = cleanJson(raw);
  if (input === undefined || !isObject(input)) return `${action.name} takes an object of ${params.join(', ')}`;
  const missing = params.filter((name) => !Object.hasOwn(input, name));
  if (missing.length > 0) return `the input of ${action.name} lacks ${missing.join(', ')}`;
  const extra = Object.keys(input).filter((name) => !params.includes(name));
  if (extra.length > 0) return extraMessage(action, extra);
  const fields = inputType?.kind === 'object' ? inputType.fields : {};
  const wrong = params.filter((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field !== undefined && !engine.memberships.of(field.type)(input[name]);
  });
  return `the input of ${action.name} has the wrong type in ${wrong.join(', ') || 'some field'}`;
}

/** A key that no parameter has, `argument 3`, stands for an argument without a parameter. */
function extraMessage({ name, schema: { params } }: ActionEntry, extra: readonly string[]): string {
  if (extra.every((key) => /^argument \d+$/.test(key)))
    return `${name} takes ${params.length === 1 ? 'one argument' : `${params.length} arguments`}, not ${params.length + extra.length}`;
  return `${name} has no parameter ${extra.join(', ')}`;
}

/** Gate 5; null: the intent may run. */
export function checkDispatchable(core: Core, action: ActionEntry, input: JsonObject | undefined): Refusal | null {
  const { engine } = core.lineage;
  const code = core.lineage.isTyped ? engine.code : engine.plain();
  const dispatchable = code.actions[action.index]?.dispatchable ?? null;
  if (dispatchable === null) return null;
  const value = dispatchable(core.state, action.readsComputed ? computedOf(core) : NO_CONTEXT, input);
  if (value === true) return null;
  if (value === false)
    return refusal(
      'dispatchability',
      'INTENT_NOT_DISPATCHABLE',
      `${action.name} cannot be dispatched with this input now`,
      blockersOf(core, action, action.schema.dispatchable, 'dispatchable', input),
    );
  return refusal(
    'dispatchability',
    'TYPE_MISMATCH',
    `the gate of ${action.name} gives ${preview(value)}, not a boolean`,
  );
}

/** The conjuncts of a gate that are false, `and` within `and` opened. */
function blockersOf(
  core: Core,
  action: ActionEntry,
  gate: Expr | undefined,
  label: 'available' | 'dispatchable',
  input: JsonObject | undefined,
): readonly Blocker[] {
  const found: Blocker[] = [];
  if (gate === undefined) return found;
  const scope: Scope = { ...action.scope, kind: label === 'available' ? 'gate' : 'input-gate' };
  const open: { readonly expr: Expr; readonly path: string }[] = [
    { expr: gate, path: `actions.${action.name}.${label}` },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { expr, path } = next;
    if (expr.kind === 'and') {
      for (const [i, arg] of [...expr.args.entries()].reverse()) open.push({ expr: arg, path: `${path}.args[${i}]` });
      continue;
    }
    const evaluate = compileExpr(expr, { scope, nodePath: path, address: null, depth: 0 });
    const frame = new Pass(core.state, computedOf(core), core.guards, input, undefined, action.name, '', 0, '');
    if (!toBoolean(evaluate(frame))) found.push({ path, message: `${conditionText(expr)} does not hold` });
  }
  return found;
}
