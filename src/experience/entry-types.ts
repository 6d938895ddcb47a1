import type { ExperienceType } from './entry.ts';

/** The types of guidelines, as they are shown. */
export const ENTRY_TYPES = [
  'convention',
  'tool_selection',
  'failure_pattern',
] as const satisfies readonly ExperienceType[];
