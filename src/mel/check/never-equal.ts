import type { Expr } from '../syntax/ast.ts';
import { literalValue } from './expr-parts.ts';
import { quote } from './print-simple.ts';
import type { Typed } from './scope.ts';
import { showType } from './show-type.ts';
import type { Site } from './site.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { alternatives, isNullType, type Literal, type Type, wholeOf, widerThan } from './type.ts';

type Operand = readonly [Expr, Typed];

/** Larger unions are only compared with single values. */
const MOST_COMPARED = 256;

/** Warns where two operands of a common kind can never be equal, with the value that was probably meant; `found` says what comes of it. */
export function warnNeverEqual(
  [leftExpr, left]: Operand,
  [rightExpr, right]: Operand,
  found: string,
  site: Site,
): void {
  const lefts = valuesOf(left.type, site);
  const rights = valuesOf(right.type, site);
  if (lefts === 'open' || rights === 'open') return;
  if (lefts.size === 0 || rights.size === 0 || Math.min(lefts.size, rights.size) > MOST_COMPARED) return;
  const [few, many] = lefts.size < rights.size ? [lefts, rights] : [rights, lefts];
  for (const value of few) if (many.has(value)) return;
  const isLeftWritten = literalValue(leftExpr) !== undefined;
  if (isLeftWritten) report(leftExpr, right.type, left.type, found, site, rights);
  else report(rightExpr, left.type, right.type, found, site, lefts);
}

function report(at: Expr, other: Type, own: Type, found: string, site: Site, values: ReadonlySet<Literal>): void {
  const written = literalValue(at);
  const texts = [...values].filter((value) => typeof value === 'string');
  const close = typeof written === 'string' ? suggest(written, texts, site.scope.types) : undefined;
  const meant = close === undefined ? undefined : quote(close);
  const message = `${found}: ${showType(declared(other))} is never ${showType(own)}${suggestion(meant)}`;
  site.report('W_CONSTANT_CONDITION', at.span, message, useInstead(meant, at.span));
}

/** A type as it was before conditions took values away: what they took away is no slip. */
function declared(type: Type): Type {
  let whole = type;
  for (let next = wholeOf(whole); next !== undefined; next = wholeOf(whole)) whole = next;
  return whole;
}

const known = new WeakMap<readonly Type[], ReadonlySet<Literal> | 'open'>();

/** The values of a union of literals, null left out; `open` for any other type. */
function valuesOf(type: Type, site: Site): ReadonlySet<Literal> | 'open' {
  let members = alternatives(declared(type), site.scope.types);
  for (let wider = widerThan(members); wider !== undefined; wider = widerThan(members)) members = wider;
  const before = known.get(members);
  if (before !== undefined) return before;
  const values = new Set<Literal>();
  let isOpen = false;
  for (const member of members) {
    if (member.kind === 'literal') values.add(member.value);
    else if (!isNullType(member)) isOpen = true;
  }
  values.delete(null);
  const found = isOpen ? 'open' : values;
  if (members.length > 1) known.set(members, found);
  return found;
}
