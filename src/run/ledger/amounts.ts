/** What acts spend, each a whole number from 0. */
export interface Amounts {
  readonly toolCalls: number;
  readonly children: number;
}

export const NOTHING: Amounts = { toolCalls: 0, children: 0 };

export function sum(amounts: readonly Amounts[]): Amounts {
  return amounts.reduce(plus, NOTHING);
}

export function plus(a: Amounts, b: Amounts): Amounts {
  return { toolCalls: a.toolCalls + b.toolCalls, children: a.children + b.children };
}

/** What is left of `a` once `b` is spent; never less than nothing. */
export function minus(a: Amounts, b: Amounts): Amounts {
  return { toolCalls: Math.max(0, a.toolCalls - b.toolCalls), children: Math.max(0, a.children - b.children) };
}

/** The smaller of each. */
export function least(a: Amounts, b: Amounts): Amounts {
  return { toolCalls: Math.min(a.toolCalls, b.toolCalls), children: Math.min(a.children, b.children) };
}

export function isWithin(a: Amounts, limit: Amounts): boolean {
  return a.toolCalls <= limit.toolCalls && a.children <= limit.children;
}
