import type { ServerResponse } from 'node:http';
import {
  type ModelRequest,
  type ModelTurn,
  notHere,
  type Part,
  type ScriptedModel,
  serveModel,
  streamEvent,
} from './scripted-model.ts';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: unknown;
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** A model behind the messages interface of Anthropic, as Claude Code speaks to it. */
export function messagesModel(part: Part): Promise<ScriptedModel> {
  return serveModel((path, text, response, kept) => {
    if (!path.startsWith('/v1/messages') || path.includes('count_tokens')) return notHere(response);
    const body = JSON.parse(text);
    // Titles and summaries are asked for without tools.
    if (!Array.isArray(body.tools) || body.tools.length === 0) {
      return answer(response, body, { text: 'Short answer.' }, kept.length);
    }
    const asked = requestOf(body.messages, text);
    kept.push(asked);
    const turn = part(asked);
    setTimeout(() => answer(response, body, turn, kept.length), turn.delayMs ?? 0);
  });
}

function requestOf(messages: readonly Message[], body: string): ModelRequest {
  const last = messages.findLastIndex((one) => one.role === 'user' && isPrompt(one));
  const turn = messages.slice(last + 1).filter((one) => one.role === 'assistant').length;
  return { turn, prompt: last === -1 ? '' : promptText(messages[last]), body };
}

function isPrompt(message: Message): boolean {
  return typeof message.content === 'string' || message.content.every((block) => block.type !== 'tool_result');
}

function promptText(message: Message | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map((block) => block.text ?? '').join('\n');
}

function json(response: ServerResponse, document: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(document));
}

function answer(response: ServerResponse, body: { model: string; stream?: boolean }, turn: ModelTurn, n: number): void {
  const blocks = blocksOf(turn, n);
  const stop = (turn.calls ?? []).length > 0 ? 'tool_use' : 'end_turn';
  const usage = {
    input_tokens: 1000 + n,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 40,
  };
  const message = { id: `msg_${n}_${unique()}`, type: 'message', role: 'assistant', model: body.model };
  if (body.stream === true) stream(response, message, blocks, stop, usage, n);
  else json(response, { ...message, content: blocks, stop_reason: stop, stop_sequence: null, usage });
}

function stream(
  response: ServerResponse,
  message: object,
  blocks: readonly Made[],
  stop: string,
  usage: object,
  n: number,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${n}` });
  streamEvent(response, 'message_start', {
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } },
  });
  for (const [index, block] of blocks.entries()) {
    const [empty, delta] = streamed(block);
    streamEvent(response, 'content_block_start', { index, content_block: empty });
    streamEvent(response, 'content_block_delta', { index, delta });
    streamEvent(response, 'content_block_stop', { index });
  }
  streamEvent(response, 'message_delta', {
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: 40 },
  });
  streamEvent(response, 'message_stop', {});
  response.end();
}

type Made =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

function blocksOf(turn: ModelTurn, n: number): readonly Made[] {
  const calls = (turn.calls ?? []).map(
    ({ name, input }, at): Made => ({ type: 'tool_use', id: `toolu_${n}_${at}_${unique()}`, name, input }),
  );
  const words: readonly Made[] = turn.text === undefined && calls.length > 0 ? [] : [said(turn.text ?? 'Done.')];
  return [...words, ...calls];
}

function said(text: string): Made {
  return { type: 'text', text };
}

function streamed(block: Made): readonly [object, object] {
  return block.type === 'text'
    ? [
        { ...block, text: '' },
        { type: 'text_delta', text: block.text },
      ]
    : [
        { ...block, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      ];
}

let made = 0;
function unique(): string {
  made += 1;
  return `${process.pid}${made}`.padStart(12, '0');
}
