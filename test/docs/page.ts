/** What a page of the docs asks to be done, in its order. */
export type DocStep =
  | { readonly kind: 'file'; readonly name: string; readonly text: string; readonly line: number }
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly exit: number;
      readonly expected: readonly string[];
      readonly line: number;
    };

const FENCE = /^```(\w*)\s*$/;
const FILE_HEAD = /^(?:#|\/\/)\s*file:\s*(\S+)\s*$/;
const EXIT_NOTE = /\s+#\s*exit\s+(\d+)\s*$/;

/**
 * Reads the blocks of a Markdown page that are run: `console` blocks (`$ command`, then lines of its output; `# exit N`
 * at the end of a command for another status than 0) and blocks of any language whose first line is `# file: NAME` or
 * `// file: NAME`, which are written without that line.
 */
export function readPage(markdown: string): readonly DocStep[] {
  return blocksOf(markdown).flatMap((block): readonly DocStep[] => {
    if (block.language === 'console') return commandsOf(block);
    const name = FILE_HEAD.exec(block.lines[0] ?? '')?.[1];
    if (name === undefined) return [];
    return [{ kind: 'file', name, text: `${block.lines.slice(1).join('\n')}\n`, line: block.line }];
  });
}

interface Block {
  readonly language: string;
  readonly lines: readonly string[];
  /** Line of its first line in the page, from 1. */
  readonly line: number;
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { language: string; lines: string[]; line: number } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const language = FENCE.exec(line)?.[1];
    if (language === undefined) open?.lines.push(line);
    else if (open === undefined) open = { language, lines: [], line: index + 2 };
    else {
      blocks.push(open);
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`a block of line ${open.line} never ends`);
  return blocks;
}

function commandsOf(block: Block): readonly DocStep[] {
  const steps: { kind: 'command'; command: string; exit: number; expected: string[]; line: number }[] = [];
  for (const [index, text] of block.lines.entries()) {
    const last = steps.at(-1);
    if (text.startsWith('$ '))
      steps.push({ kind: 'command', command: text.slice(2), exit: 0, expected: [], line: block.line + index });
    else if (last === undefined) throw new Error(`line ${block.line + index}: output before the first command`);
    else if (last.command.endsWith('\\')) last.command = `${last.command.slice(0, -1)}${text.trim()}`;
    else last.expected.push(text);
  }
  return steps.map((step) => ({
    ...step,
    command: step.command.replace(EXIT_NOTE, ''),
    exit: Number(EXIT_NOTE.exec(step.command)?.[1] ?? 0),
  }));
}

/** The first expected line that the output lacks, in order; `…` stands for anything, also for nothing. */
export function missingLine(expected: readonly string[], output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trimEnd());
  let from = 0;
  for (const wanted of expected.map((line) => line.trimEnd()).filter((line) => line !== '' && line !== '…')) {
    const pattern = new RegExp(`^${wanted.split('…').map(escaped).join('.*')}$`);
    const found = lines.findIndex((line, index) => index >= from && pattern.test(line));
    if (found === -1) return wanted;
    from = found + 1;
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
