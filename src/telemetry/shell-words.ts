/** One command of a shell line, and the operator after it (`|`, `&&`, `;`, a line break …; null at the end). */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly operator: string | null;
}

const OPERATORS = '|&;\n';
const BLANKS = ' \t\r';

/**
 * Splits a line into commands by POSIX word rules: quotes and backslashes are resolved, `#` starts no comment.
 * An open quote or a trailing backslash ends with the line.
 */
export function splitCommands(line: string): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  for (const word of shellWords(line)) {
    if (word !== '' && isOperator(word)) {
      if (words.length > 0) commands.push({ words, operator: word });
      words = [];
    } else words.push(word);
  }
  if (words.length > 0) commands.push({ words, operator: null });
  return commands;
}

function isOperator(word: string): boolean {
  for (const char of word) if (!OPERATORS.includes(char)) return false;
  return true;
}

function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  let i = 0;
  while (i < line.length) {
    if (BLANKS.includes(line.charAt(i))) i++;
    else if (OPERATORS.includes(line.charAt(i))) {
      const start = i;
      while (i < line.length && OPERATORS.includes(line.charAt(i))) i++;
      words.push(line.slice(start, i));
    } else {
      const { word, next } = readWord(line, i);
      words.push(word);
      i = next;
    }
  }
  return words;
}

function readWord(line: string, start: number): { readonly word: string; readonly next: number } {
  let word = '';
  let i = start;
  while (i < line.length) {
    const char = line.charAt(i);
    if (BLANKS.includes(char) || OPERATORS.includes(char)) break;
    if (char === "'" || char === '"') {
      const quoted = readQuoted(line, i);
      word += quoted.text;
      i = quoted.next;
    } else if (char === '\\') {
      word += line.charAt(i + 1);
      i += 2;
    } else {
      word += char;
      i++;
    }
  }
  return { word, next: i };
}

/** Inside double quotes a backslash escapes only itself and the quote. */
function readQuoted(line: string, start: number): { readonly text: string; readonly next: number } {
  const quote = line.charAt(start);
  let text = '';
  let i = start + 1;
  while (i < line.length && line.charAt(i) !== quote) {
    const following = line.charAt(i + 1);
    if (quote === '"' && line.charAt(i) === '\\' && (following === '"' || following === '\\')) i++;
    text += line.charAt(i);
    i++;
  }
  return { text, next: i + 1 };
}
