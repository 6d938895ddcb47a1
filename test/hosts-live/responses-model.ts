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

interface Item {
  readonly type: string;
  readonly role?: string;
  readonly content?: readonly { readonly text?: string }[];
}

/** A model behind the responses interface of OpenAI, as Codex speaks to it. */
export function responsesModel(part: Part): Promise<ScriptedModel> {
  return serveModel((path, text, response, kept) => {
    if (!path.includes('/responses')) return notHere(response);
    const body = JSON.parse(text);
    const asked = requestOf(body.input ?? [], text);
    kept.push(asked);
    const turn = part(asked);
    setTimeout(() => answer(response, body.model, turn, kept.length), turn.delayMs ?? 0);
  });
}

/** The prompts of a person are the user's items that no tag of the host opens. */
function requestOf(items: readonly Item[], body: string): ModelRequest {
  const last = items.findLastIndex((item) => item.role === 'user' && !/^\s*[<#]/.test(wordsOf(item)));
  const after = items.slice(last + 1);
  // One turn of the model is one item or several side by side, ended by what came back.
  const turn = after.filter((item, at) => isOfModel(item) && !isOfModel(after[at - 1])).length;
  return { turn, prompt: wordsOf(items[last]), body };
}

function isOfModel(item: Item | undefined): boolean {
  return item !== undefined && (item.role === 'assistant' || item.type.endsWith('_call'));
}

function wordsOf(item: Item | undefined): string {
  return (item?.content ?? []).map((one) => one.text ?? '').join('\n');
}

function answer(response: ServerResponse, model: string, turn: ModelTurn, n: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const id = `resp_${n}`;
  const items = itemsOf(turn, n);
  streamEvent(response, 'response.created', {
    response: { id, object: 'response', status: 'in_progress', model, output: [] },
  });
  for (const [index, item] of items.entries()) {
    streamEvent(response, 'response.output_item.added', { output_index: index, item });
    streamEvent(response, 'response.output_item.done', { output_index: index, item });
  }
  const usage = {
    input_tokens: 1000 + n,
    input_tokens_details: { cached_tokens: 100 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 10 },
    total_tokens: 1050 + n,
  };
  streamEvent(response, 'response.completed', {
    response: { id, object: 'response', status: 'completed', model, output: items, usage },
  });
  response.end();
}

function itemsOf(turn: ModelTurn, n: number): readonly object[] {
  const calls = (turn.calls ?? []).map(({ name, input }, at) => ({
    id: `fc_${n}_${at}`,
    call_id: `call_${process.pid}_${n}_${at}`,
    status: 'completed',
    name,
    ...(typeof input.patch === 'string'
      ? { type: 'custom_tool_call', input: input.patch }
      : { type: 'function_call', arguments: JSON.stringify(input) }),
  }));
  if (turn.text === undefined && calls.length > 0) return calls;
  const content = [{ type: 'output_text', text: turn.text ?? 'Done.', annotations: [] }];
  return [{ type: 'message', id: `msg_${n}`, role: 'assistant', status: 'completed', content }, ...calls];
}
