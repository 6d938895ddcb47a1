import type { Expr } from '../syntax/ast.ts';
import { readProperty } from './access.ts';
import { type AccessPath, accessPathOf, extendKey, pathKey } from './access-path.ts';
import { inferIndex } from './builtin-arrays.ts';
import { coalesceInto, inferConditional } from './builtin-checks.ts';
import { calledBuiltin } from './calls.ts';
import { checkCondition as checkConditionAt } from './conditions.ts';
import { hold } from './fit.ts';
import { inferArray, inferObject } from './literals.ts';
import { offerBuiltin } from './method-calls.ts';
import { inferDollar, inferItem, inferName } from './names.ts';
import { factsAt, knowsNothing } from './narrowing.ts';
import { inferBinary, inferUnary, nullishParts } from './operators.ts';
import { refine } from './refine.ts';
import { type Report, silent } from './report.ts';
import type { Scope, Typed } from './scope.ts';
import { offerShorter } from './shorter.ts';
import { type Expected, type Site, sure, UNTOLD } from './site.ts';

export type { Expected };

/**
 * The type of an expression, with every diagnostic of it. With `expected`, the value is held against that type too:
 * literal parts exactly (undeclared and missing keys), W_MAYBE_NULL where null may reach a type without null.
 */
export function inferExpr(expr: Expr, scope: Scope, report: Report, expected?: Expected): Typed {
  return infer(expr, new ExprSite(scope, report, false), expected);
}

/** The condition of a guard: boolean, and not constant. */
export function checkCondition(condition: Expr, scope: Scope, report: Report): void {
  checkConditionAt(condition, new ExprSite(scope, report, false));
}

/** The condition of a gate: boolean, never null, and not constant. */
export function checkGate(condition: Expr, scope: Scope, report: Report): void {
  checkConditionAt(condition, new ExprSite(scope, report, false), 'a gate that gives null refuses with TYPE_MISMATCH');
}

/** A class, since every scope gets one: its functions are the same for all. */
class ExprSite implements Site {
  readonly scope: Scope;
  readonly report: Report;
  readonly isSecondLook: boolean;

  constructor(scope: Scope, report: Report, isSecondLook: boolean) {
    this.scope = scope;
    this.report = report;
    this.isSecondLook = isSecondLook;
  }

  infer(expr: Expr, expected?: Expected): Typed {
    return infer(expr, this, expected);
  }

  in(scope: Scope): Site {
    return new ExprSite(scope, this.report, this.isSecondLook);
  }

  again(report: Report = silent): Site {
    return new ExprSite(this.scope, report, true);
  }
}

function infer(expr: Expr, site: Site, expected: Expected | undefined): Typed {
  switch (expr.kind) {
    case 'group':
      return infer(expr.inner, site, expected);
    case 'missing':
      if (expr.method !== undefined) offerBuiltin(expr.method, site);
      return UNTOLD;
    case 'ternary':
      offerShorter(expr, site);
      return inferConditional(expr.condition, expr.then, expr.otherwise, site, expected);
    case 'array':
      return inferArray(expr, site, expected);
    case 'object':
      return inferObject(expr, site, expected);
    case 'call':
      return inferCall(expr, site, expected);
    case 'binary':
      if (expr.operator === '??') return coalesceInto(expr, nullishParts(expr), site, expected);
  }
  const typed = inferPlain(expr, site);
  if (expected !== undefined) hold(expr, typed, expected, site);
  return typed;
}

type Plain = Exclude<Expr, { kind: 'group' | 'missing' | 'ternary' | 'array' | 'object' | 'call' }>;

function inferPlain(expr: Plain, site: Site): Typed {
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return sure({ kind: 'literal', value: expr.value });
    case 'null':
      return sure({ kind: 'primitive', type: 'null' });
    case 'name':
      return inferName(expr, site);
    case 'item':
      return inferItem(expr, site);
    case 'dollar':
      return inferDollar(expr, site);
    case 'property':
    case 'index':
      return inferPostfix(expr, site);
    case 'unary':
      return inferUnary(expr, site);
    case 'binary':
      return inferBinary(expr, site);
  }
}

function inferCall(expr: Extract<Expr, { kind: 'call' }>, site: Site, expected: Expected | undefined): Typed {
  const builtin = calledBuiltin(expr, site);
  if (builtin === null) return UNTOLD;
  offerShorter(expr, site);
  if (expected === undefined || builtin.isDirected === true) return builtin.check(expr, site, expected);
  let isToldAlready = false;
  const report: Report = (code, span, message, details) => {
    isToldAlready ||= code === expected.code;
    site.report(code, span, message, details);
  };
  const typed = builtin.check(expr, new ExprSite(site.scope, report, site.isSecondLook), expected);
  if (!isToldAlready) hold(expr, typed, expected, site);
  return typed;
}

/** A chain of `.name` and `[e]`, from the inside out: it may be long. */
function inferPostfix(expr: Extract<Expr, { kind: 'property' | 'index' }>, site: Site): Typed {
  const chain: Extract<Expr, { kind: 'property' | 'index' }>[] = [];
  let root: Expr = expr;
  while (root.kind === 'property' || root.kind === 'index') {
    chain.push(root);
    root = root.object;
  }
  let typed = infer(root, site, undefined);
  const { narrowing, types } = site.scope;
  const start: AccessPath | null = knowsNothing(narrowing) ? null : accessPathOf(root);
  let key = start === null ? null : pathKey(start);
  for (const node of chain.reverse()) {
    if (node.kind === 'property') {
      const { text, span } = node.property;
      typed = readProperty(typed, { name: text, object: node.object.span, at: span, isPlain: true }, site);
    } else typed = inferIndex(node.object, typed, node.index, site);
    const part = node.kind === 'property' ? node.property.text : literalIndex(node.index);
    key = key === null || part === null ? null : extendKey(key, part);
    if (key !== null) typed = refine(typed, factsAt(narrowing, key), types);
  }
  return typed;
}

function literalIndex(index: Expr): string | number | null {
  return index.kind === 'string' || index.kind === 'number' ? index.value : null;
}
