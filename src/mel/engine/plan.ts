import type { ActionSchema, Expr, Flow, Schema, TypeDef } from '../schema/ir.ts';
import { IllegalRead, MalformedSchema } from './closures.ts';
import type { ActionEntry, ComputedEntry, Plan, SchemaProblem, StateEntry } from './engine.ts';
import { noGuards } from './guards.ts';
import { type Member, Memberships } from './membership.ts';
import type { ErrorCode } from './model.ts';
import { type Meter, resolveRead, type Scope } from './read-path.ts';
import { eachOperand, nestingOf } from './spine.ts';
import { cleanJson } from './values.ts';

/** Expressions and blocks nested deeper are refused; what the compiler makes of legal sources stays far below. */
const MAX_NESTING = 4000;

const NO_NAMES: ReadonlySet<string> = new Set();

class Unrunnable extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Reads a schema, a hand-made one too; what is wrong with it stands in `problem`. */
export function planOf(schema: Schema, meter?: Meter): Plan {
  try {
    return readPlan(schema, meter);
  } catch (error) {
    return emptyPlan(schema, problemOf(error));
  }
}

export function problemOf(error: unknown): SchemaProblem {
  if (error instanceof Unrunnable) return { code: error.code, message: error.message };
  if (error instanceof IllegalRead) return { code: 'PATH_NOT_FOUND', message: error.message };
  const why = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL_ERROR', message: `the schema cannot run: ${why}` };
}

function emptyPlan(schema: Schema, problem: SchemaProblem): Plan {
  return {
    schema,
    problem,
    memberships: new Memberships({}),
    state: [],
    stateTypes: new Map(),
    computedScope: { kind: 'computed', states: NO_NAMES, computeds: NO_NAMES, params: NO_NAMES },
    computed: [],
    actions: [],
    actionsByName: new Map(),
    contextMember: null,
    guardSlots: new Map(),
    noGuards: [],
    hasCostlyComputed: false,
  };
}

function readPlan(schema: Schema, meter: Meter | undefined): Plan {
  const metered = meter === undefined ? {} : { meter };
  const memberships = new Memberships(schema.types);
  const state = Object.entries(schema.state.fields).map(([name, field]) => stateEntry(name, field, memberships));
  const states = new Set(state.map(({ name }) => name));
  const computeds = new Set(Object.keys(schema.computed.fields));
  const computedScope: Scope = { kind: 'computed', states, computeds, params: NO_NAMES, ...metered };
  const computed = inOrder(
    Object.entries(schema.computed.fields).map(([name, field]) => computedEntry(name, field.expr, computedScope)),
  );
  const guardIds: string[] = [];
  const actions = Object.entries(schema.actions).map(([name, action], index) => {
    const scope: Scope = { kind: 'action', states, computeds, params: new Set(action.params), ...metered };
    return actionEntry(name, index, action, scope, guardIds);
  });
  const guardSlots = new Map([...new Set(guardIds)].map((id, slot) => [id, slot]));
  return {
    schema,
    problem: null,
    memberships,
    state,
    stateTypes: new Map(state.map(({ name, type }) => [name, type])),
    computedScope,
    computed,
    actions,
    actionsByName: new Map(actions.map((action) => [action.name, action])),
    contextMember: contextMember(schema, memberships),
    guardSlots,
    noGuards: noGuards(guardSlots.size),
    hasCostlyComputed: computed.some(({ isCostly }) => isCostly),
  };
}

function stateEntry(
  name: string,
  field: { readonly type: TypeDef; readonly default: unknown },
  memberships: Memberships,
): StateEntry {
  const initial = cleanJson(field.default);
  if (initial === undefined) throw new MalformedSchema(`the default of ${name} is no JSON value`);
  return { name, type: field.type, initial, member: memberships.of(field.type) };
}

function contextMember(schema: Schema, memberships: Memberships): Member | null {
  if (schema.context === undefined) return null;
  const fields = Object.entries(schema.context.fields).map(([name, { type }]) => [name, { type, optional: false }]);
  return memberships.of({ kind: 'object', fields: Object.fromEntries(fields) });
}

const COSTLY: ReadonlySet<Expr['kind']> = new Set<Expr['kind']>([
  'filter',
  'find',
  'every',
  'some',
  'map',
  'sumArray',
  'minArray',
  'maxArray',
  'append',
  'reverse',
  'unique',
  'flat',
  'slice',
  'includes',
  'keys',
  'values',
  'entries',
  'merge',
  'pick',
  'omit',
  'fromEntries',
  'split',
  'len',
  'concat',
]);

