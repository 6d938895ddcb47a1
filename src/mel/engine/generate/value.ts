import type { Json, TypeDef } from '../../schema/ir.ts';
import type { Memberships } from '../membership.ts';
import { isArray } from '../values.ts';

/** The kinds a value may have at run time, as bits. */
export const NULL = 1;
export const BOOL = 2;
export const NUM = 4;
export const STR = 8;
export const ARR = 16;
export const OBJ = 32;
export const ANY = 63;

/**
 * A value in generated text. `code` has no side effects; it may be read again where `isSimple`. Where `isRaw`, it is a
 * number that stands for null when it is not finite, so that numbers stay unboxed.
 */
export interface Value {
  readonly code: string;
  readonly mask: number;
  readonly isSimple: boolean;
  readonly isRaw: boolean;
  /** The declared or inferred type, where one is known for certain. */
  readonly type?: TypeDef;
}

export function value(code: string, mask: number, isSimple: boolean, type?: TypeDef): Value {
  return type === undefined ? { code, mask, isSimple, isRaw: false } : { code, mask, isSimple, isRaw: false, type };
}

/** A number that is null where it is not finite. */
export function rawNumber(code: string): Value {
  return { code, mask: NUM | NULL, isSimple: true, isRaw: true };
}

/** The value as the engine holds it. */
export function jsonCode(of: Value): string {
  return of.isRaw ? `(${of.code} - ${of.code} === 0 ? ${of.code} : null)` : of.code;
}

/** Reads `of` more than once unless it is a number or a boolean for certain: hold it first. */
export function numberCode(of: Value): string {
  if (of.isRaw) return `(${of.code} - ${of.code} === 0 ? ${of.code} : 0)`;
  if (of.mask === NUM) return of.code;
  if (of.mask === NULL) return '0';
  if ((of.mask & ~(NUM | NULL)) === 0) return `(${of.code} === null ? 0 : ${of.code})`;
  if (of.mask === BOOL) return `(${of.code} ? 1 : 0)`;
  return `num(${of.code})`;
}

/** As `numberCode`, but null becomes NaN. Only for values that are a number or null. */
export function rawCode(of: Value): string {
  if (of.isRaw || of.mask === NUM) return of.code;
  return of.mask === NULL ? 'NaN' : `(${of.code} === null ? NaN : ${of.code})`;
}

export function booleanCode(of: Value): string {
  if (of.mask === BOOL) return of.code;
  if (of.isRaw) return `(${of.code} - ${of.code} === 0 && ${of.code} !== 0)`;
  if (of.mask === NULL) return 'false';
  if ((of.mask & ~(BOOL | NULL)) === 0) return `(${of.code} === true)`;
  if ((of.mask & ~(ARR | OBJ | NULL)) === 0) return `(${of.code} !== null)`;
  return `bool(${of.code})`;
}

export function textCode(of: Value): string {
  return of.mask === STR ? of.code : `text(${jsonCode(of)})`;
}

export function isNumeric(of: Value): boolean {
  return (of.mask & ~(NUM | NULL)) === 0;
}

export function maskOfJson(json: Json): number {
  if (json === null) return NULL;
  if (isArray(json)) return ARR;
  switch (typeof json) {
    case 'boolean':
      return BOOL;
    case 'number':
      return NUM;
    case 'string':
      return STR;
    default:
      return OBJ;
  }
}

/** Of unions, which stand in the same places again and again. */
const masks = new WeakMap<Memberships, Map<TypeDef, number>>();

/** The kinds that members of a type have. */
export function maskOfType(type: TypeDef | undefined, memberships: Memberships, depth = 0): number {
  const resolved = type && memberships.resolve(type);
  if (resolved === undefined || depth > 50) return ANY;
  switch (resolved.kind) {
    case 'primitive':
      return { string: STR, number: NUM, boolean: BOOL, null: NULL, object: OBJ }[resolved.type] ?? ANY;
    case 'literal':
      return maskOfJson(resolved.value);
    case 'array':
      return ARR;
    case 'record':
    case 'object':
      return OBJ;
    case 'union': {
      const known = masks.get(memberships) ?? new Map<TypeDef, number>();
      const before = known.get(resolved);
      if (before !== undefined) return before;
      let mask = 0;
      for (const member of resolved.types) mask |= maskOfType(member, memberships, depth + 1);
      if (depth === 0) masks.set(memberships, known.set(resolved, mask === 0 ? ANY : mask));
      return mask === 0 ? ANY : mask;
    }
    default:
      return ANY;
  }
}

/** Text of a JavaScript string. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Text of a key in an object literal that makes an own property of any name. */
export function keyCode(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return IDENTIFIER.test(name) ? name : quoted(name);
}

/** Text of an access to an own property that is there. */
export function accessCode(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${quoted(name)}]`;
}

/** Text of a JSON literal. */
export function literalCode(json: Json): string {
  if (json === null || typeof json === 'boolean') return String(json);
  if (typeof json === 'number') return json < 0 ? `(${String(json)})` : String(json);
  if (typeof json === 'string') return quoted(json);
  if (isArray(json)) return `[${json.map(literalCode).join(', ')}]`;
  return `{ ${Object.keys(json)
    .map((key) => `${keyCode(key)}: ${literalCode(json[key] ?? null)}`)
    .join(', ')} }`;
}
