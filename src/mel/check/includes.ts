import type { Span } from '../diagnostic.ts';
import { circleText, shownInCircle } from '../schema/circle-text.ts';
import type { FlowDecl, IncludeStmt, Stmt } from '../syntax/ast.ts';
import { findCycles } from './cycles.ts';
import type { Declarations } from './declarations.ts';
import type { Report } from './report.ts';
import { statements } from './walk.ts';

const DEEPEST = 16;

/** Reports includes that form a cycle (E013) or a chain of more than 16 (E014). */
export function checkIncludes(declared: Declarations, report: Report): void {
  const byName = declared.flowByName;
  const within = new Map([...byName].map(([name, flow]) => [name, includesOf(flow.body, byName)]));
  const next = (name: string) => (within.get(name) ?? []).map((stmt) => stmt.flow.text);
  const cycles = findCycles([...byName.keys()], next);
  for (const cycle of cycles) {
    const [span, ...others] = includesInCircle(cycle, within);
    if (span === undefined) continue;
    const notes = others.map((at) => ({ message: 'through this include', span: at }));
    report('E013', span, `flows include each other: ${circleText(cycle)}`, { notes });
  }
  if (cycles.length > 0) return;
  const starts = declared.actions.flatMap((action) => includesOf(action.body, byName));
  const depths = deepest(byName, within, starts);
  for (const [name, stmts] of within) {
    if (depths.get(name) !== DEEPEST) continue;
    for (const stmt of stmts) report('E014', stmt.flow.span, `more than ${DEEPEST} includes inside each other`);
  }
}

/** Where the flows of a circle that are shown include the next one. */
function includesInCircle(
  circle: readonly string[],
  within: ReadonlyMap<string, readonly IncludeStmt[]>,
): readonly Span[] {
  return shownInCircle(circle).flatMap((name) => {
    const next = circle[(circle.indexOf(name) + 1) % circle.length];
    const stmt = (within.get(name) ?? []).find((include) => include.flow.text === next);
    return stmt === undefined ? [] : [stmt.flow.span];
  });
}

/** The includes of a body that lead to a flow. */
function includesOf(body: readonly Stmt[], byName: ReadonlyMap<string, FlowDecl>): readonly IncludeStmt[] {
  const found: IncludeStmt[] = [];
  for (const stmt of statements(body)) {
    if (stmt.kind === 'include' && byName.has(stmt.flow.text)) found.push(stmt);
  }
  return found;
}

/** By flow: how many includes lead to it at most. The graph has no cycle. */
function deepest(
  byName: ReadonlyMap<string, FlowDecl>,
  within: ReadonlyMap<string, readonly IncludeStmt[]>,
  starts: readonly IncludeStmt[],
): ReadonlyMap<string, number> {
  const waiting = new Map([...byName.keys()].map((name) => [name, 0]));
  for (const stmts of within.values()) {
    for (const { flow } of stmts) waiting.set(flow.text, (waiting.get(flow.text) ?? 0) + 1);
  }
  const depths = new Map<string, number>();
  for (const { flow } of starts) depths.set(flow.text, 1);
  const ready = [...byName.keys()].filter((name) => waiting.get(name) === 0);
  for (const name of ready) {
    const depth = (depths.get(name) ?? 0) + 1;
    for (const { flow } of within.get(name) ?? []) {
      depths.set(flow.text, Math.max(depth, depths.get(flow.text) ?? 0));
      const left = (waiting.get(flow.text) ?? 0) - 1;
      waiting.set(flow.text, left);
      if (left === 0) ready.push(flow.text);
    }
  }
  return depths;
}
