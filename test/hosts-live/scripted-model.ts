import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the model makes of one of its host's tools. */
export interface ModelCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the model answers to one request: words, then calls side by side. */
export interface ModelTurn {
  readonly text?: string;
  readonly calls?: readonly ModelCall[];
  /** Milliseconds before the answer begins. */
  readonly delayMs?: number;
}

/** One request that reached the model. */
export interface ModelRequest {
  /** How many turns the model had taken since the last prompt that names a script. */
  readonly turn: number;
  /** The last prompt. */
  readonly prompt: string;
  /** The whole body as it came. */
  readonly body: string;
}

/** A model that plays a part: from a request to what it does next. */
export type Part = (request: ModelRequest) => ModelTurn;

export interface ScriptedModel {
  readonly url: string;
  /** Requests of the conversation itself, oldest first. */
  readonly requests: readonly ModelRequest[];
  close(): void;
}

/** Listens on loopback, hands each body that is posted to `answer`, and keeps what was asked. */
export async function serveModel(
  answer: (path: string, body: string, response: ServerResponse, kept: ModelRequest[]) => void,
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => answer(request.url ?? '', body, response, requests));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${portOf(server)}`, requests, close: () => closeAll(server) };
}

/** Writes one event of a server-sent stream. */
export function streamEvent(response: ServerResponse, type: string, members: object): void {
  response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`);
}

export function notHere(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end('{"type":"error","error":{"type":"not_found_error","message":"nothing is served here"}}');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function closeAll(server: Server): void {
  server.closeAllConnections();
  server.close();
}
