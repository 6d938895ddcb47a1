import type { FlowDecl } from '../syntax/ast.ts';
import type { Influence } from './influence.ts';
import { statements, stmtExprs, within } from './walk.ts';

/** What an include of a flow brings along. */
export interface FlowFacts {
  readonly canFail: boolean;
  /** Names of computed that it reads. */
  readonly computed: ReadonlySet<string>;
}

const known = new WeakMap<FlowDecl, FlowFacts>();

/** What a flow and the flows it includes may do. */
export function flowFacts(flow: FlowDecl, flows: ReadonlyMap<string, FlowDecl>, influence: Influence): FlowFacts {
  const facts = known.get(flow) ?? gather(flow, flows, influence);
  known.set(flow, facts);
  return facts;
}

function gather(flow: FlowDecl, flows: ReadonlyMap<string, FlowDecl>, influence: Influence): FlowFacts {
  let canFail = false;
  const computed = new Set<string>();
  const reached = new Set([flow]);
  for (const current of reached) {
    for (const stmt of statements(current.body)) {
      if (stmt.kind === 'fail') canFail = true;
      const target = stmt.kind === 'include' ? flows.get(stmt.flow.text) : undefined;
      if (target !== undefined) reached.add(target);
      for (const expr of stmtExprs(stmt)) {
        for (const inner of within(expr)) {
          if (inner.kind === 'name' && influence.isComputed(inner.name)) computed.add(inner.name);
        }
      }
    }
  }
  return { canFail, computed };
}
