import { splitPath } from '../get-path.ts';
import type { Expr, Schema, TypeDef } from '../ir.ts';
import { partsOf } from '../parts.ts';
import { constant, largest, ONE, type Polynomial, product, sum, sumOf, ZERO } from './polynomial.ts';
import {
  callerText,
  either,
  eitherOf,
  joinedSize,
  listSize,
  literalSize,
  objectSize,
  placeSize,
  SCALAR,
  type Size,
  textSize,
} from './size.ts';

/** What an expression takes at most, and how large its value is at most. */
export interface Cost {
  readonly steps: Polynomial;
  readonly size: Size;
}

/** What names stand for while costs are counted. */
export interface CostScope {
  readonly schema: Schema;
  readonly params: ReadonlyMap<string, TypeDef>;
  /** The elements of the callbacks around, the innermost last. */
  readonly items: readonly Size[];
  /** State that was written before, and computed values over it, by name. */
  readonly written: ReadonlyMap<string, Size>;
  /** The name of the action; null outside of one. */
  readonly action: string | null;
}

const ITEM = /^(\^*)\$item$/;

/** Builtins that go through what they are given. */
const WALKING: ReadonlySet<Expr['kind']> = new Set<Expr['kind']>([
  'concat',
  'append',
  'slice',
  'reverse',
  'unique',
  'flat',
  'includes',
  'merge',
  'keys',
  'values',
  'entries',
  'pick',
  'omit',
  'fromEntries',
  'split',
  'replace',
  'toString',
  'toNumber',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'substring',
  'startsWith',
  'endsWith',
  'strIncludes',
  'indexOf',
  'strLen',
  'sumArray',
  'minArray',
  'maxArray',
]);

/** The bound of an expression by section 26.1. Chains of any length work. */
export function exprCost(root: Expr, scope: CostScope): Cost {
  const spine: Expr[] = [];
  let head: Expr | undefined = root;
  while (head !== undefined) {
    spine.push(head);
    head = spineOf(head);
  }
  let first: Cost = { steps: ZERO, size: SCALAR };
  for (let expr = spine.pop(); expr !== undefined; expr = spine.pop()) first = nodeCost(expr, first, scope);
  return first;
}

/** The part of a node that chains grow along. */
function spineOf(expr: Expr): Expr | undefined {
  return expr.kind === 'if' ? expr.else : partsOf(expr)[0];
}

function nodeCost(expr: Expr, first: Cost, scope: CostScope): Cost {
  switch (expr.kind) {
    case 'lit':
      return { steps: ONE, size: literalSize(expr.value) };
    case 'get':
      return { steps: ONE, size: readSize(expr.path, scope) };
    case 'if': {
      const cond = exprCost(expr.cond, scope);
      const then = exprCost(expr.then, scope);
      return { steps: sum(ONE, cond.steps, largest(then.steps, first.steps)), size: either(then.size, first.size) };
    }
    case 'filter':
    case 'find':
    case 'every':
    case 'some':
      return callbackCost(expr.kind, first, exprCost(expr.predicate, inElement(scope, first.size)));
    case 'map':
      return callbackCost('map', first, exprCost(expr.mapper, inElement(scope, first.size)));
    default: {
      const parts = partsOf(expr);
      const costs = parts.map((part, i) => (i === 0 ? first : exprCost(part, scope)));
      const size = resultSize(
        expr,
        costs.map((cost) => cost.size),
      );
      const steps = sumOf([ONE, ...costs.map((cost) => cost.steps)]);
      if (!WALKING.has(expr.kind)) return { steps, size };
      const walked = costs.map((cost) =>
        expr.kind === 'toString' && cost.size.kind !== 'scalar' ? cost.size.text() : cost.size.n,
      );
      return { steps: sumOf([steps, ...walked, size.n]), size };
    }
  }
}

export function inElement(scope: CostScope, list: Size): CostScope {
  return { ...scope, items: [...scope.items, list.element()] };
}

function callbackCost(kind: 'filter' | 'find' | 'every' | 'some' | 'map', array: Cost, body: Cost): Cost {
  const steps = sum(ONE, array.steps, product(array.size.n, body.steps));
  switch (kind) {
    case 'filter':
      return { steps, size: array.size };
    case 'find':
      return { steps, size: array.size.element() };
    case 'map':
      return { steps, size: listSize(array.size.n, () => body.size, body.size.depth) };
    default:
      return { steps, size: SCALAR };
  }
}

