import type { Expr, Json } from '../schema/ir.ts';
import type { Evaluate } from './closure-shapes.ts';
import { compileExpr } from './closures.ts';
import { type ActionCode, type ActionEntry, type Code, type Plan, REFUSED } from './engine.ts';
import { compileFlow } from './flow-closures.ts';
import type { FlowSetting, Run } from './flow-setting.ts';
import type { JsonObject } from './model.ts';
import { type Frame, NO_INDEXES, NO_ITEMS } from './pass-state.ts';
import type { Scope } from './read-path.ts';
import { cleanJson, isObject, type MutableObject, own, setOwn } from './values.ts';

function frameOf(state: JsonObject, computed: JsonObject, input: JsonObject | undefined): Frame {
  return {
    state,
    computed,
    input,
    context: undefined,
    action: '',
    intentId: '',
    timestamp: 0,
    seed: '',
    uuids: 0,
    items: NO_ITEMS,
    indexes: NO_INDEXES,
    held: null,
  };
}

/** Compiles a plan to closures; flows of actions when they are first run. */
export function closureCode(plan: Plan): Code {
  const flows = new Map<string, Run>();
  const flowOf = (name: string): Run | undefined => {
    const known = flows.get(name);
    if (known !== undefined) return known;
    const action = plan.actionsByName.get(name);
    if (action === undefined) return undefined;
    const setting: FlowSetting = {
      scope: action.scope,
      memberships: plan.memberships,
      stateTypes: plan.stateTypes,
      guardSlots: plan.guardSlots,
      flowOf,
    };
    const run = compileFlow(action.schema.flow, `actions.${name}.flow`, setting);
    flows.set(name, run);
    return run;
  };
  return {
    computed: computedClosure(plan),
    actions: plan.actions.map((action) => actionClosure(plan, action, () => flowOf(action.name))),
  };
}

function computedClosure(plan: Plan): Code['computed'] {
  const parts = plan.computed.map(({ name, expr, reads, isCostly }) => ({
    name,
    reads,
    isCostly,
    isComputed: reads.map((read) => plan.computedScope.computeds.has(read)),
    value: compileExpr(expr, { scope: plan.computedScope, nodePath: `computed.${name}`, address: null, depth: 0 }),
  }));
  return (state, earlier, earlierComputed) => {
    const computed: MutableObject = {};
    const frame = frameOf(state, computed, undefined);
    for (const { name, reads, isCostly, isComputed, value } of parts) {
      const isSame =
        isCostly &&
        earlier !== null &&
        earlierComputed !== null &&
        reads.every((read, i) =>
          isComputed[i] ? computed[read] === earlierComputed[read] : state[read] === earlier[read],
        );
      setOwn(computed, name, isSame ? own(earlierComputed, name) : value(frame));
    }
    return computed;
  };
}

function actionClosure(plan: Plan, action: ActionEntry, flow: () => Run | undefined): ActionCode {
  const { schema, scope, name } = action;
  const available = gate(schema.available, { ...scope, kind: 'gate' }, `actions.${name}.available`);
  const dispatchable = gate(schema.dispatchable, { ...scope, kind: 'input-gate' }, `actions.${name}.dispatchable`);
  return {
    available: available && ((state, computed) => available(frameOf(state, computed, undefined))),
    dispatchable: dispatchable && ((state, computed, input) => dispatchable(frameOf(state, computed, input))),
    takeInput: inputTaker(plan, action),
    run: (pass) => {
      flow()?.(pass);
    },
  };
}

function gate(expr: Expr | undefined, scope: Scope, nodePath: string): Evaluate | null {
  return expr === undefined ? null : compileExpr(expr, { scope, nodePath, address: null, depth: 0 });
}

/** The check of gate 4 for any input type. */
export function inputTaker(plan: Plan, action: ActionEntry): ActionCode['takeInput'] {
  const { params, inputType } = action.schema;
  if (params.length === 0 && inputType === undefined) return (raw) => (raw === undefined ? undefined : REFUSED);
  const member = inputType === undefined ? isObjectMember : plan.memberships.of(inputType);
  return (raw) => {
    const input = cleanJson(raw);
    return input !== undefined && isObject(input) && member(input) ? input : REFUSED;
  };
}

function isObjectMember(value: Json | undefined): boolean {
  return isObject(value);
}
