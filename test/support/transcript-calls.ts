import { readFileSync } from 'node:fs';

/** A call as a hook of its host would tell it, with nothing that only the transcript knows. */
export interface HookCall {
  readonly host: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly params?: unknown;
  readonly ok: boolean | null;
  readonly startedAt: string;
}

/** A row of JSON Lines, whatever is in it. */
// biome-ignore lint/suspicious/noExplicitAny: rows of foreign programs, of which tests read what they know to be there.
type Row = any;

const CALLS: Readonly<Record<string, (rows: readonly Row[]) => readonly HookCall[]>> = {
  'claude-code': (rows) =>
    rows
      .filter((row) => row.type === 'assistant' && Array.isArray(row.message.content))
      .flatMap(({ message, sessionId, timestamp }) =>
        message.content
          .filter((block: Row) => block.type === 'tool_use')
          .map((block: Row) => ({
            host: 'claude-code',
            sessionId,
            callId: block.id,
            tool: block.name,
            params: block.input,
            ok: null,
            startedAt: timestamp,
          })),
      ),
  codex: (rows) => {
    const meta = rows.find((row) => row.type === 'session_meta').payload;
    const known = { host: 'codex', sessionId: meta.session_id ?? meta.id, ok: null };
    return rows.flatMap(({ payload, timestamp }) => {
      const { type, item } = payload ?? {};
      // In code mode its hooks see the calls that a script makes, not the script.
      if (type === 'item_completed' && item.id.startsWith('exec-')) {
        const startedAt = new Date(payload.started_at_ms).toISOString();
        return [{ ...known, callId: item.id, tool: toolOf(item), startedAt }];
      }
      if (type !== 'function_call' && type !== 'custom_tool_call') return [];
      if (payload.name === 'write_stdin' || payload.namespace === 'functions') return [];
      return [{ ...known, callId: payload.call_id, tool: payload.name, startedAt: timestamp }];
    });
  },
};

function toolOf(item: Row): string {
  if (item.type === 'McpToolCall') return `mcp__${item.server}__${item.tool}`;
  return item.type === 'FileChange' ? 'apply_patch' : 'exec_command';
}

/** The calls in a transcript of that host. */
export function callsIn(host: 'claude-code' | 'codex', path: string): readonly HookCall[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return CALLS[host]?.(lines.filter((line) => line !== '').map((line) => JSON.parse(line))) ?? [];
}
