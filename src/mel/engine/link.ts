import type { Code, Plan } from './engine.ts';

export type Linked =
  | { readonly kind: 'code'; readonly code: Code }
  | { readonly kind: 'none'; readonly reason: string };

/** Joins the function of an ahead-of-time module to a plan. */
export function linkCode(_plan: Plan, _link: (lib: unknown) => unknown): Linked {
  return { kind: 'none', reason: 'not built yet' };
}

/** Generates code and makes a function of it, where the platform allows that. */
export function tryGenerate(_plan: Plan): Linked {
  return { kind: 'none', reason: 'not built yet' };
}
