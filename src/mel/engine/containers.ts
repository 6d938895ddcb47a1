import { splitPath } from '../schema/get-path.ts';
import type { Expr } from '../schema/ir.ts';
import type { Plan } from './engine.ts';
import { ARR, maskOfType, OBJ } from './generate/value.ts';

/** The state fields and computed values that may hold an array or an object; of all others it is known that they never do. */
export interface Containers {
  readonly state: readonly string[];
  readonly computed: readonly string[];
}

const known = new WeakMap<Plan, Containers>();

/** Of a state that belongs to its types; found once for each plan. */
export function containersOf(plan: Plan): Containers {
  const before = known.get(plan);
  if (before !== undefined) return before;
  const scalars = new Set<string>();
  const state: string[] = [];
  const computed: string[] = [];
  for (const { name, type } of plan.state)
    if ((maskOfType(type, plan.memberships) & (ARR | OBJ)) === 0) scalars.add(name);
    else state.push(name);
  // In an order that gives each its inputs.
  for (const { name, expr } of plan.computed)
    if (isScalar(expr, scalars)) scalars.add(name);
    else computed.push(name);
  const found = { state, computed };
  known.set(plan, found);
  return found;
}

const SCALAR: ReadonlySet<Expr['kind']> = new Set([
  ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'add', 'sub', 'mul', 'div', 'mod', 'and', 'or', 'not'] as const),
  ...([
    'neg',
    'abs',
    'floor',
    'ceil',
    'round',
    'sqrt',
    'pow',
    'min',
    'max',
    'sumArray',
    'minArray',
    'maxArray',
  ] as const),
  ...(['isNull', 'typeof', 'toString', 'toNumber', 'toBoolean', 'len', 'strLen'] as const),
  ...(['trim', 'toLowerCase', 'toUpperCase', 'substring', 'replace', 'indexOf'] as const),
  ...(['startsWith', 'endsWith', 'strIncludes', 'includes', 'every', 'some', 'hasKey'] as const),
]);

/** Whether an expression gives no container, whatever it reads; `scalars` are the names that never hold one. */
function isScalar(expr: Expr, scalars: ReadonlySet<string>): boolean {
  const open: Expr[] = [expr];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (SCALAR.has(next.kind)) continue;
    if (next.kind === 'if') open.push(next.then, next.else);
    else if (next.kind === 'coalesce') open.push(...next.args);
    else if (next.kind === 'lit') {
      if (typeof next.value === 'object' && next.value !== null) return false;
    } else if (next.kind !== 'get' || !scalars.has(splitPath(next.path)[0] ?? '')) return false;
  }
  return true;
}
