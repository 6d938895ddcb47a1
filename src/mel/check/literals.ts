import type { Note } from '../diagnostic.ts';
import type { Expr, ObjectEntry } from '../syntax/ast.ts';
import { assignable } from './assignable.ts';
import { hold } from './fit.ts';
import { keysText, mayHaveKey, namedKeys } from './keys.ts';
import { pickTarget } from './literal-target.ts';
import type { Typed } from './scope.ts';
import { showType } from './show-type.ts';
import { anyMaybeNull, type Expected, expectedInside, type Site, sure } from './site.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { alternatives, arrayOf, type FieldType, isNullType, type Type, UNKNOWN, unionOf } from './type.ts';
import { UNSAFE_KEYS } from './type-table.ts';

/** The type of `[a, b]`. */
export function inferArray(expr: Extract<Expr, { kind: 'array' }>, site: Site, expected: Expected | undefined): Typed {
  const arrays =
    expected === undefined ? [] : alternatives(expected.type, site.scope.types).filter((type) => type.kind === 'array');
  const [only] = arrays;
  const isDirected = expected !== undefined && arrays.length === 1 && only?.kind === 'array';
  const inner = isDirected ? expectedInside(expected, only.element, `an element of ${expected.place}`) : undefined;
  const typed = expr.elements.map((element) => site.infer(element, inner));
  const result = sure(arrayOf(typed.length === 0 ? UNKNOWN : unionOf(typed.map((one) => one.type))));
  if (expected !== undefined && !isDirected) hold(expr, result, expected, site);
  return result;
}

function noted({ notes }: Expected): { readonly notes?: readonly Note[] } {
  return notes === undefined ? {} : { notes };
}

/** What an object literal or merge is made of so far. */
export type Fields = Map<string, FieldType>;

/** The type of `{...}`, with what 5.4 says about presence. */
export function inferObject(
  expr: Extract<Expr, { kind: 'object' }>,
  site: Site,
  expected: Expected | undefined,
): Typed {
  const target = expected === undefined ? null : pickTarget(expr, expected.type, site.scope.types);
  const fields: Fields = new Map();
  const plain = new Map<string, ObjectEntry>();
  let isKnown = true;
  for (const entry of expr.entries) {
    if (entry.kind === 'spread') {
      isKnown = spread(entry, fields, site) && isKnown;
      continue;
    }
    const { text, span } = entry.key;
    if (UNSAFE_KEYS.has(text)) site.report('E_UNSAFE_KEY', span, `\`${text}\` is a key that may not be written`);
    const earlier = plain.get(text);
    if (earlier !== undefined) {
      const notes = [{ message: 'this one is overwritten', span: earlier.span }];
      site.report('W_DUPLICATE_KEY', span, `\`${text}\` stands twice; the last one counts`, { notes });
    }
    plain.set(text, entry);
    const inner = expected === undefined || target === null ? undefined : entryExpected(entry, target, expected, site);
    fields.set(text, { type: site.infer(entry.value, inner).type, optional: false });
  }
  const result: Typed = sure(isKnown ? { kind: 'object', fields } : UNKNOWN);
  if (expected === undefined || !isKnown) return result;
  if (target === null) holdWhole(expr, result, expected, site);
  else if (target.kind === 'object') holdFields(expr, { fields, plain }, target, expected, site);
  else holdRecord(expr, { fields, plain }, target, expected, site);
  return result;
}

function entryExpected(
  entry: Extract<ObjectEntry, { kind: 'field' }>,
  target: Extract<Type, { kind: 'object' | 'record' }>,
  expected: Expected,
  site: Site,
): Expected | undefined {
  const { text, span } = entry.key;
  const place = `\`${text}\` of ${expected.place}`;
  if (target.kind === 'record') {
    if (!mayHaveKey(target, text, site.scope.types)) {
      const close = suggest(text, namedKeys([target], site.scope.types), site.scope.types);
      const message = `${expected.place} has keys ${keysText([target], site.scope.types)}, not \`${text}\`${suggestion(close)}`;
      site.report(expected.code, span, message, { ...useInstead(close, span), ...noted(expected) });
    }
    return expectedInside(expected, target.value, place);
  }
  const field = target.fields.get(text);
  if (field !== undefined) return expectedInside(expected, field.type, place);
  if (!UNSAFE_KEYS.has(text)) {
    const close = suggest(text, target.fields.keys(), site.scope.types);
    const message = `${expected.place} has no field \`${text}\`; it is ${showType(target)}${suggestion(close)}`;
    site.report(expected.code, span, message, { ...useInstead(close, span), ...noted(expected) });
  }
  return undefined;
}

