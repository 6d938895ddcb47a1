import type { TextHash } from '../../base/sha256.ts';
import { judgeCall } from '../../telemetry/call.ts';
import { errorSignature } from '../../telemetry/fingerprint.ts';
import { redactText } from '../../telemetry/redact.ts';
import { lastProgram, toolNames } from '../../telemetry/tool-name.ts';
import type { FoundResult, UsageLine } from '../session-line.ts';
import { countOf, listOf, type Members, membersOf, textOf } from './json-members.ts';

/** What one response used, as a line of the host's own file tells it. */
type SeenUsage = Pick<UsageLine, 'response' | 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'>;

/** What one line of a host's own file tells. */
export type ThreadFact =
  | { readonly kind: 'usage'; readonly usage: SeenUsage }
  | { readonly kind: 'result'; readonly result: FoundResult };

/** What Codex does not tell in its hooks: a patch or call that could not begin, and a script that broke off. */
const SILENT_FAILURE = /^(?:apply_patch verification failed|unsupported call|unable to |failed to |Script failed)/;
/** More of an output tells nothing more. */
const MOST_OUTPUT = 65_536;
/** What the bounds themselves refused. */
const REFUSED = /blocked by PreToolUse hook/;

/** What a line of a rollout of Codex tells; undefined of most. */
export function rolloutFact(line: string, hash: TextHash): ThreadFact | undefined {
  if (!/token_usage_record|item_completed|_output"/.test(line)) return undefined;
  const { type, payload } = read(line);
  const members = membersOf(payload);
  if (type === 'token_usage_record') return usageFact(members, hash);
  if (members.type === 'item_completed') return resultFact(membersOf(members.item), hash);
  return type === 'response_item' ? silentFact(members, hash) : undefined;
}

function usageFact(members: Members, hash: TextHash): ThreadFact | undefined {
  const usage = membersOf(members.usage);
  const input = countOf(usage.input_tokens);
  const output = countOf(usage.output_tokens);
  const cached = countOf(usage.cached_input_tokens) ?? 0;
  return {
    kind: 'usage',
    usage: {
      response: hash(textOf(members.response_id) ?? JSON.stringify(members)),
      // The input that Codex states holds what was cached.
      ...(input !== undefined && { inputTokens: Math.max(0, input - cached), cacheReadTokens: cached }),
      ...(output !== undefined && { outputTokens: output }),
    },
  };
}

function resultFact(item: Members, hash: TextHash): ThreadFact | undefined {
  const id = textOf(item.id);
  const ok = isGood(item);
  if (id === undefined || ok === undefined) return undefined;
  const text = textOf(item.aggregated_output) ?? JSON.stringify(item.error ?? item.result ?? '');
  return { kind: 'result', result: { call: hash(id), ok, ...(!ok && { failure: failureOf(item, text) }) } };
}

function isGood(item: Members): boolean | undefined {
  switch (item.type) {
    case 'CommandExecution': {
      const { exit_code: exitCode, command } = item;
      if (typeof exitCode !== 'number') return undefined;
      const words = listOf(command).filter((word) => typeof word === 'string');
      const program = lastProgram(words.at(-1) ?? '');
      return judgeCall({ exitCode, ...(program !== undefined && { program }) }).ok ?? undefined;
    }
    case 'McpToolCall':
      if (item.status === 'failed' || membersOf(item.result).isError === true) return false;
      return item.status === 'completed' ? true : undefined;
    case 'FileChange':
      if (item.status === 'failed') return false;
      return item.status === 'completed' ? true : undefined;
    default:
      return undefined;
  }
}

/** Of a command as its hook would tell it, so that both tell of one failure. */
function failureOf(item: Members, text: string): string {
  const command = listOf(item.command).at(-1);
  const tool = typeof command === 'string' ? (toolNames('Bash', { command }).at(-1) ?? 'Bash') : String(item.type);
  return errorSignature(tool, redactText(text.slice(0, MOST_OUTPUT))).signature;
}

function silentFact(members: Members, hash: TextHash): ThreadFact | undefined {
  const id = textOf(members.call_id);
  if (id === undefined || !String(members.type).endsWith('_output')) return undefined;
  const text =
    textOf(members.output) ??
    listOf(members.output)
      .map((part) => textOf(membersOf(part).text) ?? '')
      .join('\n');
  if (!SILENT_FAILURE.test(text) || REFUSED.test(text)) return undefined;
  return { kind: 'result', result: { call: hash(id), ok: false, failure: errorSignature('codex', text).signature } };
}

function read(line: string): Members {
  try {
    return membersOf(JSON.parse(line));
  } catch {
    return {};
  }
}
