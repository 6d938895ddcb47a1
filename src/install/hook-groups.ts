import type { HostName } from './host-name.ts';

/** One group of a host's hook settings, as it stands in the file. */
export interface HookGroup {
  readonly event: string;
  readonly group: {
    readonly matcher?: string;
    readonly hooks: readonly [HookHandler];
  };
}

interface HookHandler {
  readonly type: 'command';
  readonly command: string;
  readonly args?: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  readonly async?: true;
  readonly onFailure?: 'block';
}

/** The program that answers the events, as absolute paths. */
export interface HookProgram {
  readonly node: string;
  readonly script: string;
}

export interface GroupChoice {
  /** Whether calls are judged before they run. */
  readonly hasBounds: boolean;
  /** Whether a hook that breaks blocks the call. Claude Code alone. */
  readonly isEnforced: boolean;
}

const CLAUDE_CAPTURE: readonly { readonly event: string; readonly matcher?: string; readonly timeout?: number }[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PostToolUse' },
  { event: 'PostToolUseFailure' },
  { event: 'PostToolBatch' },
  { event: 'Stop' },
  { event: 'SubagentStart' },
  { event: 'SubagentStop' },
  { event: 'SessionEnd', timeout: 10 },
];

const CODEX_CAPTURE = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'Interrupt',
  'SessionEnd',
] as const;

const TIMEOUT_S = 5;
/** Codex gives these two no more. */
const CODEX_SHORT_S = 3;

/** The groups of our hooks for a host, each event once. */
export function hookGroups(host: HostName, program: HookProgram, choice: GroupChoice): readonly HookGroup[] {
  return host === 'claude-code' ? claudeGroups(program, choice) : codexGroups(program, choice);
}

function claudeGroups(program: HookProgram, { hasBounds, isEnforced }: GroupChoice): readonly HookGroup[] {
  const capture = claudeCapture(program);
  return hasBounds ? [...capture, ...claudeBounds(program, isEnforced)] : capture;
}

/** The groups that record and teach in Claude Code. */
export function claudeCapture(program: HookProgram): readonly HookGroup[] {
  const handler = { type: 'command', command: program.node, args: [program.script] } as const;
  return CLAUDE_CAPTURE.map(({ event, timeout }): HookGroup => {
    const own: HookHandler = { ...handler, timeout: timeout ?? TIMEOUT_S };
    // A successful call is only recorded: nobody has to wait for that.
    return { event, group: { hooks: [event === 'PostToolUse' ? { ...own, async: true } : own] } };
  });
}

/** The one group that judges calls in Claude Code. */
export function claudeBounds({ node, script }: HookProgram, isEnforced: boolean): readonly HookGroup[] {
  const own: HookHandler = { type: 'command', command: node, args: [script], timeout: TIMEOUT_S };
  return [{ event: 'PreToolUse', group: { hooks: [isEnforced ? { ...own, onFailure: 'block' } : own] } }];
}

function codexGroups(program: HookProgram, { hasBounds }: GroupChoice): readonly HookGroup[] {
  const events: readonly string[] = hasBounds ? [...CODEX_CAPTURE, 'PermissionRequest'] : CODEX_CAPTURE;
  const command = codexCommand(program);
  return events.map((event) => {
    const isShort = event === 'SessionEnd' || event === 'Interrupt';
    return { event, group: { hooks: [{ type: 'command', command, timeout: isShort ? CODEX_SHORT_S : TIMEOUT_S }] } };
  });
}

/** One constant text for every event and version, since Codex trusts a hook by its hash. */
function codexCommand({ node, script }: HookProgram): string {
  return `${quoted(node)} ${quoted(script)}`;
}

/** For a POSIX shell, in double quotes. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"$`]/g, '\\$&')}"`;
}

/** Whether a handler found in a file runs our program, whatever Node it runs it with. */
export function runsScript(handler: unknown, script: string): boolean {
  if (typeof handler !== 'object' || handler === null) return false;
  const { command, args } = handler as { readonly command?: unknown; readonly args?: unknown };
  if (Array.isArray(args) && args.includes(script)) return true;
  return typeof command === 'string' && command.includes(quoted(script));
}

/** The Node of a handler that runs our program; undefined where its command is none of ours. */
export function nodeOf(handler: unknown, script: string): string | undefined {
  if (typeof handler !== 'object' || handler === null) return undefined;
  const { command, args } = handler as { readonly command?: unknown; readonly args?: unknown };
  if (typeof command !== 'string') return undefined;
  if (Array.isArray(args)) return command;
  const [, node] = /^"((?:[^"\\]|\\.)*)" /.exec(command.endsWith(` ${quoted(script)}`) ? command : '') ?? [];
  return node?.replace(/\\(.)/g, '$1');
}
