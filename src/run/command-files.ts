import { simpleCommands } from './shell-words.ts';
import type { TreeReader } from './tree-reader.ts';

/** A file that a command names, relative to the work tree. */
export interface NamedFile {
  readonly path: string;
  /** `runs`: what the command executes; `scripts`: a `package.json` that says what; `reads`: any other argument. */
  readonly use: 'runs' | 'scripts' | 'reads';
}

const INTERPRETERS = /^(?:node|nodejs|deno|bun|tsx|ts-node|sh|bash|dash|zsh|ksh|python[\d.]*|ruby|perl|php)$/;
const SHELLS = /^(?:sh|bash|dash|zsh|ksh)$/;
const PREFIXES = new Set([
  'exec',
  'command',
  'time',
  'env',
  'nice',
  'nohup',
  'timeout',
  '!',
  'then',
  'do',
  'else',
  'if',
  'while',
  'until',
  '{',
]);
const PACKAGE_MANAGERS = new Set(['npm', 'yarn', 'pnpm', 'bun']);
const MAX_DEPTH = 8;

/** Joins a folder and a path of the tree; null where it leads out of it. */
export function joinTreePath(folder: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

function withoutPrefixes(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    const [first = ''] = rest;
    const isAssignment = /^[A-Za-z_]\w*=/.test(first);
    if (!isAssignment && !PREFIXES.has(first)) return rest;
    rest = rest.slice(1);
    if (first === 'timeout' || first === 'nice') {
      const start = rest.findIndex((word) => !word.startsWith('-') && !/^[\d.]+[smhd]?$/.test(word));
      rest = start < 0 ? [] : rest.slice(start);
    }
  }
}

function scriptsOf(text: string | null): Readonly<Record<string, unknown>> {
  if (text === null) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    const scripts = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed ? parsed.scripts : undefined;
    return typeof scripts === 'object' && scripts !== null ? { ...scripts } : {};
  } catch {
    return {};
  }
}

interface PackageCall {
  /** `--prefix DIR`, `-C DIR`. */
  readonly folder: string;
  readonly rest: readonly string[];
}

function packageCall(words: readonly string[]): PackageCall {
  let folder = '';
  let at = 1;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) break;
    if (/^(?:--prefix|-C|--dir|--cwd)$/.test(word)) {
      folder = words[at + 1] ?? '';
      at += 1;
    } else folder = /^--(?:prefix|dir|cwd)=(.*)$/.exec(word)?.[1] ?? folder;
    at += 1;
  }
  return { folder, rest: words.slice(at) };
}

function lineOfShell(words: readonly string[]): string | undefined {
  const flag = words.findIndex((word) => /^-\w*c$/.test(word));
  return flag < 0 ? undefined : words[flag + 1];
}

function firstArgument(words: readonly string[]): string | undefined {
  return words.find((word) => !word.startsWith('-'));
}

/** Follows commands to the files of the work tree that they execute or name. */
class CommandWalk {
  readonly found: NamedFile[] = [];
  private readonly reader: TreeReader;
  private readonly root: string;
  private readonly seenScripts = new Set<string>();
  /** Scripts and runners look in `node_modules/.bin`; a plain shell does not. */
  private isInScript = false;
  private hasBinFolders = false;

  constructor(reader: TreeReader, root: string) {
    this.reader = reader;
    this.root = root;
  }

  line(line: string, folder: string, depth: number): void {
    let inside = folder;
    for (const { words } of simpleCommands(line)) {
      if (words[0] === 'cd') inside = this.resolve(inside, words[1] ?? '') ?? inside;
      else this.command(withoutPrefixes(words), inside, depth);
    }
  }

  private resolve(folder: string, path: string): string | null {
    if (!path.startsWith('/')) return joinTreePath(folder, path);
    if (path === this.root) return '';
    return path.startsWith(`${this.root}/`) ? joinTreePath('', path.slice(this.root.length + 1)) : null;
  }

  private command(words: readonly string[], folder: string, depth: number): void {
    const [first = '', ...rest] = words;
    if (first === '' || depth > MAX_DEPTH) return;
    this.executed(first, folder);
    const shellLine = SHELLS.test(first) ? lineOfShell(rest) : undefined;
    if (shellLine !== undefined) this.line(shellLine, folder, depth + 1);
    else if (PACKAGE_MANAGERS.has(first)) this.packageManager(words, folder, depth);
    else if (/^(?:npx|bunx|pnpx)$/.test(first)) this.runner(rest, folder, depth);
    else if (first === 'node' && rest[0] === '--run') this.script(rest[1] ?? '', folder, depth);
    else if (this.isInScript && INTERPRETERS.test(first)) this.interpreted(rest, folder);
    if (!this.isInScript) this.arguments(rest, folder);
  }

