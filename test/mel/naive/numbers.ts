import type { Json } from '../../../src/mel/schema/ir.ts';
import { asNumber, inDomain, type List } from './coercions.ts';

type OfNumbers = (values: readonly number[]) => number;

/** Half goes up; a number whose fraction is gone already stays as it is. */
function round(x: number): number {
  const below = Math.floor(x);
  return x - below < 0.5 ? below : below + 1;
}

function remainder(a: number, b: number): number {
  return b === 0 ? Number.NaN : a % b;
}

const RULES: { readonly [kind: string]: OfNumbers } = {
  add: ([a = 0, b = 0]) => a + b,
  sub: ([a = 0, b = 0]) => a - b,
  mul: ([a = 0, b = 0]) => a * b,
  div: ([a = 0, b = 0]) => (b === 0 ? Number.NaN : a / b),
  mod: ([a = 0, b = 0]) => remainder(a, b),
  pow: ([a = 0, b = 0]) => a ** b,
  neg: ([a = 0]) => -a,
  abs: ([a = 0]) => (a < 0 ? -a : a),
  floor: ([a = 0]) => Math.floor(a),
  ceil: ([a = 0]) => -Math.floor(-a),
  round: ([a = 0]) => round(a),
  sqrt: ([a = 0]) => (a < 0 ? Number.NaN : Math.sqrt(a)),
  toNumber: ([a = 0]) => a,
  min: ([first = 0, ...rest]) => rest.reduce((least, x) => Math.min(least, x), first),
  max: ([first = 0, ...rest]) => rest.reduce((most, x) => Math.max(most, x), first),
};

/** Sections 8.1 and 8.3; undefined for a node that is none of them. */
export function arithmetic(kind: string, operands: List): number | null | undefined {
  const rule = Object.hasOwn(RULES, kind) ? RULES[kind] : undefined;
  return rule === undefined ? undefined : inDomain(rule(operands.map(asNumber)));
}

/** Section 8.7. */
export function aggregate(kind: 'sumArray' | 'minArray' | 'maxArray', values: List): number | null {
  if (kind === 'sumArray') return inDomain(values.reduce<number>((sum, value) => sum + asNumber(value), 0));
  if (values.length === 0) return null;
  return arithmetic(kind === 'minArray' ? 'min' : 'max', values) ?? null;
}

export function compares(kind: 'lt' | 'lte' | 'gt' | 'gte', left: Json, right: Json): boolean {
  const [a, b] = [asNumber(left), asNumber(right)];
  if (kind === 'lt') return a < b;
  if (kind === 'lte') return !(a > b);
  return kind === 'gt' ? a > b : !(a < b);
}
