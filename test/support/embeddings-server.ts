import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { floorEncoder } from '../../src/models/floor-encoder.ts';

/** What the server was asked. */
export interface AskedOnce {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly input: readonly string[];
  readonly model: string;
}

/** How the server answers one request. */
export type Script = (asked: AskedOnce, response: ServerResponse) => void;

export interface EmbeddingsServer {
  /** The base that a client is told. */
  readonly url: string;
  readonly asked: readonly AskedOnce[];
  close(): void;
}

/** An OpenAI-compatible server on this machine that answers as `scripts` say, one a request, and then as it should, or as it is told. */
export async function embeddingsServer(scripts: readonly Script[] = [], otherwise = right): Promise<EmbeddingsServer> {
  const asked: AskedOnce[] = [];
  const server = createServer((request, response) => {
    void body(request).then((text) => {
      const { input, model } = JSON.parse(text);
      const once = { path: request.url ?? '', authorization: request.headers.authorization, input, model };
      asked.push(once);
      (scripts[asked.length - 1] ?? otherwise)(once, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

/** Vectors of the floor, with lengths other than 1, in an order other than that of the texts. */
export const right: Script = ({ input }, response) => send(response, 200, { data: rightData(input).toReversed() });

/** Vectors of 512 numbers. */
export const wide: Script = ({ input }, response) =>
  send(response, 200, {
    data: input.map((text, index) => ({
      index,
      embedding: [
        ...(floorEncoder.encode(`x ${text}`) ?? []),
        ...(floorEncoder.encode(`y ${text}`)?.subarray(0, 128) ?? []),
      ],
    })),
  });

export function rightData(input: readonly string[]): readonly object[] {
  return input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from(floorEncoder.encode(`x ${text}`) ?? [], (value) => value * 3),
  }));
}

export function send(response: ServerResponse, status: number, document: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document));
}

async function body(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