/** Calls `visit` with each node of an expression and the callbacks around it; by a stack of its own. */
function eachNode(root: Expr, visit: (expr: Expr, depth: number) => void, rootDepth = 0): void {
  const open: (readonly [Expr, number])[] = [[root, rootDepth]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [expr, depth] = next;
    visit(expr, depth);
    eachOperand(expr, (operand, field) => {
      open.push([operand, field === 'predicate' || field === 'mapper' ? depth + 1 : depth]);
    });
  }
}

function checkNesting(expr: Expr): void {
  if (nestingOf(expr) > MAX_NESTING) throw new MalformedSchema('an expression nests too deep');
}

function computedEntry(name: string, expr: Expr, scope: Scope): ComputedEntry {
  checkNesting(expr);
  const reads = new Set<string>();
  let isCostly = false;
  eachNode(expr, (node, depth) => {
    isCostly ||= COSTLY.has(node.kind);
    if (node.kind !== 'get') return;
    const read = resolveRead(node.path, scope, depth);
    if (read.kind === 'illegal') throw new IllegalRead(`the computed ${name} cannot read ${node.path}`);
    if (read.kind === 'state' || read.kind === 'computed') reads.add(read.name);
  });
  return { name, expr, reads: [...reads], isCostly };
}

/** Sorts computed values so that each follows what it reads; the given order stays where it can. */
function inOrder(entries: readonly ComputedEntry[]): readonly ComputedEntry[] {
  const names = new Set(entries.map(({ name }) => name));
  const done = new Set<string>();
  const sorted: ComputedEntry[] = [];
  let left = entries;
  while (left.length > 0) {
    const waiting: ComputedEntry[] = [];
    for (const entry of left) {
      if (entry.reads.some((read) => names.has(read) && !done.has(read))) waiting.push(entry);
      else {
        done.add(entry.name);
        sorted.push(entry);
      }
    }
    if (waiting.length === left.length)
      throw new Unrunnable(
        'CYCLIC_DEPENDENCY',
        `computed values depend on themselves: ${waiting.map((e) => e.name).join(', ')}`,
      );
    left = waiting;
  }
  return sorted;
}

function actionEntry(name: string, index: number, schema: ActionSchema, scope: Scope, guardIds: string[]): ActionEntry {
  let readsComputed = false;
  const visit = (node: Expr): void => {
    if (node.kind !== 'get') return;
    // Callback depth does not matter here: only computed names are looked for.
    if (resolveRead(node.path, scope, 1000).kind === 'computed') readsComputed = true;
  };
  const exprs = [schema.available, schema.dispatchable].filter((expr) => expr !== undefined);
  const isCalling = flowParts(schema.flow, exprs, guardIds);
  for (const expr of exprs) {
    checkNesting(expr);
    eachNode(expr, visit);
  }
  return { name, index, schema, scope, readsComputed: readsComputed || isCalling };
}

/** Collects the expressions and guards of a flow; whether it holds a `call`. */
function flowParts(root: Flow, exprs: Expr[], guardIds: string[]): boolean {
  let isCalling = false;
  const open: (readonly [Flow, number])[] = [[root, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [flow, depth] = next;
    if (depth > MAX_NESTING) throw new MalformedSchema('a flow nests too deep');
    const enter = (inner: Flow): void => {
      open.push([inner, depth + 1]);
    };
    switch (flow.kind) {
      case 'seq':
        for (const step of flow.steps) enter(step);
        break;
      case 'if':
        exprs.push(flow.cond);
        enter(flow.then);
        if (flow.else !== undefined) enter(flow.else);
        break;
      case 'causalGuard':
        guardIds.push(flow.guardId);
        enter(flow.body);
        break;
      case 'patch':
        if (flow.value !== undefined) exprs.push(flow.value);
        for (const segment of flow.path) if (segment.kind === 'expr') exprs.push(segment.expr);
        break;
      case 'effect':
        for (const param of Object.values(flow.params)) {
          if (param.kind !== 'path') exprs.push(param);
          else for (const segment of param.segments) if (segment.kind === 'expr') exprs.push(segment.expr);
        }
        break;
      case 'fail':
        if (flow.message !== undefined) exprs.push(flow.message);
        break;
      case 'call':
        isCalling = true;
        break;
      case 'halt':
        break;
      default:
        throw new MalformedSchema(
          `a statement of the unknown kind ${String((flow as { readonly kind: unknown }).kind)}`,
        );
    }
  }
  return isCalling;
}
