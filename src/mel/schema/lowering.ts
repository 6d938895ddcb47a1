import type { Span } from '../diagnostic.ts';
import type { FlowDecl, Expr as Source, Stmt } from '../syntax/ast.ts';
import { escapeSegment } from './get-path.ts';
import type { Expr, Flow } from './ir.ts';

export type Call = Extract<Source, { readonly kind: 'call' }>;

/** A lowered schema has at most this many nodes, counted with every repetition. */
export const MAX_NODES = 200_000;

/** Expressions that flow arguments nest into each other may be this deep. */
export const MAX_DEPTH = 600;

/** Where the nodes of a schema were written; by the nodes themselves, which may stand in several places. */
export interface NodeSources {
  readonly spans: Map<object, Span>;
  /** Of statements that came out of a flow: the include. */
  readonly includes: Map<object, Span>;
}

/** What one lowering knows and counts. */
export interface Lowering {
  /** Lowers a part of an expression: calls and expressions hold each other. */
  readonly lowerExpr: (lowering: Lowering, expr: Source, scope: Scope) => Expr;
  readonly flows: ReadonlyMap<string, FlowDecl>;
  /** Whether guards are left of a body once its includes are expanded. */
  readonly hasGuards: Map<readonly Stmt[], boolean>;
  /** Where nodes come from; null: nobody asked. */
  readonly sources: NodeSources | null;
  nodes: number;
  /** Expressions around the current one, and the most of them since an argument was begun. */
  depth: number;
  deepest: number;
  /** The call or include that is being lowered. */
  site: Span | null;
  /** Set once a limit is passed; what is lowered afterwards is of no use. */
  excess: Span | null;
}

/** What names stand for at a place. */
export interface Scope {
  /** Parameters of the action. */
  readonly params: ReadonlySet<string>;
  /** Parameters of the flow. */
  readonly args: ReadonlyMap<string, FlowArgument>;
  /** Callbacks of the lowered form around this place. */
  readonly callbacks: number;
  /** The one of them, counted from 1, whose element `$item` is; 0: none. */
  readonly item: number;
}

/** An argument of an include, lowered when it is first needed and shared from then on. */
export interface FlowArgument {
  readonly expr: Source;
  readonly scope: Scope;
  lowered: { readonly node: Expr; readonly nodes: number; readonly depth: number } | null;
}

/** Keeps where a node came from, and counts it. */
export function made<Node extends Expr | Flow>(lowering: Lowering, node: Node, span: Span): Node {
  lowering.sources?.spans.set(node, span);
  count(lowering, 1, span);
  return node;
}

/** Counts nodes that are written out once more. */
export function count(lowering: Lowering, nodes: number, span: Span): void {
  lowering.nodes += nodes;
  if (lowering.nodes > MAX_NODES) lowering.excess ??= lowering.site ?? span;
}

/** Lowers the inside of a call or include, which is blamed where a limit is passed. */
export function within<Result>(lowering: Lowering, site: Span, lower: () => Result): Result {
  const outer = lowering.site;
  lowering.site = site;
  const result = lower();
  lowering.site = outer;
  return result;
}

/** Inside a callback that the source wrote: `$item` is its element. */
export function inCallback(scope: Scope): Scope {
  return { ...scope, callbacks: scope.callbacks + 1, item: scope.callbacks + 1 };
}

/** Inside a callback that only the lowered form has: `$item` stays what it was. */
export function inHiddenCallback(scope: Scope): Scope {
  return { ...scope, callbacks: scope.callbacks + 1 };
}

export function literal(lowering: Lowering, value: null | number, span: Span): Expr {
  return made(lowering, { kind: 'lit', value }, span);
}

/** The nth argument, lowered. */
export function lowerArg(lowering: Lowering, call: Call, index: number, scope: Scope): Expr {
  return lowerOr(lowering, call.args[index], scope, call.span);
}

/** A part that well-formed sugar has, lowered. */
export function lowerOr(lowering: Lowering, expr: Source | undefined, scope: Scope, span: Span): Expr {
  return expr === undefined ? literal(lowering, null, span) : lowering.lowerExpr(lowering, expr, scope);
}

/**
 * A property of a lowered object: a longer path where it is a path. `input` alone is a state field or computed of that name,
 * whose properties must not look like parameters.
 */
export function propertyOf(lowering: Lowering, object: Expr, property: string, span: Span): Expr {
  if (object.kind !== 'get' || object.path === 'input') {
    return made(lowering, { kind: 'field', object, property }, span);
  }
  const longer: Expr = { kind: 'get', path: `${object.path}.${escapeSegment(property)}` };
  lowering.sources?.spans.set(longer, span);
  return longer;
}
