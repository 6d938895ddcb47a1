import type { PlainJson } from '../../base/exact-json.ts';
import { type CallOutcome, type CallVerdict, judgeCall } from '../call.ts';
import { lastProgram, shellCommandOf } from '../tool-name.ts';
import { contentText, isObject, type JsonObject, member, numberMember, parsedOrText, textMember } from './json-view.ts';

/** What an item of a turn says of the call it stands for. */
export interface CodexItem {
  readonly tool: string;
  readonly params: PlainJson;
  readonly output: PlainJson;
  readonly outcome: CallOutcome | null;
}

/** A finished item of a rollout or a stream as a call; undefined where it is none. Both write the same in two spellings. */
export function codexItem(item: PlainJson | undefined): CodexItem | undefined {
  if (!isObject(item)) return undefined;
  switch (textMember(item, 'type')) {
    case 'CommandExecution':
    case 'command_execution':
      return commandItem(item);
    case 'FileChange':
    case 'file_change':
      return {
        tool: 'apply_patch',
        params: { changes: item.changes ?? null },
        output: [textMember(item, 'stdout'), textMember(item, 'stderr')].filter((text) => text !== null).join('\n'),
        outcome: statusOutcome(item),
      };
    case 'McpToolCall':
    case 'mcp_tool_call':
      return mcpItem(item);
    case 'web_search':
      return {
        tool: 'web_search',
        params: { query: item.query ?? null },
        output: '',
        outcome: statusOutcome(item) ?? { returned: true },
      };
    case 'collab_tool_call':
      return {
        tool: textMember(item, 'tool') ?? 'collab_tool_call',
        params: { prompt: item.prompt ?? null, receiver_thread_ids: item.receiver_thread_ids ?? null },
        output: item.agents_states ?? null,
        outcome: statusOutcome(item),
      };
    default:
      return undefined;
  }
}

function commandItem(item: JsonObject): CodexItem {
  const command = item.command ?? null;
  const exitCode = numberMember(item, 'exit_code');
  return {
    tool: 'exec_command',
    params: { command },
    output: textMember(item, 'aggregated_output') ?? '',
    outcome: exitCode === null ? statusOutcome(item) : { exitCode, ...programOf({ command }) },
  };
}

function mcpItem(item: JsonObject): CodexItem {
  const { result, error } = item;
  const isError = (error ?? null) !== null || member(result, 'isError') === true;
  return {
    tool: `mcp__${textMember(item, 'server') ?? ''}__${textMember(item, 'tool') ?? ''}`,
    params: item.arguments ?? null,
    output:
      (error ?? null) === null
        ? contentText(member(result, 'content'))
        : (textMember(error, 'message') ?? error ?? null),
    outcome: isError ? { isError } : statusOutcome(item),
  };
}

function statusOutcome(item: JsonObject): CallOutcome | null {
  const status = textMember(item, 'status');
  if (status === 'completed') return { returned: true };
  if (status === 'declined' || status === 'cancelled') return { cancelled: true };
  return status === 'failed' ? { isError: true } : null;
}

/** The last program of the command in `params`, for the rule of exit code 1. */
function programOf(params: PlainJson): { readonly program?: string } {
  const command = shellCommandOf(params);
  const program = command === undefined ? undefined : lastProgram(unwrapped(command));
  return program === undefined ? {} : { program };
}

/** A stream writes the argument list of a shell as one line. */
function unwrapped(command: string | readonly string[]): string | readonly string[] {
  if (typeof command !== 'string') {
    const [program = '', option = '', script] = command;
    return /(?:^|\/)(?:ba|z|da)?sh$/.test(program) && /^-l?c$/.test(option) && script !== undefined ? script : command;
  }
  const inner = /^(?:\S*\/)?(?:ba|z|da)?sh -l?c (.*)$/s.exec(command)?.[1];
  if (inner === undefined) return command;
  return /^'.*'$/s.test(inner) ? inner.slice(1, -1).replaceAll(`'\\''`, "'") : inner;
}

const EXIT_LINE = /^(?:Exit code: |Process exited with code )(-?\d+)\s*$/m;
const SCRIPT = /^Script (failed|completed)/;

/** What an output tells by itself: the exit code in its `metadata`, or in a line before `Output:`. */
export function outputVerdict(output: PlainJson | undefined, params: PlainJson): CallVerdict {
  const parsed = parsedOrText(output);
  const code = numberMember(member(parsed, 'metadata'), 'exit_code') ?? exitLine(outputText(output));
  return judgeCall(code === null ? {} : { exitCode: code, ...programOf(params) });
}

/** How a script ended that counts itself; null while it runs. */
export function scriptVerdict(output: PlainJson | undefined): CallVerdict | null {
  const end = SCRIPT.exec(outputText(output))?.[1];
  return end === undefined ? null : judgeCall({ returned: end === 'completed' });
}

function exitLine(text: string): number | null {
  const end = text.search(/^Output:/m);
  const code = EXIT_LINE.exec(end === -1 ? text.slice(0, 2000) : text.slice(0, end))?.[1];
  return code === undefined ? null : Number(code);
}

/** The text of an output, which may be a text, JSON in a text, or a list of parts. */
export function outputText(output: PlainJson | undefined): string {
  if (isObject(output)) return textMember(output, 'output') ?? contentText(output.content);
  const parsed = typeof output === 'string' && output.startsWith('{') ? parsedOrText(output) : output;
  if (isObject(parsed)) return textMember(parsed, 'output') ?? (typeof output === 'string' ? output : '');
  return contentText(output);
}
