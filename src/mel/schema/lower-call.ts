import { branch } from './branch.ts';
import { BUILTIN_NODES } from './builtin-nodes.ts';
import type { Expr } from './ir.ts';
import { lowerArgSelection, lowerMatch } from './lower-selection.ts';
import {
  type Call,
  count,
  inCallback,
  inHiddenCallback,
  type Lowering,
  literal,
  lowerArg,
  made,
  propertyOf,
  type Scope,
  within,
} from './lowering.ts';

type LowerCall = (lowering: Lowering, call: Call, scope: Scope) => Expr;

const SPECIAL: ReadonlyMap<string, LowerCall> = new Map<string, LowerCall>([
  ['filter', (lowering, call, scope) => predicateCall(lowering, 'filter', call, scope)],
  ['find', (lowering, call, scope) => predicateCall(lowering, 'find', call, scope)],
  ['every', (lowering, call, scope) => predicateCall(lowering, 'every', call, scope)],
  ['some', (lowering, call, scope) => predicateCall(lowering, 'some', call, scope)],
  ['map', mapCall],
  ['field', fieldCall],
  ['isNotNull', isNotNullCall],
  ['absDiff', absDiff],
  ['clamp', clamp],
  ['idiv', idiv],
  ['streak', streak],
  ['match', lowerMatch],
  ['argmax', (lowering, call, scope) => lowerArgSelection(lowering, call, scope, 'gt', 'gte')],
  ['argmin', (lowering, call, scope) => lowerArgSelection(lowering, call, scope, 'lt', 'lte')],
  ['findById', findById],
  ['existsById', existsById],
  ['updateById', updateById],
  ['removeById', removeById],
]);

/** Lowers a call of a builtin or of sugar that has the right form. */
export function lowerCall(lowering: Lowering, call: Call, scope: Scope): Expr {
  return within(lowering, call.callee.span, () => {
    const special = SPECIAL.get(call.callee.text);
    if (special !== undefined) return special(lowering, call, scope);
    const args = call.args.map((arg) => lowering.lowerExpr(lowering, arg, scope));
    const node = BUILTIN_NODES.get(call.callee.text)?.(args) ?? { kind: 'lit', value: null };
    return made(lowering, node, call.span);
  });
}

function predicateCall(lowering: Lowering, kind: 'filter' | 'find' | 'every' | 'some', call: Call, scope: Scope): Expr {
  const array = lowerArg(lowering, call, 0, scope);
  const predicate = lowerArg(lowering, call, 1, inCallback(scope));
  return made(lowering, { array, kind, predicate }, call.span);
}

function mapCall(lowering: Lowering, call: Call, scope: Scope): Expr {
  const array = lowerArg(lowering, call, 0, scope);
  const mapper = lowerArg(lowering, call, 1, inCallback(scope));
  return made(lowering, { array, kind: 'map', mapper }, call.span);
}

function fieldCall(lowering: Lowering, call: Call, scope: Scope): Expr {
  const [, property] = call.args;
  const object = lowerArg(lowering, call, 0, scope);
  return propertyOf(lowering, object, property?.kind === 'string' ? property.value : '', call.span);
}

function isNotNullCall(lowering: Lowering, call: Call, scope: Scope): Expr {
  const arg = made(lowering, { arg: lowerArg(lowering, call, 0, scope), kind: 'isNull' }, call.span);
  return made(lowering, { arg, kind: 'not' }, call.span);
}

function absDiff(lowering: Lowering, call: Call, scope: Scope): Expr {
  const left = lowerArg(lowering, call, 0, scope);
  const right = lowerArg(lowering, call, 1, scope);
  const arg = made(lowering, { kind: 'sub', left, right }, call.span);
  return made(lowering, { arg, kind: 'abs' }, call.span);
}

function clamp(lowering: Lowering, call: Call, scope: Scope): Expr {
  const value = lowerArg(lowering, call, 0, scope);
  const low = lowerArg(lowering, call, 1, scope);
  const high = lowerArg(lowering, call, 2, scope);
  const raised = made(lowering, { args: [value, low], kind: 'max' }, call.span);
  return made(lowering, { args: [raised, high], kind: 'min' }, call.span);
}

/** The quotient stands twice, as one shared node. */
function idiv(lowering: Lowering, call: Call, scope: Scope): Expr {
  const { nodes } = lowering;
  const left = lowerArg(lowering, call, 0, scope);
  const right = lowerArg(lowering, call, 1, scope);
  const quotient = made(lowering, { kind: 'div', left, right }, call.span);
  count(lowering, lowering.nodes - nodes, call.span);
  const cond = made(lowering, { arg: quotient, kind: 'isNull' }, call.span);
  const floor = made(lowering, { arg: quotient, kind: 'floor' }, call.span);
  return made(lowering, branch(cond, literal(lowering, null, call.span), floor), call.span);
}

function streak(lowering: Lowering, call: Call, scope: Scope): Expr {
  const left = lowerArg(lowering, call, 0, scope);
  const cond = lowerArg(lowering, call, 1, scope);
  const next = made(lowering, { kind: 'add', left, right: literal(lowering, 1, call.span) }, call.span);
  return made(lowering, branch(cond, next, literal(lowering, 0, call.span)), call.span);
}

/** `$item.id == key`, the key read outside the callback that the source does not have. */
function hasId(lowering: Lowering, call: Call, scope: Scope): Expr {
  const left = made(lowering, { kind: 'get', path: '$item.id' }, call.span);
  const right = lowerArg(lowering, call, 1, inHiddenCallback(scope));
  return made(lowering, { kind: 'eq', left, right }, call.span);
}

function findById(lowering: Lowering, call: Call, scope: Scope): Expr {
  const array = lowerArg(lowering, call, 0, scope);
  return made(lowering, { array, kind: 'find', predicate: hasId(lowering, call, scope) }, call.span);
}

function existsById(lowering: Lowering, call: Call, scope: Scope): Expr {
  const arg = made(lowering, { arg: findById(lowering, call, scope), kind: 'isNull' }, call.span);
  return made(lowering, { arg, kind: 'not' }, call.span);
}

function updateById(lowering: Lowering, call: Call, scope: Scope): Expr {
  const array = lowerArg(lowering, call, 0, scope);
  const cond = hasId(lowering, call, scope);
  const item = made(lowering, { kind: 'get', path: '$item' }, call.span);
  const update = lowerArg(lowering, call, 2, inHiddenCallback(scope));
  const updated = made(lowering, { kind: 'merge', objects: [item, update] }, call.span);
  count(lowering, 1, call.span);
  const mapper = made(lowering, branch(cond, updated, item), call.span);
  return made(lowering, { array, kind: 'map', mapper }, call.span);
}

function removeById(lowering: Lowering, call: Call, scope: Scope): Expr {
  const array = lowerArg(lowering, call, 0, scope);
  const predicate = made(lowering, { arg: hasId(lowering, call, scope), kind: 'not' }, call.span);
  return made(lowering, { array, kind: 'filter', predicate }, call.span);
}