function readSize(path: string, scope: CostScope): Size {
  const { schema } = scope;
  const [head = '', ...rest] = splitPath(path);
  const item = ITEM.exec(head);
  if (item !== null) return below(scope.items.at(-1 - (item[1] ?? '').length) ?? SCALAR, rest);
  const [name = '', ...inner] = rest;
  if (head === 'input' && rest.length > 0) {
    return below(placeSize(schema, { parent: 'input', step: name }, scope.params.get(name)), inner);
  }
  if (head === '$context') {
    const fields = schema.context?.fields ?? {};
    const type = Object.hasOwn(fields, name) ? fields[name]?.type : undefined;
    return below(placeSize(schema, { parent: 'context', step: name }, type), inner);
  }
  if (head === '$runtime') return runtimeSize(rest.join('.'), scope);
  const written = scope.written.get(head);
  if (written !== undefined) return below(written, rest);
  const type = Object.hasOwn(schema.state.fields, head) ? schema.state.fields[head]?.type : undefined;
  return below(placeSize(schema, { parent: 'domain', step: head }, type), rest);
}

function below(size: Size, path: readonly string[]): Size {
  return path.reduce((inner, name) => inner.property(name), size);
}

function runtimeSize(path: string, { action }: CostScope): Size {
  switch (path) {
    case 'time.timestamp':
      return SCALAR;
    case 'time.iso':
      return textSize(constant(27));
    case 'random.uuid':
      return textSize(constant(36));
    case 'intent.action':
      return textSize(constant(action?.length ?? 0));
    case 'random.seed':
      return callerText('$runtime.random.seed', ({ seed, intentId }) => seed ?? intentId);
    default:
      return callerText(`$runtime.${path}`, ({ intentId }) => intentId);
  }
}

function resultSize(expr: Expr, sizes: readonly Size[]): Size {
  const [first = SCALAR] = sizes;
  switch (expr.kind) {
    case 'slice':
    case 'reverse':
    case 'unique':
    case 'pick':
    case 'omit':
      return first;
    case 'append':
      return joinedSize('list', sum(first.n, constant(expr.items.length)), [first], sizes.slice(1));
    case 'concat':
      return concatSize(sizes);
    case 'merge':
      return joinedSize('object', sumOf(sizes.map(({ n }) => n)), sizes);
    case 'fromEntries':
      return { ...joinedSize('object', first.n, [first.element()]), key: () => first.element().element().text() };
    case 'flat': {
      const element = first.element();
      const inner = either(element.kind === 'list' ? SCALAR : element, element.element());
      return listSize(product(first.n, largest(ONE, element.n)), () => inner);
    }
    case 'split':
      return listSize(sum(first.n, ONE), () => textSize(first.n));
    case 'keys':
      return listSize(sum(first.n, ONE), () => textSize(first.key()));
    case 'values':
      return listSize(sum(first.n, ONE), () => first.element());
    case 'entries':
      return listSize(sum(first.n, ONE), () =>
        listSize(constant(2), () => either(textSize(first.key()), first.element())),
      );
    case 'object':
      return objectSize(Object.fromEntries(Object.keys(expr.fields).map((name, i) => [name, sizes[i] ?? SCALAR])));
    case 'coalesce':
      return eitherOf(sizes);
    case 'at':
    case 'first':
    case 'last':
      return first.element();
    case 'field':
      return first.property(expr.property);
    case 'trim':
    case 'substring':
      return textSize(first.text());
    case 'toLowerCase':
    case 'toUpperCase':
      return textSize(product(constant(3), first.text()));
    case 'toString':
      return textSize(first.text());
    case 'replace':
      return textSize(sumOf(sizes.map((size) => size.text())));
    case 'typeof':
      return textSize(constant('boolean'.length));
    default:
      return SCALAR;
  }
}

/** Lists become a list, other values a text; where that is not known, large enough for both. */
function concatSize(sizes: readonly Size[]): Size {
  const isList = sizes.some(({ kind }) => kind === 'list');
  const text = textSize(sumOf(sizes.map((size) => size.text())));
  if (!isList && sizes.every(({ kind }) => kind !== 'any')) return text;
  const lists = sizes.filter(({ kind }) => kind === 'list' || kind === 'any');
  const values = sizes.filter(({ kind }) => kind !== 'list');
  const joined = joinedSize('list', sumOf([...lists.map(({ n }) => n), constant(values.length)]), lists, values);
  return isList ? joined : either(joined, text);
}
