import { appendAll } from '../../../base/append-all.ts';
import type { Expr, TypeDef } from '../../schema/ir.ts';
import { IllegalRead } from '../closures.ts';
import type { ActionEntry, Plan } from '../engine.ts';
import type { Scope } from '../read-path.ts';
import { emit } from './expression.ts';
import { END, emitFlow } from './flow.ts';
import { emitInput } from './input.ts';
import { LIBRARY_NAMES } from './library-names.ts';
import { ANY, accessCode, jsonCode, keyCode, maskOfType, quoted, type Value, value } from './value.ts';
import { allowVariables, type FunctionSite, LeftToClosures, ModuleText, simple, Writer } from './writer.ts';

/** The text of a module: the body of a function of `lib`. What it leaves out is null and runs by closures. */
export function moduleText(plan: Plan): string {
  const module = new ModuleText();
  const functions: string[] = [];
  const computedTypes = new Map<string, Value>();
  const computed = computedText(plan, module, computedTypes);
  const actions = plan.actions.map((action) => actionText(plan, module, action, computedTypes, functions));
  return [
    '"use strict";',
    `const { ${LIBRARY_NAMES.join(', ')} } = lib;`,
    ...module.constants,
    computed,
    ...functions,
    `return { hash: ${quoted(plan.schema.hash)}, computed, actions: [${actions.join(', ')}] };`,
    '',
  ].join('\n');
}

/** Reads of the state, each held in a constant at the head of the function. */
class Heads {
  readonly lines: string[] = [];
  readonly #known = new Map<string, Value>();

