/** One command of a shell line, and the operator after it (`|`, `&&`, `;`, a line break …; null at the end). */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly operator: string | null;
}

const OPERATORS = /[|&;\n]+/y;
const BLANKS = /[ \t\r]+/y;
const PLAIN = /[^ \t\r|&;\n'"\\]+/y;
const IN_DOUBLE = /[^"\\]+/y;
const IN_SINGLE = /[^']+/y;

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
  return /^[|&;\n]+$/.test(word);
}

function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  let i = 0;
  while (i < line.length) {
    const blanks = runAt(BLANKS, line, i);
    const operator = runAt(OPERATORS, line, i + blanks.length);
    i += blanks.length + operator.length;
    if (operator !== '') words.push(operator);
    else if (i < line.length) {
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
    const plain = runAt(PLAIN, line, i);
    word += plain;
    i += plain.length;
    const char = line.charAt(i);
    if (char === "'" || char === '"') {
      const quoted = readQuoted(line, i);
      word += quoted.text;
      i = quoted.next;
    } else if (char === '\\') {
      word += line.charAt(i + 1);
      i += 2;
    } else break;
  }
  return { word, next: i };
}

/** Inside double quotes a backslash escapes only itself and the quote. */
function readQuoted(line: string, start: number): { readonly text: string; readonly next: number } {
  const quote = line.charAt(start);
  let text = '';
  let i = start + 1;
  while (i < line.length) {
    const plain = runAt(quote === '"' ? IN_DOUBLE : IN_SINGLE, line, i);
    text += plain;
    i += plain.length;
    if (line.charAt(i) !== '\\') break;
    const following = line.charAt(i + 1);
    const isEscape = following === '"' || following === '\\';
    text += isEscape ? following : '\\';
    i += isEscape ? 2 : 1;
  }
  return { text, next: i + 1 };
}

/** What the pattern, which is sticky, matches from there on. */
function runAt(pattern: RegExp, line: string, start: number): string {
  pattern.lastIndex = start;
  return pattern.exec(line)?.[0] ?? '';
}
