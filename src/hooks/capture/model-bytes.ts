import type { HookDocument } from '../document.ts';

/** UTF-8 bytes that an event adds to what the model reads. In Claude Code results are counted with their batch, once. */
export function bytesForModel({ event, host, members }: HookDocument): number {
  switch (event) {
    case 'UserPromptSubmit':
      return bytes(members.prompt);
    case 'Stop':
      return bytes(members.last_assistant_message);
    case 'PostToolBatch':
      return Array.isArray(members.tool_calls)
        ? members.tool_calls.reduce((sum: number, call: unknown) => sum + bytesOfCall(call), 0)
        : 0;
    case 'PostToolUse':
      return host === 'codex' ? bytesOfCall(members) : 0;
    default:
      return 0;
  }
}

function bytesOfCall(call: unknown): number {
  const { tool_input: input, tool_response: response } = { tool_input: null, tool_response: null, ...Object(call) };
  return bytes(input) + bytes(response);
}

function bytes(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
}
