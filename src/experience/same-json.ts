import { canonicalText } from '../mel/schema/canonical.ts';

/** Whether two JSON values are equal, whatever the order of their members. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalText(a) === canonicalText(b);
}
