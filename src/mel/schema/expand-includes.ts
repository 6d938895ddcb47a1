import type { IncludeStmt, Stmt } from '../syntax/ast.ts';
import type { FlowArgument, Lowering, Scope } from './lowering.ts';

/** A statement that stays when includes are expanded, with what its names stand for. */
export interface Expanded {
  readonly statement: Exclude<Stmt, IncludeStmt>;
  readonly scope: Scope;
  /** The include of the action that brought it. */
  readonly include: IncludeStmt | null;
}

/** Visits the statements of a body, guards of flows in place of the includes; arguments stand for parameters by expression. */
export function expandIncludes(
  lowering: Lowering,
  body: readonly Stmt[],
  scope: Scope,
  visit: (expanded: Expanded) => void,
  include: IncludeStmt | null = null,
): void {
  for (const statement of body) {
    if (lowering.excess !== null) return;
    if (statement.kind !== 'include') {
      visit({ statement, scope, include });
      continue;
    }
    const flow = lowering.flows.get(statement.flow.text);
    if (flow === undefined || !hasGuards(lowering, flow.body)) continue;
    const args = new Map<string, FlowArgument>();
    for (const [i, param] of flow.params.entries()) {
      const expr = statement.args[i];
      if (expr !== undefined) args.set(param.name.text, { expr, scope, lowered: null });
    }
    expandIncludes(lowering, flow.body, { ...scope, params: NONE, args }, visit, include ?? statement);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Whether anything is left of a body once it is expanded. Empty flows that include each other would take for ever. */
function hasGuards(lowering: Lowering, body: readonly Stmt[]): boolean {
  const known = lowering.hasGuards.get(body);
  if (known !== undefined) return known;
  lowering.hasGuards.set(body, false);
  const found = body.some(
    (statement) =>
      statement.kind !== 'include' || hasGuards(lowering, lowering.flows.get(statement.flow.text)?.body ?? []),
  );
  lowering.hasGuards.set(body, found);
  return found;
}
