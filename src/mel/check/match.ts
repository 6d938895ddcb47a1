import type { Fix } from '../diagnostic.ts';
import type { Expr } from '../syntax/ast.ts';
import { compatible } from './assignable.ts';
import type { Check } from './builtin-checks.ts';
import { literalsOf } from './discriminant.ts';
import { literalValue } from './expr-parts.ts';
import { quote } from './print-simple.ts';
import { replace } from './report.ts';
import type { Typed } from './scope.ts';
import { showType } from './show-type.ts';
import { anyMaybeNull, type Site, UNTOLD } from './site.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { alternatives, type PrimitiveKind, primitiveKind, type Type, unionOf } from './type.ts';

interface Arm {
  readonly key: Expr;
  readonly value: Expr;
}

/** `match(selector, [key, value], .., default)`: section 10.1. */
export const checkMatch: Check = (call, site, expected) => {
  const { args, callee } = call;
  const [selector] = args;
  const fallback = args.at(-1);
  if (selector === undefined || fallback === undefined || args.length < 3) {
    site.report('E050', callee.span, 'match takes a selector, at least one [key, value] and a default');
    for (const arg of args) site.infer(arg);
    return UNTOLD;
  }
  const selected = site.infer(selector);
  const arms: Arm[] = [];
  const values: [Expr, Typed][] = [];
  for (const arg of args.slice(1, -1)) {
    const arm = readArm(arg, site);
    if (arm === null) {
      site.infer(arg);
      continue;
    }
    arms.push(arm);
    values.push([arm.value, site.infer(arm.value, expected)]);
  }
  values.push([fallback, site.infer(fallback, expected)]);
  checkKeys(arms, selector, selected, site);
  if (isForgotten(fallback, values, selected, site)) {
    reportNoDefault(fallback, arms, selected, site);
    return UNTOLD;
  }
  checkValues(values, site);
  const typed = values.map(([, value]) => value);
  if (arms.length < args.length - 2) return UNTOLD;
  return { type: unionOf(typed.map((value) => value.type)), maybeNull: anyMaybeNull(typed) };
};

/** Whether the last argument is an arm, so that the default was left out: arms elsewhere have no arrays for values. */
function isForgotten(
  fallback: Expr,
  values: readonly (readonly [Expr, Typed])[],
  selected: Typed,
  site: Site,
): boolean {
  if (fallback.kind !== 'array' || fallback.elements.length !== 2) return false;
  const [key] = fallback.elements;
  const value = key === undefined ? undefined : literalValue(key);
  const { types } = site.scope;
  const kinds = alternatives(selected.type, types).map((member) => primitiveKind(member));
  if (value === undefined || !kinds.includes(typeof value as PrimitiveKind)) return false;
  return values.slice(0, -1).some(([, typed]) => {
    const members = alternatives(typed.type, types);
    return members.length > 0 && members.every((member) => member.kind !== 'array' && member.kind !== 'unknown');
  });
}

function reportNoDefault(fallback: Expr, arms: readonly Arm[], selected: Typed, site: Site): void {
  const [key, value] = fallback.kind === 'array' ? fallback.elements : [];
  if (key === undefined || value === undefined) return;
  const literals = literalsOf(selected.type, site.scope.types);
  const keys = new Set<unknown>([...arms.map((arm) => literalValue(arm.key)), literalValue(key)]);
  const isExhaustive = literals !== null && literals.length > 0 && literals.every((literal) => keys.has(literal));
  const asDefault: Fix = {
    title: 'Make it the default: no other key is left',
    edits: [
      { span: { start: fallback.span.start, end: value.span.start }, text: '' },
      { span: { start: value.span.end, end: fallback.span.end }, text: '' },
    ],
  };
  const end = fallback.span.end;
  const withNull = replace('Add null as the default', { start: end, end }, ', null');
  const message = 'the last argument of match is its default, which is not left out; this looks like an arm';
  site.report('E050', fallback.span, message, { fixes: isExhaustive ? [asDefault, withNull] : [withNull] });
}

function readArm(arg: Expr, site: Site): Arm | null {
  const [key, value] = arg.kind === 'array' ? arg.elements : [];
  if (arg.kind === 'missing') return null;
  if (arg.kind !== 'array' || arg.elements.length !== 2 || key === undefined || value === undefined) {
    site.report('E050', arg.span, 'an arm of match is written as [key, value]');
    return null;
  }
  return { key, value };
}

function checkKeys(arms: readonly Arm[], selector: Expr, selected: Typed, site: Site): void {
  const kind = selectorKind(selector, selected.type, site);
  const known = literalsOf(selected.type, site.scope.types);
  const literals = known === null ? null : new Set<unknown>(known);
  const seen = new Map<string | number | boolean, Expr>();
  for (const { key } of arms) {
    const value = literalValue(key);
    if (value === undefined) {
      site.infer(key);
      if (key.kind !== 'missing') {
        site.report('E050', key.span, 'the key of an arm is a string, a number or a boolean written out');
      }
      continue;
    }
    const earlier = seen.get(value);
    if (earlier !== undefined) {
      const notes = [{ message: 'the first arm with this key', span: earlier.span }];
      site.report('E051', key.span, `the key ${JSON.stringify(value)} stands twice`, { notes });
    } else seen.set(value, key);
    if (kind !== null && typeof value !== kind) {
      const message = `the selector is ${showType(selected.type)}, which is never ${JSON.stringify(value)}`;
      site.report('E_TYPE_MISMATCH', key.span, message);
    } else if (literals !== null && literals.size > 0 && !literals.has(value)) {
      const texts = [...literals].filter((literal) => typeof literal === 'string');
      const close = typeof value === 'string' ? suggest(value, texts, site.scope.types) : undefined;
      const meant = close === undefined || seen.has(close) ? undefined : quote(close);
      const message = `this arm is never chosen: the selector is ${showType(selected.type)}${suggestion(meant)}`;
      site.report('W_DEAD_ARM', key.span, message, useInstead(meant, key.span));
    }
  }
}

/** The one primitive kind of the selector; null where it is not known, or reported. */
function selectorKind(selector: Expr, type: Type, site: Site): string | null {
  const members = alternatives(type, site.scope.types);
  if (members.length === 0 || members.some((member) => member.kind === 'unknown')) return null;
  const kinds = new Set(members.map((member) => primitiveKind(member) ?? null));
  const [kind] = kinds;
  if (kinds.size === 1 && kind !== null && kind !== undefined) return kind;
  const message = `the selector of match is a string, a number or a boolean, not null; this is ${showType(type)}`;
  site.report('E_TYPE_MISMATCH', selector.span, message);
  return null;
}

function checkValues(values: readonly (readonly [Expr, Typed])[], site: Site): void {
  for (const [index, [expr, typed]] of values.entries()) {
    const earlier = values
      .slice(0, Math.min(index, 32))
      .find(([, other]) => !compatible(other.type, typed.type, site.scope.types));
    if (earlier === undefined) continue;
    const notes = [{ message: 'the value it does not go with', span: earlier[0].span }];
    const message = `the values of a match go together; ${showType(typed.type)} does not go with ${showType(earlier[1].type)}`;
    site.report('E_TYPE_MISMATCH', expr.span, message, { notes });
    return;
  }
}
