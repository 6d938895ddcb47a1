import { type Rule, sameRule } from './rule.ts';

/**
 * Whether two guidelines say the same. Where both have a rule, exactly if the rules are equal; cosine decides only where one
 * has none, since a template filled in two ways has a high cosine, opposites among them.
 */
export function isDuplicate(
  a: { readonly rule: Rule | null },
  b: { readonly rule: Rule | null },
  cosine: number,
  dupAt: number,
): boolean {
  return a.rule !== null && b.rule !== null ? sameRule(a.rule, b.rule) : cosine >= dupAt;
}
