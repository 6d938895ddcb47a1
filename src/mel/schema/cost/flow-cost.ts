import { unreachable } from '../../../base/unreachable.ts';
import { splitPath } from '../get-path.ts';
import type { EffectParam, Expr, Flow, PathSegment } from '../ir.ts';
import { type CostScope, exprCost, inElement } from './expr-cost.ts';
import { constant, largest, logarithm, ONE, type Polynomial, product, sum, sumOf, ZERO } from './polynomial.ts';
import { BEYOND, either, joinedSize, listSize, MAX_DEPTH, type Size, writtenSize } from './size.ts';

type Effect = Extract<Flow, { readonly kind: 'effect' }>;
type Patch = Extract<Flow, { readonly kind: 'patch' }>;

/** Built-in effects: what is evaluated for each element of their source. */
const PER_ELEMENT = ['where', 'select', 'by'];

export interface FlowCost {
  readonly steps: Polynomial;
  /** The scope of what follows. */
  readonly scope: CostScope;
}

/** What one pass through a flow takes at most, and what it leaves. */
export function passCost(flow: Flow, scope: CostScope): FlowCost {
  return flowCost(flow, scope, new Set());
}

function flowCost(flow: Flow, scope: CostScope, callers: ReadonlySet<string>): FlowCost {
  switch (flow.kind) {
    case 'seq': {
      let steps = ZERO;
      let inner = scope;
      for (const step of flow.steps) {
        const cost = flowCost(step, inner, callers);
        steps = sum(steps, cost.steps);
        inner = cost.scope;
      }
      return { steps, scope: inner };
    }
    case 'if': {
      const cond = exprCost(flow.cond, scope).steps;
      const then = flowCost(flow.then, scope, callers);
      const otherwise = flow.else === undefined ? { steps: ZERO, scope } : flowCost(flow.else, scope, callers);
      return {
        steps: sum(cond, largest(then.steps, otherwise.steps)),
        scope: eitherScope(then.scope, otherwise.scope, scope),
      };
    }
    case 'causalGuard': {
      const body = flowCost(flow.body, scope, callers);
      return { steps: sum(ONE, body.steps), scope: eitherScope(body.scope, scope, scope) };
    }
    case 'patch':
      return patchCost(flow, scope);
    case 'effect':
      return effectCost(flow, scope);
    case 'halt':
      return { steps: ONE, scope };
    case 'fail': {
      const message = flow.message === undefined ? ZERO : exprCost(flow.message, scope).steps;
      return { steps: sum(ONE, message), scope };
    }
    case 'call': {
      const { actions } = scope.schema;
      const called = Object.hasOwn(actions, flow.flow) ? actions[flow.flow] : undefined;
      if (called === undefined || callers.has(flow.flow)) return { steps: ONE, scope };
      const inner = flowCost(called.flow, scope, new Set([...callers, flow.flow]));
      return { steps: sum(ONE, inner.steps), scope: inner.scope };
    }
    default:
      return unreachable(flow);
  }
}

/** After statements that may have run or not. */
function eitherScope(one: CostScope, other: CostScope, before: CostScope): CostScope {
  if (one.written === before.written && other.written === before.written) return before;
  const names = new Set([...one.written.keys(), ...other.written.keys()]);
  const written = new Map(
    [...names].map((name) => [name, either(stateSize(one, name), stateSize(other, name))] as const),
  );
  return { ...before, written };
}

function stateSize(scope: CostScope, name: string): Size {
  return exprCost({ kind: 'get', path: name }, scope).size;
}

function patchCost(flow: Patch, scope: CostScope): FlowCost {
  const value = exprCost(flow.value ?? { kind: 'lit', value: null }, scope);
  const steps = sum(
    ONE,
    flow.value === undefined ? ZERO : value.steps,
    segmentCost(flow.path, scope),
    value.size.all(),
  );
  if (flow.op === 'unset') return { steps, scope };
  return { steps, scope: afterWrite(flow.path, value.size, flow.op, scope) };
}

