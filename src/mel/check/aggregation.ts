import type { Expr } from '../syntax/ast.ts';
import { needArray } from './builtin-arrays.ts';
import { type Check, numbers } from './builtin-checks.ts';
import { unwrapGroup } from './expr-parts.ts';
import { showType } from './show-type.ts';
import { type CallExpr, type Site, sure } from './site.ts';
import { alternatives, NUMBER, primitiveKind } from './type.ts';

/** `sum(xs)`. */
export const checkSum: Check = (call, site) => {
  checkAggregate(call, site);
  return sure(NUMBER);
};

/** `min` and `max`: of one array, or of two and more numbers. */
export const checkExtreme: Check = (call, site, expected) => {
  if (call.args.length !== 1) return numbers(NUMBER)(call, site, expected);
  checkAggregate(call, site);
  return { type: NUMBER, maybeNull: 'the array may be empty' };
};

function checkAggregate(call: CallExpr, site: Site): void {
  const [arg] = call.args;
  if (arg === undefined) return;
  const name = `\`${call.callee.text}\``;
  const typed = site.infer(arg);
  if (site.scope.position !== 'computed') {
    const message = `${name} of an array stands only in a computed; bind it to one and use that`;
    site.report('E009', call.callee.span, message);
  }
  if (!isDirect(arg)) {
    const message = `${name} takes an array by name, property or index; bind the argument to a computed first`;
    site.report('E010', call.callee.span, message);
    return;
  }
  const element = needArray(arg, typed, `${name} with one argument`, site);
  const isNumeric = alternatives(element, site.scope.types).every(
    (member) => member.kind === 'unknown' || primitiveKind(member) === 'number',
  );
  if (isNumeric) return;
  site.report('E_TYPE_MISMATCH', arg.span, `${name} takes an array of numbers; this is ${showType(typed.type)}`);
}

function isDirect(expr: Expr): boolean {
  switch (unwrapGroup(expr).kind) {
    case 'name':
    case 'item':
    case 'dollar':
    case 'property':
    case 'index':
    case 'array':
    case 'missing':
      return true;
    default:
      return false;
  }
}