interface Written {
  readonly fields: Fields;
  readonly plain: ReadonlyMap<string, ObjectEntry>;
}

function holdFields(
  expr: Expr,
  { fields, plain }: Written,
  target: Extract<Type, { kind: 'object' }>,
  expected: Expected,
  site: Site,
): void {
  const missing: string[] = [];
  const unsure: string[] = [];
  for (const [name, field] of target.fields) {
    const found = fields.get(name);
    if (found === undefined) {
      if (!field.optional) missing.push(name);
      continue;
    }
    if (found.optional && !field.optional) unsure.push(name);
    if (plain.has(name)) continue;
    if (assignable(found.type, field.type, site.scope.types) === 'no') {
      const message = `\`${name}\` of ${expected.place} takes ${showType(field.type)}; the spread gives ${showType(found.type)}`;
      site.report(expected.code, expr.span, message, noted(expected));
    }
  }
  if (expected.partial === true) return;
  if (missing.length > 0) {
    site.report(expected.code, expr.span, `${expected.place} also needs ${list(missing)}`, noted(expected));
  } else if (unsure.length > 0) {
    const instead = expected.instead === undefined ? '' : `; ${expected.instead}`;
    const message = `${expected.place} needs ${list(unsure)}, which the spread may leave out${instead}`;
    site.report(expected.code, expr.span, message, noted(expected));
  }
}

function holdRecord(
  expr: Expr,
  { fields, plain }: Written,
  target: Extract<Type, { kind: 'record' }>,
  expected: Expected,
  site: Site,
): void {
  for (const [name, field] of fields) {
    if (plain.has(name)) continue;
    if (!mayHaveKey(target, name, site.scope.types)) {
      const message = `${expected.place} has keys ${keysText([target], site.scope.types)}; the spread gives \`${name}\``;
      site.report(expected.code, expr.span, message, noted(expected));
    }
    if (assignable(field.type, target.value, site.scope.types) !== 'no') continue;
    const message = `the entries of ${expected.place} are ${showType(target.value)}; the spread gives \`${name}\` as ${showType(field.type)}`;
    site.report(expected.code, expr.span, message, noted(expected));
  }
}

/** A literal that several object types, or none, could take. */
function holdWhole(expr: Extract<Expr, { kind: 'object' }>, typed: Typed, expected: Expected, site: Site): void {
  hold(expr, typed, expected, site);
  const members = alternatives(expected.type, site.scope.types).filter((member) => !isNullType(member));
  if (members.some((member) => member.kind !== 'object')) return;
  for (const entry of expr.entries) {
    if (
      entry.kind === 'spread' ||
      members.some((member) => member.kind === 'object' && member.fields.has(entry.key.text))
    )
      continue;
    const message = `${expected.place} has no field \`${entry.key.text}\``;
    site.report(expected.code, entry.key.span, message, noted(expected));
  }
}

function spread(entry: Extract<ObjectEntry, { kind: 'spread' }>, fields: Fields, site: Site): boolean {
  if (site.scope.position === 'pathIndex') {
    site.report('E_TYPE_MISMATCH', entry.span, 'a path index cannot spread objects');
  }
  const operand = site.infer(entry.operand);
  return contribute(operand, entry, 'a spread', fields, site);
}

/** Adds the fields of an operand of spread or merge; false if they are not known. */
export function contribute(
  operand: Typed,
  at: { readonly span: Expr['span'] },
  what: string,
  fields: Fields,
  site: Site,
): boolean {
  const members = alternatives(operand.type, site.scope.types);
  if (members.some((member) => member.kind === 'unknown')) return false;
  const objects = members.filter((member) => !isNullType(member));
  const only = unionOf(objects);
  if (only.kind !== 'object') {
    const message = `${what} takes one object type, or that and null; this is ${showType(operand.type)}`;
    site.report('E_TYPE_MISMATCH', at.span, message);
    return false;
  }
  const isNullable = objects.length < members.length || anyMaybeNull([operand]) !== null;
  for (const [name, field] of only.fields) addField(fields, name, field, isNullable);
  return true;
}

function addField(fields: Fields, name: string, field: FieldType, isNullable: boolean): void {
  const earlier = fields.get(name);
  if (!isNullable && !field.optional) fields.set(name, field);
  else if (earlier === undefined) fields.set(name, { type: field.type, optional: true });
  else fields.set(name, { type: unionOf([earlier.type, field.type]), optional: earlier.optional });
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
