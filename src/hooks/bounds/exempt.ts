import type { HookDocument } from '../document.ts';
import type { EventLine } from '../session-line.ts';

/** The patterns by the text of `bounds-allow.json` in PRAXIS_HOME; none where it is not there or cannot be understood. */
export function exemptPatterns(text: string | undefined): readonly string[] {
  try {
    const { v, patterns } = JSON.parse(text ?? '{}');
    return v === 1 && Array.isArray(patterns) ? patterns.filter((pattern) => typeof pattern === 'string') : [];
  } catch {
    return [];
  }
}

/** The line of a call whose command a person exempted from the count of what brings nothing new. */
export function withExemption(line: EventLine, { members }: HookDocument, patterns: readonly string[]): EventLine {
  const { command } = { command: undefined, ...Object(members.tool_input) };
  if (line.facts === undefined || typeof command !== 'string') return line;
  if (!patterns.some((pattern) => matches(pattern, command))) return line;
  return { ...line, facts: { ...line.facts, exempt: true } };
}

/** Whether a whole command is of a pattern, in which `*` stands for any text. */
function matches(pattern: string, command: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(command.trim());
}