function segmentCost(segments: readonly PathSegment[], scope: CostScope): Polynomial {
  return sumOf(segments.map((segment) => (segment.kind === 'expr' ? exprCost(segment.expr, scope).steps : ZERO)));
}

function afterWrite(
  [root, ...rest]: readonly PathSegment[],
  value: Size,
  op: 'set' | 'merge',
  scope: CostScope,
): CostScope {
  if (root?.kind !== 'prop') return scope;
  const size = rest.length > MAX_DEPTH ? BEYOND : written(stateSize(scope, root.name), rest, value, op, scope);
  return { ...scope, written: new Map(scope.written).set(root.name, size) };
}

/** A size after something was written below it. */
function written(
  size: Size,
  [next, ...rest]: readonly PathSegment[],
  value: Size,
  op: 'set' | 'merge',
  scope: CostScope,
): Size {
  if (next === undefined) return op === 'set' ? value : joinedSize('object', sum(size.n, value.n), [size, value]);
  const name = next.kind === 'prop' ? next.name : null;
  const inner = name === null ? size.element() : size.property(name);
  const key = name === null ? keyOf(next, scope) : constant(name.length);
  return writtenSize(size, name, key, rest.length === 0 ? ONE : ZERO, written(inner, rest, value, op, scope));
}

/** How long a key is at most that is known only when it is reached. */
function keyOf(segment: PathSegment, scope: CostScope): Polynomial {
  return segment.kind === 'expr' ? exprCost(segment.expr, scope).size.text() : ZERO;
}

function effectCost(flow: Effect, scope: CostScope): FlowCost {
  const source = flow.params.source;
  if (!/^(array|record)\./.test(flow.type) || source === undefined || source.kind === 'path') {
    return { steps: sumOf([ONE, ...Object.values(flow.params).map((param) => paramCost(param, scope))]), scope };
  }
  const list = exprCost(source, scope);
  const inner = inElement(scope, list.size);
  const parts = Object.entries(flow.params).filter(([name]) => name !== 'source');
  const each = parts.flatMap(([name, param]) => (PER_ELEMENT.includes(name) ? [exprOf(param, inner)] : []));
  const others = parts.map(([name, param]) => (PER_ELEMENT.includes(name) ? ZERO : paramCost(param, scope)));
  const { n } = list.size;
  const sorting = flow.type === 'array.sort' ? product(n, logarithm(n)) : ZERO;
  const result = builtInSize(flow.type, list.size, each[0]?.size ?? list.size);
  const walked = sumOf([ONE, ...each.map((cost) => cost.steps)]);
  const steps = sumOf([ONE, list.steps, product(n, walked), sorting, result.all(), ...others]);
  return { steps, scope: afterEffect(flow, result, scope) };
}

function exprOf(param: EffectParam, scope: CostScope) {
  const expr: Expr = param.kind === 'path' ? { kind: 'lit', value: null } : param;
  return exprCost(expr, scope);
}

function paramCost(param: EffectParam, scope: CostScope): Polynomial {
  return param.kind === 'path' ? segmentCost(param.segments, scope) : exprCost(param, scope).steps;
}

/** What a built-in effect writes: no more than its source and what it computes for each element, a few times over. */
function builtInSize(type: string, source: Size, each: Size): Size {
  const pieces = either(source, each, source.element(), each.element());
  const n = type === 'array.flatMap' ? product(source.n, largest(ONE, each.n)) : source.n;
  return listSize(n, () => pieces, pieces.depth);
}

function afterEffect(flow: Effect, result: Size, scope: CostScope): CostScope {
  let after = scope;
  for (const name of ['into', 'pass', 'fail']) {
    const target = Object.hasOwn(flow.params, name) ? flow.params[name] : undefined;
    if (target?.kind === 'path') after = afterWrite(target.segments, result, 'set', after);
    if (target?.kind === 'lit' && typeof target.value === 'string') {
      const segments = splitPath(target.value).map((segment): PathSegment => ({ kind: 'prop', name: segment }));
      after = afterWrite(segments, result, 'set', after);
    }
  }
  return after;
}
