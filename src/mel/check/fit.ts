import type { Fix, Note, Span } from '../diagnostic.ts';
import type { Expr } from '../syntax/ast.ts';
import { type Answer, assignable } from './assignable.ts';
import { unwrapGroup } from './expr-parts.ts';
import { quote } from './print-simple.ts';
import { wrap } from './report.ts';
import type { Typed } from './scope.ts';
import { showType } from './show-type.ts';
import type { Expected, Site } from './site.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import {
  admitsNull,
  alternatives,
  BOOLEAN,
  isNullType,
  isObjectLike,
  NUMBER,
  type PrimitiveKind,
  primitiveKind,
  type Type,
  type TypeTable,
  withoutNull,
} from './type.ts';

/** Holds the value of an expression against what its place expects. */
export function hold(expr: Expr, typed: Typed, expected: Expected, site: Site): void {
  const { types } = site.scope;
  const target = alternatives(expected.type, types);
  if (fits(typed.type, expected, types) === 'no') {
    const meant = meantLiteral(typed.type, target, types);
    const takes = `${expected.place} takes ${showType(expected.shown ?? expected.type)}; this is ${showType(typed.type)}`;
    const [only] = target.filter((member) => !isNullType(member));
    const kind = only === undefined ? undefined : primitiveKind(only);
    const isMended = kind !== undefined && kind !== null && site.scope.position !== 'stateInit';
    site.report(expected.code, expr.span, takes + suggestion(meant), {
      notes: [...(expected.notes ?? []), ...declaredAt(expr, site)],
      fixes:
        meant === undefined
          ? isMended
            ? mend(expr.span, typed.type, kind, types)
            : []
          : (useInstead(meant, expr.span).fixes ?? []),
    });
    return;
  }
  if (typed.maybeNull === null || target.some((member) => member.kind === 'unknown' || isNullType(member))) return;
  const harm = expected.nullHarm ?? `${expected.place} takes no null, which fails the patch`;
  warnMaybeNull(expr, typed.maybeNull, harm, target, site);
}

/** The text that was probably meant, as it is written, where one of several texts is due. */
function meantLiteral(type: Type, target: readonly Type[], types: TypeTable): string | undefined {
  if (type.kind !== 'literal' || typeof type.value !== 'string') return undefined;
  const texts = target.flatMap((member) =>
    member.kind === 'literal' && typeof member.value === 'string' ? [member.value] : [],
  );
  const close = suggest(type.value, texts, types);
  return close === undefined ? undefined : quote(close);
}

/** Whether a type goes where something is expected, missing fields of a merge operand allowed. */
function fits(source: Type, expected: Expected, types: TypeTable): Answer {
  if (expected.partial !== true) return assignable(source, expected.type, types);
  const target = alternatives(expected.type, types).filter((member) => !isNullType(member));
  const answers = alternatives(source, types).map((member) => {
    const each = target.map((type) => fitsPartly(member, type, types));
    return each.includes('yes') ? 'yes' : each.includes('unknown') ? 'unknown' : 'no';
  });
  return answers.includes('no') ? 'no' : answers.includes('unknown') ? 'unknown' : 'yes';
}

function fitsPartly(source: Type, target: Type, types: TypeTable): Answer {
  if (source.kind === 'unknown' || target.kind === 'unknown') return 'unknown';
  if (source.kind !== 'object' || target.kind !== 'object') {
    return isObjectLike(source) ? assignable(source, target, types) : 'no';
  }
  let answer: Answer = 'yes';
  for (const [name, field] of source.fields) {
    const into = target.fields.get(name);
    const one = into === undefined ? 'no' : assignable(field.type, into.type, types);
    if (one === 'no') return 'no';
    if (one === 'unknown') answer = 'unknown';
  }
  return answer;
}

