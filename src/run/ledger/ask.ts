import { type Amounts, isWithin, least, minus } from './amounts.ts';

/** What a child asks for before it spends anything. */
export interface Ask {
  /** Exactly so much; null: an even part of what is left. */
  readonly toolCalls: number | null;
  readonly children: number | null;
  /** What it could use at most; infinite where nothing bounds it. */
  readonly most: Amounts;
  /** Less than this is of no use to it. */
  readonly least: Amounts;
}

export type Granting =
  | { readonly kind: 'granted'; readonly amounts: Amounts }
  | { readonly kind: 'refused'; readonly asked: Amounts; readonly left: Amounts };

/**
 * What a child gets of `left`: what it asked for, or its even part where it named none. Pure.
 *
 * @param places how many children may still come to share `left`, at least 1
 *
 * @example
 * ```ts
 * const left = { toolCalls: 10, children: 10 };
 * const ask = { toolCalls: 6, children: null, most: { toolCalls: 50, children: 2 }, least: { toolCalls: 1, children: 0 } };
 * grant(left, ask, 1); // { kind: 'granted', amounts: { toolCalls: 6, children: 2 } }
 * grant({ toolCalls: 4, children: 8 }, ask, 1); // refused: it asked for 6 calls
 * ```
 */
export function grant(left: Amounts, ask: Ask, places: number): Granting {
  const even = least(
    { toolCalls: Math.floor(left.toolCalls / places), children: Math.floor(left.children / places) },
    ask.most,
  );
  const asked = {
    toolCalls: ask.toolCalls ?? Math.max(ask.least.toolCalls, even.toolCalls),
    children: ask.children ?? Math.max(ask.least.children, even.children),
  };
  return isWithin(asked, left) && isWithin(ask.least, asked)
    ? { kind: 'granted', amounts: asked }
    : { kind: 'refused', asked, left: minus(left, { toolCalls: 0, children: 0 }) };
}
