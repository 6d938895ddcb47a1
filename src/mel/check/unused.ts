import { appendAll } from '../../base/append-all.ts';
import type { ActionDecl, Domain, Expr, FlowDecl, Name, Path, TypeExpr } from '../syntax/ast.ts';
import type { Declarations } from './declarations.ts';
import type { Report } from './report.ts';
import { statements, stmtExprs, stmtPaths, within } from './walk.ts';

/**
 * Warns of types, flows, parameters and context fields that nothing uses, and of state that is neither read nor patched.
 * Names that a misspelt one seems to mean count as used.
 */
export function reportUnused(domain: Domain, declared: Declarations, meant: ReadonlySet<string>, report: Report): void {
  const tell = (what: string, name: Name) => {
    if (!meant.has(name.text)) report('W_UNUSED', name.span, `${what} \`${name.text}\` is never used`);
  };
  const names = new Set<string>();
  const context = new Set<string>();
  let isContextWhole = false;
  const look = (expr: Expr, params: ReadonlySet<string>, used: Set<string>) => {
    for (const inner of within(expr)) {
      if (inner.kind === 'name') (params.has(inner.name) ? used : names).add(inner.name);
      if (inner.kind !== 'dollar') continue;
      const [first] = inner.segments;
      if (inner.root === 'context' && first === undefined) isContextWhole = true;
      if (first === undefined) continue;
      if (inner.root === 'context') context.add(first);
      if (inner.root === 'input') used.add(first);
    }
  };
  const none = new Set<string>();
  for (const { expr } of declared.computed) look(expr, none, none);
  for (const owner of [...declared.actions, ...declared.flows]) {
    const params = new Set(owner.params.map((param) => param.name.text));
    const used = new Set<string>();
    const { exprs, paths } = contentOf(owner);
    for (const expr of exprs) look(expr, params, used);
    for (const path of paths) names.add(path.root.text);
    for (const { name } of owner.params) if (!used.has(name.text)) tell('parameter', name);
  }
  for (const { field } of declared.fields) if (!names.has(field.name.text)) tell('state field', field.name);
  for (const member of domain.members) {
    if (member.kind !== 'context' || isContextWhole) continue;
    for (const { name } of member.fields) if (!context.has(name.text)) tell('context field', name);
  }
  const included = includedFlows(declared);
  for (const flow of declared.flows) if (!included.has(flow.name.text)) tell('flow', flow.name);
  const mentioned = mentionedTypes(domain);
  for (const member of domain.members) {
    if (member.kind === 'type' && !mentioned.has(member.name.text)) tell('type', member.name);
  }
}

function contentOf(owner: ActionDecl | FlowDecl): { readonly exprs: readonly Expr[]; readonly paths: readonly Path[] } {
  const exprs: Expr[] = [];
  const paths: Path[] = [];
  if (owner.kind === 'action') {
    if (owner.available !== null) exprs.push(owner.available);
    if (owner.dispatchable !== null) exprs.push(owner.dispatchable);
  }
  for (const stmt of statements(owner.body)) {
    appendAll(exprs, stmtExprs(stmt));
    appendAll(paths, stmtPaths(stmt));
  }
  return { exprs, paths };
}

function includedFlows(declared: Declarations): ReadonlySet<string> {
  const included = new Set<string>();
  for (const owner of [...declared.actions, ...declared.flows]) {
    for (const stmt of statements(owner.body)) {
      if (stmt.kind === 'include' && stmt.flow.text !== owner.name.text) included.add(stmt.flow.text);
    }
  }
  return included;
}

/** Names of types that stand anywhere but in their own declaration. */
function mentionedTypes(domain: Domain): ReadonlySet<string> {
  const mentioned = new Set<string>();
  const look = (type: TypeExpr, own: string | null) => {
    const pending: TypeExpr[] = [type];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.kind === 'name' && next.name !== own) mentioned.add(next.name);
      else if (next.kind === 'array') pending.push(next.element);
      else if (next.kind === 'record') pending.push(next.key, next.value);
      else if (next.kind === 'union') appendAll(pending, next.members);
      else if (next.kind === 'object') for (const field of next.fields) pending.push(field.type);
    }
  };
  for (const member of domain.members) {
    if (member.kind === 'type') look(member.type, member.name.text);
    else if (member.kind === 'state' || member.kind === 'context')
      for (const field of member.fields) look(field.type, null);
    else if (member.kind !== 'computed') for (const param of member.params) look(param.type, null);
  }
  return mentioned;
}