  read(
    key: string,
    make: (name: string) => { readonly code: string; readonly mask: number; readonly type?: TypeDef },
  ): Value {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    allowVariables(this.#known.size);
    const name = `v${this.#known.size}`;
    const { code, mask, type } = make(name);
    this.lines.push(`const ${name} = ${code};`);
    const found = simple(name, mask, type);
    this.#known.set(key, found);
    return found;
  }
}

function stateRead(
  plan: Plan,
  name: string,
): { readonly code: string; readonly mask: number; readonly type?: TypeDef } {
  const type = plan.stateTypes.get(name);
  const code = `s${accessCode(name)}`;
  return type === undefined ? { code, mask: ANY } : { code, mask: maskOfType(type, plan.memberships), type };
}

function noValue(): never {
  throw new IllegalRead('a read that its place does not allow');
}

function computedText(plan: Plan, module: ModuleText, found: Map<string, Value>): string {
  allowVariables(plan.computed.length);
  const heads = new Heads();
  const site: FunctionSite = {
    plan,
    module,
    scope: plan.computedScope,
    stateValue: (name) => heads.read(`s.${name}`, () => stateRead(plan, name)),
    computedValue: (name) => found.get(name) ?? noValue(),
    inputValue: noValue,
  };
  const writer = new Writer(site);
  const members: string[] = [];
  for (const [i, { name, expr, reads, isCostly }] of plan.computed.entries()) {
    const variable = `c${i}`;
    const { result, lines } = writer.branch(() => writer.hold(emit(expr, { writer, items: [] })));
    if (isCostly) {
      const same = reads.map((read) => {
        const from = found.get(read);
        if (plan.stateTypes.has(read)) return `e${accessCode(read)} === ${site.stateValue(read).code}`;
        return `ec${accessCode(read)} === ${from === undefined ? 'null' : `c${indexOf(plan, read)}`}`;
      });
      writer.line(`let ${variable};`);
      writer.line(`if (${['e !== null', ...same].join(' && ')}) ${variable} = ec${accessCode(name)};`);
      writer.line('else {');
      writer.append(lines);
      writer.line(`${variable} = ${jsonCode(result)};`);
      writer.line('}');
      found.set(name, simple(variable, result.mask, result.type));
    } else {
      writer.append(lines);
      writer.line(`const ${variable} = ${jsonCode(result)};`);
      found.set(name, result.isRaw ? result : simple(variable, result.mask, result.type));
    }
    members.push(`${keyCode(name)}: ${variable}`);
  }
  return [
    'function computed(s, e, ec) {',
    ...heads.lines,
    writer.text(),
    `return { ${members.join(', ')} };`,
    '}',
  ].join('\n');
}

function indexOf(plan: Plan, name: string): number {
  return plan.computed.findIndex((entry) => entry.name === name);
}

function actionText(
  plan: Plan,
  module: ModuleText,
  action: ActionEntry,
  computedTypes: ReadonlyMap<string, Value>,
  functions: string[],
): string {
  const { index, schema, scope } = action;
  const keep = (name: string, text: string | null): string => {
    if (text === null) return 'null';
    functions.push(text);
    return name;
  };
  const gate = (expr: Expr | undefined, kind: 'gate' | 'input-gate', name: string): string =>
    keep(
      name,
      expr === undefined
        ? null
        : orNull(() => gateText(plan, module, action, expr, { ...scope, kind }, name, computedTypes)),
    );
  const available = gate(schema.available, 'gate', `available${index}`);
  const dispatchable = gate(schema.dispatchable, 'input-gate', `dispatchable${index}`);
  const takeInput = keep(`input${index}`, emitInput(plan, action, `input${index}`));
  const run = keep(
    `run${index}`,
    orNull(() => flowText(plan, module, action, computedTypes)),
  );
  return `{ available: ${available}, dispatchable: ${dispatchable}, takeInput: ${takeInput}, run: ${run} }`;
}

/** Null where an expression or a statement is left to closures. */
function orNull(write: () => string): string | null {
  try {
    return write();
  } catch (error) {
    if (error instanceof IllegalRead || error instanceof LeftToClosures) return null;
    throw error;
  }
}

function siteOf(
  plan: Plan,
  module: ModuleText,
  action: ActionEntry,
  scope: Scope,
  heads: Heads,
  computedTypes: ReadonlyMap<string, Value>,
  stateValue: (name: string) => Value,
): FunctionSite {
  const { inputType } = action.schema;
  const input = inputType && plan.memberships.resolve(inputType);
  return {
    plan,
    module,
    scope,
    stateValue,
    computedValue: (name) =>
      heads.read(`c.${name}`, () => {
        const known = computedTypes.get(name);
        const code = `c${accessCode(name)}`;
        if (known === undefined) return { code, mask: ANY };
        return known.type === undefined ? { code, mask: known.mask } : { code, mask: known.mask, type: known.type };
      }),
    inputValue: (name) =>
      heads.read(`i.${name}`, () => {
        const field = input?.kind === 'object' && Object.hasOwn(input.fields, name) ? input.fields[name] : undefined;
        if (field === undefined || field.optional) return { code: `own(i, ${quoted(name)})`, mask: ANY };
        return { code: `i${accessCode(name)}`, mask: maskOfType(field.type, plan.memberships), type: field.type };
      }),
    ...(scope.kind === 'action' ? { frame: 'q', ...contextType(plan) } : {}),
  };
}

function contextType(plan: Plan): { readonly contextType?: TypeDef } {
  const { context } = plan.schema;
  if (context === undefined) return {};
  const fields = Object.fromEntries(
    Object.entries(context.fields).map(([name, { type }]) => [name, { type, optional: false }]),
  );
  return { contextType: { kind: 'object', fields } };
}

function gateText(
  plan: Plan,
  module: ModuleText,
  action: ActionEntry,
  expr: Expr,
  scope: Scope,
  name: string,
  computedTypes: ReadonlyMap<string, Value>,
): string {
  const heads = new Heads();
  const stateValue = (field: string): Value => heads.read(`s.${field}`, () => stateRead(plan, field));
  const writer = new Writer(siteOf(plan, module, action, scope, heads, computedTypes, stateValue));
  const result = writer.hold(emit(expr, { writer, items: [] }));
  return [`function ${name}(s, c, i) {`, ...heads.lines, writer.text(), `return ${jsonCode(result)};`, '}'].join('\n');
}

function flowText(
  plan: Plan,
  module: ModuleText,
  action: ActionEntry,
  computedTypes: ReadonlyMap<string, Value>,
): string {
  const heads = new Heads();
  const patched = new Map<string, string>();
  const guards = new Map<string, string>();
  const indexes = new Map(plan.state.map(({ name }, index) => [name, index]));
  const stateValue = (field: string): Value => {
    const type = plan.stateTypes.get(field);
    if (!writes.has(field) || type === undefined) return heads.read(`s.${field}`, () => stateRead(plan, field));
    return value(fieldVariable(field), maskOfType(type, plan.memberships), true, type);
  };
  const fieldVariable = (field: string): string => {
    const known = patched.get(field) ?? `p${patched.size}`;
    patched.set(field, known);
    return known;
  };
  const { names: writes, hasInnerPatches } = writtenFields(action);
  const writer = new Writer(siteOf(plan, module, action, action.scope, heads, computedTypes, stateValue));
  emitFlow(action.schema.flow, `actions.${action.name}.flow`, {
    writer,
    hasInnerPatches,
    fieldVariable,
    fieldType: (field) => {
      const type = plan.stateTypes.get(field);
      const index = indexes.get(field);
      return type === undefined || index === undefined ? undefined : { type, index };
    },
    guardVariable: (id) => {
      const known = guards.get(id) ?? `g${guards.size}`;
      guards.set(id, known);
      return known;
    },
  });
  return [
    `function run${action.index}(q) {`,
    'const s = q.state, c = q.computed, i = q.input;',
    ...heads.lines,
    ...[...patched].map(([field, variable]) => `let ${variable} = s${accessCode(field)};`),
    'let isPatched = false, isGuarded = false;',
    ...[...guards].map(([id, variable]) => `let ${variable} = guardAt(q.guards, ${slotOf(plan, id)});`),
    `${END}: {`,
    writer.text(),
    '}',
    ...(patched.size > 0 ? [`if (isPatched) q.state = ${stateText(plan, patched)};`] : []),
    ...(guards.size > 0 ? [`if (isGuarded) q.guards = ${guardsText(plan, module, guards)};`] : []),
    '}',
  ].join('\n');
}

function writtenFields(action: ActionEntry): {
  readonly names: ReadonlySet<string>;
  readonly hasInnerPatches: boolean;
} {
  const names = new Set<string>();
  let hasInnerPatches = false;
  const open = [action.schema.flow];
  for (let flow = open.pop(); flow !== undefined; flow = open.pop()) {
    if (flow.kind === 'seq') appendAll(open, flow.steps);
    else if (flow.kind === 'causalGuard') open.push(flow.body);
    else if (flow.kind === 'if') {
      open.push(flow.then);
      if (flow.else !== undefined) open.push(flow.else);
    } else if (flow.kind === 'patch') {
      const [root] = flow.path;
      if (root?.kind === 'prop') names.add(root.name);
      if (flow.path.length > 1) hasInnerPatches = true;
    }
  }
  return { names, hasInnerPatches };
}

/** Members of the state that all actions together write out; object spread is slower, but its text is short. */
const MOST_MEMBERS = 20_000;

function stateText(plan: Plan, patched: ReadonlyMap<string, string>): string {
  const isShort = plan.state.length * plan.actions.length <= MOST_MEMBERS;
  const members = isShort
    ? plan.state.map(({ name }) => `${keyCode(name)}: ${patched.get(name) ?? `s${accessCode(name)}`}`)
    : ['...s', ...[...patched].map(([name, variable]) => `${keyCode(name)}: ${variable}`)];
  return `{ ${members.join(', ')} }`;
}

function guardsText(plan: Plan, module: ModuleText, guards: ReadonlyMap<string, string>): string {
  const slots = module.constant(`[${[...guards.keys()].map((id) => slotOf(plan, id)).join(', ')}]`);
  return `withGuards(q.guards, ${slots}, [${[...guards.values()].join(', ')}])`;
}

function slotOf(plan: Plan, guardId: string): number {
  return plan.guardSlots.get(guardId) ?? 0;
}
