/** One simple command of a shell line: its words without quotes, redirected input included, redirected output left out. */
export interface SimpleCommand {
  readonly words: readonly string[];
}

type Token = { readonly kind: 'word'; readonly text: string } | { readonly kind: 'operator'; readonly text: string };

const OPERATOR = /^(?:&&|\|\||;;|&>>|&>|>>|<<<|<<-|<<|>&|<&|>\||[|&;()<>\n])/;

function readWord(line: string, start: number): { readonly text: string; readonly end: number } {
  let text = '';
  let at = start;
  let quote = '';
  while (at < line.length) {
    const char = line.charAt(at);
    if (quote === '' && (/\s/.test(char) || OPERATOR.test(char))) break;
    if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = '';
    else if (char === '\\' && quote !== "'" && at + 1 < line.length) {
      at += 1;
      text += line.charAt(at);
    } else text += char;
    at += 1;
  }
  return { text, end: at };
}

function tokens(line: string): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < line.length) {
    const rest = line.slice(at);
    const operator = OPERATOR.exec(rest)?.[0];
    if (operator !== undefined) {
      found.push({ kind: 'operator', text: operator });
      at += operator.length;
    } else if (/^\s/.test(rest)) at += 1;
    else if (rest.startsWith('#')) at = rest.includes('\n') ? at + rest.indexOf('\n') : line.length;
    else {
      const word = readWord(line, at);
      found.push({ kind: 'word', text: word.text });
      at = word.end;
    }
  }
  return found;
}

/**
 * Splits a shell line into its simple commands. An approximation: nothing is expanded, and words of keywords such as
 * `if` stay words.
 *
 * @example
 * ```ts
 * simpleCommands('cd sub && node "a b.js" < in.txt > out.txt');
 * // [{ words: ['cd', 'sub'] }, { words: ['node', 'a b.js', 'in.txt'] }]
 * ```
 */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let target: 'none' | 'input' | 'skip' = 'none';
  for (const token of tokens(line)) {
    if (token.kind === 'word') {
      if (target !== 'skip') words.push(token.text);
      target = 'none';
    } else if (token.text === '<') {
      target = 'input';
    } else if (/[<>]/.test(token.text)) {
      // `2>` leaves its descriptor number behind as a word.
      if (/^\d$/.test(words.at(-1) ?? '')) words.pop();
      target = 'skip';
    } else {
      if (words.length > 0) commands.push({ words });
      words = [];
      target = 'none';
    }
  }
  if (words.length > 0) commands.push({ words });
  return commands;
}
