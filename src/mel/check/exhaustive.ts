import type { Expr } from '../syntax/ast.ts';
import { accessPathOf, pathKey } from './access-path.ts';
import { literalsOf } from './discriminant.ts';
import { literalValue, operands, unwrapGroup } from './expr-parts.ts';
import type { Typed } from './scope.ts';
import type { Site } from './site.ts';
import { alternatives, type Literal, primitiveKind } from './type.ts';

/** Any value that no literal of the conditions names. */
const OTHER = Symbol('other');
type Value = Literal | typeof OTHER;
type Assignment = ReadonlyMap<string, Value>;
type Formula = (assignment: Assignment) => boolean;

const MOST_ASSIGNMENTS = 256;

interface Atoms {
  readonly site: Site;
  /** The values a path can take; an open set grows by what the path is compared with. */
  readonly domains: Map<string, { readonly values: Set<Value>; readonly isOpen: boolean }>;
}

/** Whether one of the conditions holds whatever the values of the paths in them (10.3). */
export function isExhaustive(conditions: readonly Expr[], site: Site): boolean {
  const atoms: Atoms = { site, domains: new Map() };
  const formulas: Formula[] = [];
  for (const condition of conditions) {
    const formula = read(condition, atoms);
    if (formula !== null) formulas.push(formula);
  }
  const domains = [...atoms.domains].map(([key, { values }]) => [key, [...values]] as const);
  const count = domains.reduce((product, [, values]) => product * values.length, 1);
  if (formulas.length === 0 || count > MOST_ASSIGNMENTS) return false;
  for (let index = 0; index < count; index++) {
    const assignment = pick(domains, index);
    if (!formulas.some((formula) => formula(assignment))) return false;
  }
  return true;
}

function pick(domains: readonly (readonly [string, readonly Value[]])[], index: number): Assignment {
  const assignment = new Map<string, Value>();
  let rest = index;
  for (const [key, values] of domains) {
    assignment.set(key, values[rest % values.length] ?? null);
    rest = Math.floor(rest / values.length);
  }
  return assignment;
}

/** The condition as a function of what its paths hold; null if it has a form that is not followed. */
function read(condition: Expr, atoms: Atoms): Formula | null {
  const expr = unwrapGroup(condition);
  if (expr.kind === 'boolean') return () => expr.value;
  if (expr.kind === 'unary') return expr.operator === '!' ? negate(read(expr.operand, atoms)) : null;
  if (expr.kind === 'binary') {
    if (expr.operator === '&&' || expr.operator === '||')
      return join(operands(expr, expr.operator), expr.operator === '&&', atoms);
    if (expr.operator === '==') return readEquality(expr.left, expr.right, atoms);
    if (expr.operator === '!=') return negate(readEquality(expr.left, expr.right, atoms));
    return null;
  }
  if (expr.kind === 'call') return readCall(expr, atoms);
  const key = atom(expr, atoms, 'boolean');
  return key === null ? null : (assignment) => assignment.get(key) === true;
}

function readCall(expr: Extract<Expr, { kind: 'call' }>, atoms: Atoms): Formula | null {
  const [first, second] = expr.args;
  if (first === undefined) return null;
  switch (expr.callee.text) {
    case 'and':
    case 'or':
      return join(expr.args, expr.callee.text === 'and', atoms);
    case 'not':
      return negate(read(first, atoms));
    case 'eq':
      return second === undefined ? null : readEquality(first, second, atoms);
    case 'neq':
      return second === undefined ? null : negate(readEquality(first, second, atoms));
    case 'isNull':
    case 'isNotNull': {
      const isNull = expr.callee.text === 'isNull';
      return atom(first, atoms) === null ? null : () => !isNull;
    }
    default:
      return null;
  }
}

function join(parts: readonly Expr[], isAnd: boolean, atoms: Atoms): Formula | null {
  const formulas: Formula[] = [];
  for (const part of parts) {
    const formula = read(part, atoms);
    if (formula === null) return null;
    formulas.push(formula);
  }
  return (assignment) =>
    isAnd ? formulas.every((formula) => formula(assignment)) : formulas.some((formula) => formula(assignment));
}

function negate(formula: Formula | null): Formula | null {
  return formula === null ? null : (assignment) => !formula(assignment);
}

function readEquality(left: Expr, right: Expr, atoms: Atoms): Formula | null {
  const isMirrored = literalValue(left) !== undefined || unwrapGroup(left).kind === 'null';
  const [subject, other] = isMirrored ? [right, left] : [left, right];
  const key = atom(subject, atoms);
  if (key === null) return null;
  if (unwrapGroup(other).kind === 'null') return () => false;
  const value = literalValue(other);
  if (value === undefined) return null;
  const domain = atoms.domains.get(key);
  if (domain?.isOpen) domain.values.add(value);
  return (assignment) => assignment.get(key) === value;
}

/** The key of a path of a primitive type that is never null, its values noted; null for anything else. */
function atom(expr: Expr, atoms: Atoms, kind?: 'boolean'): string | null {
  const path = accessPathOf(expr);
  if (path === null || path.parts.some((part) => typeof part === 'number') || holdsIndex(expr)) return null;
  const typed: Typed = atoms.site.again().infer(expr);
  if (typed.maybeNull !== null) return null;
  const members = alternatives(typed.type, atoms.site.scope.types);
  const kinds = new Set(members.map((member) => primitiveKind(member) ?? null));
  if (members.length === 0 || kinds.has(null) || (kind !== undefined && (kinds.size > 1 || !kinds.has(kind))))
    return null;
  const key = pathKey(path);
  if (!atoms.domains.has(key)) {
    const literals = literalsOf(typed.type, atoms.site.scope.types);
    const isBoolean = kinds.size === 1 && kinds.has('boolean');
    const values: readonly Value[] = literals ?? (isBoolean ? [true, false] : [OTHER]);
    atoms.domains.set(key, { values: new Set(values), isOpen: literals === null && !isBoolean });
  }
  return key;
}

function holdsIndex(expr: Expr): boolean {
  let current = expr;
  while (current.kind === 'property' || current.kind === 'group') {
    current = current.kind === 'property' ? current.object : current.inner;
  }
  return current.kind === 'index';
}
