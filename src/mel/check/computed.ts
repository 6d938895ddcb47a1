import { circleText, shownInCircle } from '../schema/circle-text.ts';
import type { ComputedDecl } from '../syntax/ast.ts';
import { findCycles } from './cycles.ts';
import type { Declarations } from './declarations.ts';
import { inferExpr } from './infer.ts';
import { NO_NARROWING } from './narrowing.ts';
import type { Report } from './report.ts';
import type { Binding, Scope } from './scope.ts';
import { UNKNOWN } from './type.ts';
import { within } from './walk.ts';

/** State and computed by name, computed with the types of their expressions; reports what is wrong in those, and cycles (E040). */
export function checkComputed(declared: Declarations, report: Report): ReadonlyMap<string, Binding> {
  const globals = new Map(declared.state);
  const byName = new Map<string, ComputedDecl>();
  for (const decl of declared.computed) {
    const { text, span } = decl.name;
    if (globals.has(text)) continue;
    globals.set(text, { kind: 'computed', type: UNKNOWN, maybeNull: null, declared: span });
    byName.set(text, decl);
  }
  const reads = new Map([...byName].map(([name, decl]) => [name, computedIn(decl, byName)]));
  const names = [...byName.keys()];
  for (const cycle of findCycles(names, (name) => reads.get(name) ?? [])) reportCycle(cycle, byName, report);
  const scope: Scope = {
    types: declared.types,
    position: 'computed',
    inFlow: false,
    globals,
    params: new Map(),
    context: declared.context,
    item: null,
    narrowing: NO_NARROWING,
    inTransform: false,
  };
  for (const name of dependenciesFirst(names, reads)) {
    const decl = byName.get(name);
    if (decl === undefined) continue;
    const { type, maybeNull } = inferExpr(decl.expr, scope, report);
    globals.set(name, { kind: 'computed', type, maybeNull, declared: decl.name.span });
  }
  for (const decl of declared.computed) {
    if (byName.get(decl.name.text) !== decl) inferExpr(decl.expr, scope, report);
  }
  return globals;
}

function computedIn(decl: ComputedDecl, byName: ReadonlyMap<string, ComputedDecl>): readonly string[] {
  const names = new Set<string>();
  for (const expr of within(decl.expr)) {
    if (expr.kind === 'name' && byName.has(expr.name)) names.add(expr.name);
  }
  return [...names];
}

function reportCycle(cycle: readonly string[], byName: ReadonlyMap<string, ComputedDecl>, report: Report): void {
  const [first = '', ...others] = shownInCircle(cycle);
  const decl = byName.get(first);
  if (decl === undefined) return;
  const notes = others.flatMap((name) => {
    const span = byName.get(name)?.name.span;
    return span === undefined ? [] : [{ message: `through \`${name}\``, span }];
  });
  const message = `computed values depend on themselves: ${circleText(cycle)}`;
  report('E040', decl.name.span, message, { notes });
}

/** Kahn's order; what stands in a cycle, or behind one, follows in source order. */
function dependenciesFirst(names: readonly string[], reads: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const waiting = new Map(names.map((name) => [name, (reads.get(name) ?? []).length]));
  const readers = new Map<string, string[]>();
  for (const name of names) {
    for (const read of reads.get(name) ?? []) {
      const known = readers.get(read);
      if (known === undefined) readers.set(read, [name]);
      else known.push(name);
    }
  }
  const order = names.filter((name) => waiting.get(name) === 0);
  for (const name of order) {
    for (const reader of readers.get(name) ?? []) {
      const left = (waiting.get(reader) ?? 0) - 1;
      waiting.set(reader, left);
      if (left === 0) order.push(reader);
    }
  }
  const done = new Set(order);
  return [...order, ...names.filter((name) => !done.has(name))];
}
