import { appendAll } from '../../base/append-all.ts';
import type { Expr, Path, Stmt } from '../syntax/ast.ts';
import type { AccessPath, PathPart } from './access-path.ts';
import { inside } from './expr-parts.ts';
import { pathExprs } from './paths.ts';

/** An expression and everything inside it, however deep, each before what it holds. */
export function within(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const pending: Expr[] = [expr];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next);
    const inner = inside(next);
    for (let index = inner.length - 1; index >= 0; index--) {
      const child = inner[index];
      if (child !== undefined) pending.push(child);
    }
  }
  return found;
}

/** A path that is read, where it stands. */
export interface Read {
  readonly path: AccessPath;
  readonly expr: Expr;
}

/** The longest paths below bare names that an expression reads. */
export function readsOf(expr: Expr): readonly Read[] {
  const reads: Read[] = [];
  const pending: Expr[] = [expr];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const chain = unroll(next);
    if (chain.root.kind === 'name')
      reads.push({ path: { root: chain.root.name, parts: chain.parts }, expr: chain.root });
    else if (chain.root === next) appendAll(pending, inside(next));
    else pending.push(chain.root);
    appendAll(pending, chain.indexes);
  }
  return reads;
}

function unroll(expr: Expr): {
  readonly root: Expr;
  readonly parts: readonly PathPart[];
  readonly indexes: readonly Expr[];
} {
  const parts: PathPart[] = [];
  const indexes: Expr[] = [];
  let root = expr;
  while (root.kind === 'property' || root.kind === 'index' || root.kind === 'group') {
    if (root.kind === 'group') {
      root = root.inner;
      continue;
    }
    if (root.kind === 'property') parts.push(root.property.text);
    else {
      const { index } = root;
      parts.push(index.kind === 'string' || index.kind === 'number' ? index.value : null);
      indexes.push(index);
    }
    root = root.object;
  }
  return { root, parts: parts.reverse(), indexes };
}

/** Every statement of a body, nested ones included, in source order. */
export function statements(body: readonly Stmt[]): readonly Stmt[] {
  const found: Stmt[] = [];
  const gather = (stmts: readonly Stmt[]) => {
    for (const stmt of stmts) {
      found.push(stmt);
      if ('body' in stmt) gather(stmt.body);
    }
  };
  gather(body);
  return found;
}

/** The expressions that stand in one statement itself, not in its body. */
export function stmtExprs(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'when':
      return [stmt.condition];
    case 'once':
      return [...pathExprs(stmt.marker), ...optional(stmt.condition)];
    case 'onceIntent':
      return optional(stmt.condition);
    case 'include':
      return stmt.args;
    case 'patch':
      return [...pathExprs(stmt.target), ...('value' in stmt.operation ? [stmt.operation.value] : [])];
    case 'effect':
      return stmt.args.flatMap((arg) => (arg.kind === 'path' ? pathExprs(arg.path) : [arg.value]));
    case 'fail':
      return optional(stmt.message);
    case 'stop':
      return [];
  }
}

/** The paths into the state that one statement names. */
export function stmtPaths(stmt: Stmt): readonly Path[] {
  if (stmt.kind === 'once') return [stmt.marker];
  if (stmt.kind === 'patch') return [stmt.target];
  if (stmt.kind === 'effect') return stmt.args.flatMap((arg) => (arg.kind === 'path' ? [arg.path] : []));
  return [];
}

function optional(expr: Expr | null): readonly Expr[] {
  return expr === null ? [] : [expr];
}

/** Whether a write to one path may change what the other reads: one leads through the other. */
export function touches(a: AccessPath, b: AccessPath): boolean {
  if (a.root !== b.root) return false;
  const shared = Math.min(a.parts.length, b.parts.length);
  for (let index = 0; index < shared; index++) {
    const left = a.parts[index] ?? null;
    const right = b.parts[index] ?? null;
    if (left !== null && right !== null && left !== right) return false;
  }
  return true;
}