/** Requires a string, number or boolean; says whether it is one, as far as can be told. `fixes` come before the usual ones. */
export function need(
  kind: PrimitiveKind,
  expr: Expr,
  typed: Typed,
  what: string,
  site: Site,
  fixes: readonly Fix[] = [],
): boolean {
  const { types } = site.scope;
  const isKind = alternatives(typed.type, types).every(
    (member) => (primitiveKind(member) ?? (member.kind === 'unknown' ? kind : null)) === kind,
  );
  if (isKind) return true;
  const message = `${what} takes a ${kind}; this is ${showType(typed.type)}${hintFor(kind, typed.type, what, types)}`;
  site.report('E_TYPE_MISMATCH', expr.span, message, {
    notes: declaredAt(expr, site),
    fixes: [...fixes, ...mend(expr.span, typed.type, kind, types, what === '`!`')],
  });
  return false;
}

/** Requires a boolean where null would silently count as false, or do what `harm` says. */
export function needBoolean(
  expr: Expr,
  typed: Typed,
  what: string,
  site: Site,
  harm = 'null counts as false here',
): void {
  if (!need('boolean', expr, typed, what, site) || typed.maybeNull === null) return;
  warnMaybeNull(expr, typed.maybeNull, harm, [BOOLEAN], site);
}

/** Requires a number where null would silently count as 0. */
export function needNumber(expr: Expr, typed: Typed, what: string, site: Site, fixes: readonly Fix[] = []): void {
  if (!need('number', expr, typed, what, site, fixes) || typed.maybeNull === null) return;
  warnMaybeNull(expr, typed.maybeNull, 'null counts as 0 here', [NUMBER], site);
}

function hintFor(kind: PrimitiveKind, type: Type, what: string, types: TypeTable): string {
  const isText = alternatives(type, types).some((member) => primitiveKind(member) === 'string');
  if (kind === 'number' && isText && (what === '`+`' || what === '`add`')) return '; join strings with concat';
  if (kind === 'number' && isText && /^`[<>]/.test(what)) return '; strings have no order';
  return '';
}

function warnMaybeNull(expr: Expr, reason: string, harm: string, target: readonly Type[], site: Site): void {
  const spare = spareValue(target);
  const fixes = spare === null ? [] : [wrap(`Use ${spare} instead of null`, expr.span, 'coalesce(', `, ${spare})`)];
  site.report('W_MAYBE_NULL', expr.span, `this may be null (${reason}): ${harm}`, { fixes });
}

function spareValue(target: readonly Type[]): string | null {
  for (const member of target) {
    const kind = primitiveKind(member);
    if (member.kind === 'primitive' && kind !== null && kind !== undefined) return SPARE[kind];
    if (member.kind === 'array') return '[]';
  }
  return null;
}

const SPARE = { string: '""', number: '0', boolean: 'false' } as const;

/** Fixes for a value where a primitive is due: coalesce for null, len or toString for a collection. `bindsTighter`: than `>`. */
function mend(span: Span, type: Type, kind: PrimitiveKind, types: TypeTable, bindsTighter = false): readonly Fix[] {
  const members = alternatives(withoutNull(type, types), types);
  if (members.length === 0) return [];
  if (admitsNull(type, types) && members.every((member) => primitiveKind(member) === kind)) {
    return [wrap(`Use ${SPARE[kind]} instead of null`, span, 'coalesce(', `, ${SPARE[kind]})`)];
  }
  const isCollection = members.every((member) => member.kind === 'array' || isObjectLike(member));
  if (kind === 'string' && (isCollection || members.every((member) => primitiveKind(member) !== 'string'))) {
    return [wrap('Turn it into a string', span, 'toString(', ')')];
  }
  if (!isCollection || admitsNull(type, types)) return [];
  if (kind === 'number') return [wrap('Take the number of its items (changes the value)', span, 'len(', ')')];
  const [before, after] = bindsTighter ? ['(len(', ') > 0)'] : ['len(', ') > 0'];
  return [wrap('Ask whether it has items (changes the value)', span, before, after)];
}

/** A note on where the name at the root of an expression is declared. */
export function declaredAt(expr: Expr, site: Site): readonly Note[] {
  const bare = unwrapGroup(expr);
  if (bare.kind !== 'name') return [];
  const binding = site.scope.params.get(bare.name) ?? site.scope.globals.get(bare.name);
  if (binding?.declared === undefined) return [];
  return [{ message: `\`${bare.name}\` is declared here`, span: binding.declared }];
}
