import type { Json } from '../../schema/ir.ts';
import { finite, isArray, toNumber } from '../values.ts';

export type Number2 = (left: Json, right: Json) => number | null;
export type Number1 = (arg: Json) => number | null;

export const add: Number2 = (left, right) => finite(toNumber(left) + toNumber(right));
export const sub: Number2 = (left, right) => finite(toNumber(left) - toNumber(right));
export const mul: Number2 = (left, right) => finite(toNumber(left) * toNumber(right));
/** Null where the divisor is 0. */
export const div: Number2 = (left, right) => finite(toNumber(left) / toNumber(right));
/** The remainder has the sign of the dividend; null where the divisor is 0. */
export const mod: Number2 = (left, right) => finite(toNumber(left) % toNumber(right));
export const pow: Number2 = (base, exponent) => finite(toNumber(base) ** toNumber(exponent));

export const abs: Number1 = (arg) => finite(Math.abs(toNumber(arg)));
export const neg: Number1 = (arg) => finite(-toNumber(arg));
export const floor: Number1 = (arg) => finite(Math.floor(toNumber(arg)));
export const ceil: Number1 = (arg) => finite(Math.ceil(toNumber(arg)));
/** Half goes toward positive infinity. */
export const round: Number1 = (arg) => finite(Math.round(toNumber(arg)));
export const sqrt: Number1 = (arg) => finite(Math.sqrt(toNumber(arg)));
export const numberOf: Number1 = (arg) => finite(toNumber(arg));

export function sumArray(list: Json): number | null {
  if (!isArray(list)) return 0;
  let total = 0;
  for (const item of list) total += toNumber(item);
  return finite(total);
}

export function minArray(list: Json): number | null {
  return isArray(list) ? least(list) : null;
}

export function maxArray(list: Json): number | null {
  return isArray(list) ? greatest(list) : null;
}

/** The least of some values as numbers; null of none. */
export function least(values: readonly Json[]): number | null {
  if (values.length === 0) return null;
  let result = Number.POSITIVE_INFINITY;
  for (const value of values) result = Math.min(result, toNumber(value));
  return finite(result);
}

/** The greatest of some values as numbers; null of none. */
export function greatest(values: readonly Json[]): number | null {
  if (values.length === 0) return null;
  let result = Number.NEGATIVE_INFINITY;
  for (const value of values) result = Math.max(result, toNumber(value));
  return finite(result);
}