  private executed(word: string, folder: string): void {
    if (word.includes('/')) this.add(this.resolve(folder, word), 'runs');
    else if (/^[\w@.-]+$/.test(word) && !INTERPRETERS.test(word)) {
      for (let at: string | null = folder; at !== null; at = at === '' ? null : joinTreePath(at, '..')) {
        const path = joinTreePath(at, `node_modules/.bin/${word}`);
        if (path !== null && (this.hasBinFolders || this.reader.kind(path) !== 'absent')) this.add(path, 'runs');
      }
    }
  }

  private interpreted(words: readonly string[], folder: string): void {
    // After these no file follows.
    if (words.some((word) => /^-(?:e|p|c|m|pe|-eval|-print)$/.test(word))) return;
    const isValue = (at: number): boolean =>
      /^(?:-r|-C|--require|--import|--loader|--conditions)$/.test(words[at] ?? '');
    const script = words.find((word, at) => !word.startsWith('-') && !isValue(at - 1));
    if (script !== undefined) this.add(this.resolve(folder, script), 'runs');
  }

  private runner(words: readonly string[], folder: string, depth: number): void {
    const start = words.findIndex(
      (word, at) => !word.startsWith('-') && !/^(?:-p|--package)$/.test(words[at - 1] ?? ''),
    );
    if (start < 0) return;
    const hadBinFolders = this.hasBinFolders;
    this.hasBinFolders = true;
    this.command(words.slice(start), folder, depth + 1);
    this.hasBinFolders = hadBinFolders;
  }

  private packageManager(words: readonly string[], folder: string, depth: number): void {
    const call = packageCall(words);
    const inside = call.folder === '' ? folder : this.resolve(folder, call.folder);
    const [verb = '', ...rest] = call.rest;
    if (inside === null) return;
    if (/^(?:exec|x)$/.test(verb))
      this.runner(
        rest.filter((word) => word !== '--'),
        inside,
        depth,
      );
    else if (/^(?:run|run-script|rum|urn)$/.test(verb)) this.script(firstArgument(rest) ?? '', inside, depth);
    else if (/^(?:t|tst)$/.test(verb)) this.script('test', inside, depth);
    else if (!this.script(verb, inside, depth) && words[0] !== 'npm') this.runner(call.rest, inside, depth);
  }

  private script(name: string, folder: string, depth: number): boolean {
    const file = joinTreePath(folder, 'package.json') ?? 'package.json';
    const key = `${file}\n${name}`;
    if (name === '' || this.seenScripts.has(key)) return true;
    this.seenScripts.add(key);
    this.add(file, 'scripts');
    const scripts = scriptsOf(this.reader.readText(file));
    const [wasInScript, hadBinFolders] = [this.isInScript, this.hasBinFolders];
    this.isInScript = true;
    this.hasBinFolders = true;
    for (const member of [`pre${name}`, name, `post${name}`]) {
      const line = scripts[member];
      if (typeof line === 'string') this.line(line, folder, depth + 1);
    }
    this.isInScript = wasInScript;
    this.hasBinFolders = hadBinFolders;
    return typeof scripts[name] === 'string';
  }

  private arguments(words: readonly string[], folder: string): void {
    for (const word of words) {
      const value = /^--?[\w-]+=(.*)$/s.exec(word)?.[1] ?? word;
      const path = this.resolve(folder, value);
      if (path !== null && path !== '' && this.reader.kind(path) !== 'absent') this.add(path, 'reads');
    }
  }

  private add(path: string | null, use: NamedFile['use']): void {
    if (path === null || path === '') return;
    if (!this.found.some((file) => file.path === path && file.use === use)) this.found.push({ path, use });
  }
}

/**
 * Files of the work tree that a command executes or names as arguments: `npm test` and its like are followed through the
 * scripts of `package.json`, `npx x` and a bare `x` to `node_modules/.bin/x`. Executed files need not exist.
 */
export function filesOfCommand(command: string, reader: TreeReader, root: string): readonly NamedFile[] {
  const walk = new CommandWalk(reader, root);
  walk.line(command, '', 0);
  return walk.found;
}
