import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One question that the server was asked. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  /** Name of the schema that the answer was to have. */
  readonly name: string;
  readonly system: string;
  readonly user: string;
}

/** How the server answers one request. */
export type Reply = (asked: Asked, response: ServerResponse) => void;

export interface ChatServer {
  /** The base that a client is told. */
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): void;
}

/** An OpenAI-compatible server on this machine: one reply a request, in order, then `otherwise`. */
export async function chatServer(otherwise: Reply, replies: readonly Reply[] = []): Promise<ChatServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void body(request).then((text) => {
      const { model, messages, response_format } = JSON.parse(text);
      const part = (role: string): string => messages.find((one: { role: string }) => one.role === role)?.content ?? '';
      const user = part('user');
      asked.push({
        path: request.url ?? '',
        authorization: request.headers.authorization,
        model,
        name: response_format?.json_schema?.name ?? '',
        system: part('system'),
        user: typeof user === 'string' ? user : (user as { text: string }[]).map((one) => one.text).join(''),
      });
      const now = asked.at(-1) as Asked;
      (replies[asked.length - 1] ?? otherwise)(now, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

/** An answer with a text; usage null: the server does not state it. */
export function says(text: string, usage: object | null = USAGE): Reply {
  return ({ model }, response) => {
    const message = { role: 'assistant', content: text };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const document = { id: 'chat-1', object: 'chat.completion', created: 1, model, choices };
    send(response, 200, usage === null ? document : { ...document, usage });
  };
}

export const answers = (value: unknown): Reply => says(JSON.stringify(value));

export function fails(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return (_, response) => send(response, status, { error: { message: `status ${status}`, type: 'error' } }, headers);
}

/** Half an answer, then the connection is gone. */
export const cuts: Reply = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":"chat-1","choices":[{"message":{"content":"', () => response.destroy());
};

/** No answer, ever. */
export const hangs: Reply = () => undefined;

function send(response: ServerResponse, status: number, document: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document));
}

async function body(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
