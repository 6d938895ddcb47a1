import { type ShellCommand, splitCommands } from './shell-words.ts';

/** One command that a shell call runs: `shell:<program>[ <subcommand>]`, and its flags sorted, without values. */
export interface RefinedCommand {
  readonly name: string;
  readonly flags: readonly string[];
}

const SHELLS: ReadonlySet<string> = new Set([
  'bash',
  'shell',
  'exec_command',
  'run_shell_command',
  'exec',
  'shell_command',
  'local_shell',
  'execute_bash',
]);
const NEUTRAL: ReadonlySet<string> = new Set(['think', 'update_plan', 'todowrite', 'sequentialthinking']);
const PREFIXES: ReadonlySet<string> = new Set(['sudo', 'env', 'time']);

const NODE_OPTIONS = ['--prefix', '-C', '--dir', '--cwd', '-w', '--workspace', '-F', '--filter'];

/** Programs that have subcommands, with the options before one that take the next word as their value. */
const VALUE_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['git', ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path']],
  ['docker', ['-H', '--host', '-c', '--context', '--config', '-l', '--log-level']],
  ['kubectl', ['-n', '--namespace', '--context', '--kubeconfig', '--cluster', '--user', '-s', '--server']],
  ['npm', NODE_OPTIONS],
  ['pnpm', NODE_OPTIONS],
  ['yarn', NODE_OPTIONS],
  ['cargo', ['-C', '--manifest-path', '--config', '-Z', '--color']],
  ['go', ['-C']],
  ['pip', ['--python', '--proxy', '--log', '--cache-dir']],
  ['uv', ['--directory', '--project', '--python', '--cache-dir', '--config-file']],
]);

/** Lower case; `mcp__server__tool` and `server.tool` become `server/tool`; then the alias table. */
export function normaliseTool(name: string, aliases: Readonly<Record<string, string>> = {}): string {
  const lower = name.toLowerCase();
  const mcp = /^mcp__([^\n]+?)__([^\n]+)$/.exec(lower);
  let plain = lower;
  if (mcp !== null) plain = `${mcp[1]}/${mcp[2]}`;
  else if (/^[^./]+\.[^./]+$/.test(lower)) plain = lower.replace('.', '/');
  return Object.hasOwn(aliases, plain) ? (aliases[plain] ?? plain) : plain;
}

/** Whether a normalised name is that of a tool that runs shell lines. */
export function isShellTool(normalisedName: string): boolean {
  return SHELLS.has(normalisedName);
}

/** Whether a tool, as registered, only thinks or plans. */
export function isNeutral(name: string): boolean {
  return NEUTRAL.has(normaliseTool(name).split('/').at(-1) ?? '');
}

/** The commands of a shell call in order: `bash -lc "…"` is unwrapped, `cd X &&` left out. */
export function refineShell(command: string | readonly string[]): readonly RefinedCommand[] {
  if (typeof command === 'string') return splitCommands(command).flatMap(refineCommand);
  const [program = '', option, script] = command;
  if (baseName(program) === 'bash' && isScriptOption(option) && script !== undefined) return refineShell(script);
  return refineCommand({ words: command, operator: null });
}

/** Flags of all commands of a shell call, sorted, each once. They play the role of argument keys. */
export function shellFlags(command: string | readonly string[]): readonly string[] {
  return [...new Set(refineShell(command).flatMap((refined) => refined.flags))].sort();
}

/** The names under which a call counts: those of its shell commands, else the tool's own. */
export function toolNames(
  name: string,
  params: unknown,
  aliases: Readonly<Record<string, string>> = {},
): readonly string[] {
  const normalised = normaliseTool(name, aliases);
  const command = isShellTool(normalised) ? shellCommandOf(params) : undefined;
  const refined = command === undefined ? [] : refineShell(command).map((one) => one.name);
  return refined.length > 0 ? refined : [normalised];
}

/** The command of a shell tool's parameters (`command`, else `cmd`), as text or argument list. */
export function shellCommandOf(params: unknown): string | readonly string[] | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(params));
  const command = members.has('command') ? members.get('command') : members.get('cmd');
  if (typeof command === 'string') return command;
  return isTextList(command) ? command : undefined;
}

/** Program of the last command of a line, whose exit status is that of the line; undefined where there is none. */
export function lastProgram(command: string | readonly string[]): string | undefined {
  const line = typeof command === 'string' ? command.replace(/\d*[<>]&(?:\d+|-)|&>>?|>&/g, ' > ') : command;
  return refineShell(line).at(-1)?.name.slice('shell:'.length).split(' ')[0];
}

function refineCommand({ words, operator }: ShellCommand): readonly RefinedCommand[] {
  let first = 0;
  while (first < words.length && isPrefix(words[first] ?? '')) first++;
  const word = words[first];
  if (word === undefined) return [];
  const program = baseName(word);
  const rest = words.slice(first + 1);
  const script = rest[1];
  if (program === 'bash' && isScriptOption(rest[0]) && script !== undefined) return refineShell(script);
  if (program === 'cd' && operator === '&&') return [];
  const valueOptions = VALUE_OPTIONS.get(program);
  const sub = valueOptions === undefined ? undefined : subcommand(rest, valueOptions);
  return [{ name: `shell:${program}${sub === undefined ? '' : ` ${sub}`}`, flags: flagsOf(rest) }];
}

function subcommand(words: readonly string[], valueOptions: readonly string[]): string | undefined {
  let isValue = false;
  for (const word of words) {
    if (isValue) isValue = false;
    else if (word.startsWith('-')) isValue = valueOptions.includes(word);
    else if (!word.startsWith('+')) return /^[a-z][a-z0-9-]*$/.test(word) ? word : undefined;
  }
  return undefined;
}

function flagsOf(words: readonly string[]): readonly string[] {
  const flags = words.filter((word) => word.startsWith('-') && word !== '-' && word !== '--');
  return [...new Set(flags.map((flag) => flag.split('=', 1)[0] ?? flag))].sort();
}

function isPrefix(word: string): boolean {
  return PREFIXES.has(word) || /^[A-Za-z_][\p{L}\p{N}_]*=/u.test(word);
}

function isScriptOption(word: string | undefined): boolean {
  return word === '-lc' || word === '-c';
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
