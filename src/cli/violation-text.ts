import type { Violation } from '../run/journal.ts';
import { oneLine } from './table.ts';

/** Paths that one line names before it counts the others. */
const SHOWN_PATHS = 5;

/** What was undone, one line a rule: `test/a.ts, test/b.ts (protected: test/**)`. */
export function describeViolations(violations: readonly Violation[]): readonly string[] {
  const byRule = new Map<string, readonly string[]>();
  for (const { path, rule } of violations) byRule.set(rule, [...(byRule.get(rule) ?? []), path]);
  return [...byRule].map(([rule, paths]) => {
    const more = paths.length - SHOWN_PATHS;
    const named = paths.slice(0, SHOWN_PATHS).join(', ');
    return oneLine(`${named}${more > 0 ? ` and ${more} more` : ''} (${rule})`, 300);
  });
}
