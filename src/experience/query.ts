import { chooseLine, errorLines, errorMessage } from '../telemetry/error-lines.ts';
import { normaliseLine } from '../telemetry/line-replacements.ts';

/** What went wrong, as the tool told it. */
export interface QueryError {
  readonly message: string;
  /** Names of tools. They stay as they are wherever the message has them. */
  readonly tools: readonly string[];
}

const MESSAGE_LIMIT = 300;
const FIRST_SHIELD = 0xe100;
const LAST_SHIELD = 0xf8ff;

/** The text whose vector a task is looked for with: the task, and what went wrong on a line of its own. */
export function queryText(task: string, error: QueryError | null): string {
  const line = error === null ? '' : normalisedMessage(error);
  return line === '' ? task : `${task}\n${line}`;
}

/** The line of a message that tells what is wrong, at most 300 characters of it, without what changes from time to time. */
function normalisedMessage({ message, tools }: QueryError): string {
  const line = Array.from(chooseLine(errorLines(errorMessage(message))))
    .slice(0, MESSAGE_LIMIT)
    .join('');
  const names = namesIn(line, tools);
  const shielded = names.reduce((text, name, index) => shield(text, name, index), line);
  return normaliseLine(shielded, 'signature').replace(
    /[\ue100-\uf8ff]/g,
    (mark) => names[mark.charCodeAt(0) - FIRST_SHIELD] ?? mark,
  );
}

/** The longest first, so that none is taken for a part of another. */
function namesIn(line: string, tools: readonly string[]): readonly string[] {
  return [...new Set(tools)]
    .filter((name) => name !== '' && line.includes(name))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, LAST_SHIELD - FIRST_SHIELD);
}

/** A character that no replacement looks for in the place of a name, and of the quotes around it. */
function shield(text: string, name: string, index: number): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const mark = String.fromCharCode(FIRST_SHIELD + index);
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_./-])(["'\`]?)${escaped}\\1(?![\\p{L}\\p{N}_/-])`, 'gu'), mark);
}
