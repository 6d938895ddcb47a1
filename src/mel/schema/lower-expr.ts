import type { Span } from '../diagnostic.ts';
import type { BinaryOperator, Expr as Source } from '../syntax/ast.ts';
import { branch } from './branch.ts';
import { joinPath } from './get-path.ts';
import type { Expr } from './ir.ts';
import { lowerCall } from './lower-call.ts';
import { count, type FlowArgument, type Lowering, MAX_DEPTH, made, propertyOf, type Scope } from './lowering.ts';

type Chained = Extract<Source, { readonly kind: 'binary' | 'property' | 'index' | 'group' }>;
type Pair = Extract<Expr, { readonly left: Expr }>['kind'];

const PAIRS: ReadonlyMap<BinaryOperator, Pair> = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['*', 'mul'],
  ['/', 'div'],
  ['%', 'mod'],
  ['==', 'eq'],
  ['!=', 'neq'],
  ['<', 'lt'],
  ['<=', 'lte'],
  ['>', 'gt'],
  ['>=', 'gte'],
]);

/** Lowers an expression without errors. Chains of operators and postfixes may be of any length. */
export function lowerExpr(lowering: Lowering, expr: Source, scope: Scope): Expr {
  lowering.depth++;
  if (lowering.depth > lowering.deepest) lowering.deepest = lowering.depth;
  if (lowering.depth > MAX_DEPTH) lowering.excess ??= lowering.site ?? expr.span;
  const lowered = lowering.excess === null ? lowerChain(lowering, expr, scope) : NOTHING;
  lowering.depth--;
  return lowered;
}

/** Stands for what is not lowered any more, once a limit is passed. */
const NOTHING: Expr = { kind: 'lit', value: null };

function lowerChain(lowering: Lowering, expr: Source, scope: Scope): Expr {
  if (!isChained(expr)) return lowerHead(lowering, expr, scope);
  const links: Chained[] = [];
  let head: Source = expr;
  while (isChained(head)) {
    links.push(head);
    head = firstPart(head);
  }
  let lowered = lowerHead(lowering, head, scope);
  for (let link = links.pop(); link !== undefined; link = links.pop()) {
    lowered = lowerLink(lowering, link, lowered, scope);
  }
  return lowered;
}

function isChained(expr: Source): expr is Chained {
  return expr.kind === 'binary' || expr.kind === 'property' || expr.kind === 'index' || expr.kind === 'group';
}

function firstPart(link: Chained): Source {
  switch (link.kind) {
    case 'binary':
      return link.left;
    case 'group':
      return link.inner;
    default:
      return link.object;
  }
}

function lowerLink(lowering: Lowering, link: Chained, first: Expr, scope: Scope): Expr {
  switch (link.kind) {
    case 'group':
      return first;
    case 'property':
      return propertyOf(lowering, first, link.property.text, link.span);
    case 'index': {
      const index = lowerExpr(lowering, link.index, scope);
      return made(lowering, { array: first, index, kind: 'at' }, link.span);
    }
    case 'binary':
      return made(lowering, operation(link.operator, first, lowerExpr(lowering, link.right, scope)), link.span);
  }
}

function operation(operator: BinaryOperator, left: Expr, right: Expr): Expr {
  const pair = PAIRS.get(operator);
  if (pair !== undefined) return { kind: pair, left, right };
  if (operator === '??') return { args: [left, right], kind: 'coalesce' };
  return { args: [left, right], kind: operator === '&&' ? 'and' : 'or' };
}

function lowerHead(lowering: Lowering, expr: Exclude<Source, Chained>, scope: Scope): Expr {
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return made(lowering, { kind: 'lit', value: expr.value }, expr.span);
    case 'null':
    case 'missing':
      return made(lowering, { kind: 'lit', value: null }, expr.span);
    case 'name':
      return lowerName(lowering, expr.name, expr.span, scope);
    case 'item':
      return made(lowering, { kind: 'get', path: `${'^'.repeat(scope.callbacks - scope.item)}$item` }, expr.span);
    case 'dollar': {
      const root = expr.root === 'input' ? 'input' : `$${expr.root}`;
      return made(lowering, { kind: 'get', path: joinPath([root, ...expr.segments]) }, expr.span);
    }
    case 'unary': {
      const arg = lowerExpr(lowering, expr.operand, scope);
      return made(lowering, { arg, kind: expr.operator === '!' ? 'not' : 'neg' }, expr.span);
    }
    case 'ternary': {
      const cond = lowerExpr(lowering, expr.condition, scope);
      const then = lowerExpr(lowering, expr.then, scope);
      const otherwise = lowerExpr(lowering, expr.otherwise, scope);
      return made(lowering, branch(cond, then, otherwise), expr.span);
    }
    case 'call':
      return lowerCall(lowering, expr, scope);
    case 'object':
      return lowerObject(lowering, expr, scope);
    case 'array':
      return lowerArray(lowering, expr, scope);
  }
}

function lowerName(lowering: Lowering, name: string, span: Span, scope: Scope): Expr {
  const argument = scope.args.get(name);
  if (argument !== undefined) return lowerArgument(lowering, argument, span);
  return made(lowering, { kind: 'get', path: scope.params.has(name) ? `input.${name}` : name }, span);
}

function lowerArgument(lowering: Lowering, argument: FlowArgument, span: Span): Expr {
  if (argument.lowered !== null) {
    const { node, nodes, depth } = argument.lowered;
    count(lowering, nodes, span);
    lowering.deepest = Math.max(lowering.deepest, lowering.depth + depth);
    if (lowering.deepest > MAX_DEPTH) lowering.excess ??= lowering.site ?? span;
    return node;
  }
  const { nodes, deepest } = lowering;
  lowering.deepest = lowering.depth;
  const node = lowerExpr(lowering, argument.expr, argument.scope);
  argument.lowered = { node, nodes: lowering.nodes - nodes, depth: lowering.deepest - lowering.depth };
  lowering.deepest = Math.max(lowering.deepest, deepest);
  return node;
}

function lowerObject(lowering: Lowering, expr: Extract<Source, { kind: 'object' }>, scope: Scope): Expr {
  const contributors: Expr[] = [];
  let fields: (readonly [string, Expr])[] = [];
  const closeFields = () => {
    if (fields.length > 0) {
      contributors.push(made(lowering, { fields: Object.fromEntries(fields), kind: 'object' }, expr.span));
    }
    fields = [];
  };
  for (const entry of expr.entries) {
    if (entry.kind === 'field') {
      fields.push([entry.key.text, lowerExpr(lowering, entry.value, scope)]);
    } else {
      closeFields();
      contributors.push(lowerExpr(lowering, entry.operand, scope));
    }
  }
  const hasSpread = expr.entries.some((entry) => entry.kind === 'spread');
  if (!hasSpread) return made(lowering, { fields: Object.fromEntries(fields), kind: 'object' }, expr.span);
  closeFields();
  return made(lowering, { kind: 'merge', objects: contributors }, expr.span);
}

/** A list of literals is one literal, others append to an empty one. */
function lowerArray(lowering: Lowering, expr: Extract<Source, { kind: 'array' }>, scope: Scope): Expr {
  const { nodes } = lowering;
  const items = expr.elements.map((element) => lowerExpr(lowering, element, scope));
  const values = items.flatMap((item) => (item.kind === 'lit' ? [item.value] : []));
  if (values.length === items.length) {
    lowering.nodes = nodes;
    return made(lowering, { kind: 'lit', value: values }, expr.span);
  }
  const array = made(lowering, { kind: 'lit', value: [] }, expr.span);
  return made(lowering, { array, items, kind: 'append' }, expr.span);
}
