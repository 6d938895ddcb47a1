import type { ExperienceType } from './entry.ts';

export type TypeBudgets = Readonly<Record<ExperienceType, number>>;

/** Slots by type among k: two fifths each for conventions and tool selections; with an error at hand one more for failure patterns. */
export function typeBudgets(k: number, hasError: boolean): TypeBudgets {
  const share = Math.round(0.4 * k);
  const moved = hasError && share > 0 ? 1 : 0;
  return { convention: share - moved, tool_selection: share, failure_pattern: k - 2 * share + moved };
}
