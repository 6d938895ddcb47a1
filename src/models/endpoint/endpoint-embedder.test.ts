import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type EmbeddingsServer,
  embeddingsServer,
  right,
  rightData,
  type Script,
  send,
} from '../../../test/support/embeddings-server.ts';
import { cosine } from '../../../test/support/reference-texts.ts';
import { floorEncoder } from '../floor-encoder.ts';
import { type Endpoint, endpointOf } from './endpoint.ts';
import { endpointEmbedder } from './endpoint-embedder.ts';

const KEY = 'sk-EXAMPLE-not-a-key';
const thresholds = { dupAt: 0.9, simFloor: 0.3, clusterAt: 0.8, remedyAt: 0.6 };

async function served(...scripts: readonly Script[]): Promise<EmbeddingsServer> {
  const server = await embeddingsServer(scripts);
  onTestFinished(server.close);
  return server;
}

function client(server: EmbeddingsServer, timeoutMs = 60_000) {
  const pauses: number[] = [];
  const endpoint: Endpoint = { url: server.url, model: 'some-model', key: KEY };
  const pause = async (ms: number) => void pauses.push(ms);
  return { pauses, embedder: endpointEmbedder(endpoint, floorEncoder.dims, thresholds, { timeoutMs, pause }) };
}

/** The message of the error that it fails with, which must not tell the key. */
async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toMatchObject({ code: 'EMBEDDER_FAILED' });
  for (let at = error; at instanceof Error; at = at.cause) expect(`${at.message} ${at.stack}`).not.toContain(KEY);
  return error instanceof Error ? error.message : '';
}

const refuses =
  (status: number, headers = {}): Script =>
  (_, response) =>
    send(response, status, { error: { message: `no, ${KEY} is busy` } }, headers);
const answers =
  (of: (input: readonly string[]) => unknown): Script =>
  ({ input }, response) =>
    send(response, 200, of(input));

describe('an embeddings endpoint', () => {
  test('is asked with its key and model, and its answers are put in the order of the texts', async () => {
    const server = await served();
    const { embedder } = client(server);
    const vectors = await embedder.embed(['one', ' ', 'two', 'three']);
    expect(server.asked).toEqual([
      { path: '/v1/embeddings', authorization: `Bearer ${KEY}`, input: ['one', 'two', 'three'], model: 'some-model' },
    ]);
    expect(vectors[1]).toBeNull();
    for (const [index, text] of [
      [0, 'one'],
      [2, 'two'],
      [3, 'three'],
    ] as const) {
      expect(cosine(vectors[index] ?? [], floorEncoder.encode(`x ${text}`) ?? [])).toBeCloseTo(1, 5);
    }
  });

  test('is sent long lists in parts and long texts cut, without halves of characters', async () => {
    const server = await served();
    const { embedder } = client(server);
    const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
    expect((await embedder.embed(texts)).every((vector) => vector !== null)).toBe(true);
    expect(server.asked.map(({ input }) => input.length)).toEqual([96, 96, 8]);
    await embedder.embed([`${'a'.repeat(7999)}😀`]);
    expect(server.asked[3]?.input).toEqual([`${'a'.repeat(7999)}\ufffd`]);
  });

  test('is asked again when it is busy or broken, no sooner than it says', async () => {
    const server = await served(refuses(429, { 'retry-after': '7' }), refuses(500), refuses(503));
    const { embedder, pauses } = client(server);
    expect(await embedder.embed(['text'])).toHaveLength(1);
    expect(pauses).toEqual([7000, 2000, 8000]);
  });

  test('is left after four attempts, or when it asks for a long wait', async () => {
    const broken = await served(refuses(500), refuses(500), refuses(500), refuses(500));
    expect(await failureOf(client(broken).embedder.embed(['text']))).toContain(
      'it answered 500: {"error":{"message":"no, [key]',
    );
    expect(broken.asked).toHaveLength(4);
    const busy = await served(refuses(429, { 'retry-after': '3600' }));
    expect(await failureOf(client(busy).embedder.embed(['text']))).toContain('it answered 429');
    expect(busy.asked).toHaveLength(1);
  });

  test('is not asked again when it refuses', async () => {
    for (const status of [400, 401, 404, 302]) {
      const server = await served(refuses(status, { location: 'http://192.0.2.1/' }));
      expect(await failureOf(client(server).embedder.embed(['text']))).toContain(`it answered ${status}`);
      expect(server.asked).toHaveLength(1);
    }
  });

  test('is asked again after an answer that was cut, or is no JSON', async () => {
    const cut: Script = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"data":[');
      response.destroy();
    };
    const page: Script = (_, response) => response.writeHead(200).end('<html>');
    const gone: Script = (_, response) => response.destroy();
    const server = await served(cut, page, gone);
    expect(await client(server).embedder.embed(['text'])).toHaveLength(1);
    expect(server.asked).toHaveLength(4);
  });

  test.each<[string, (input: readonly string[]) => unknown]>([
    ['a vector has 3 numbers in place of 384', () => ({ data: [{ index: 0, embedding: [1, 2, 3] }] })],
    ['2 vectors came for 1 texts', (input) => ({ data: rightData([...input, 'more']) })],
    ['no vector came for text 1', ([text]) => ({ data: [{ ...rightData([text ?? ''])[0], index: 5 }] })],
    ['a vector has no length', () => ({ data: [{ index: 0, embedding: new Array(384).fill(0) }] })],
    ['holds no list of embeddings', () => ({ data: [{ index: 0, embedding: 'AAAA' }] })],
    ['holds no list of embeddings', () => ({ object: 'list' })],
  ])('whose answer is unusable is told so: %s', async (why, of) => {
    expect(await failureOf(client(await served(answers(of))).embedder.embed(['text']))).toContain(why);
  });

  test('that gives two texts one place is told so', async () => {
    const twice = answers((input) => ({ data: rightData(input).map((item) => ({ ...item, index: 0 })) }));
    expect(await failureOf(client(await served(twice)).embedder.embed(['one', 'two']))).toContain(
      'no vector came for text 2',
    );
  });

  test('that does not answer in time is asked again, then left', async () => {
    const silent: Script = () => {};
    const server = await served(silent, silent, silent, silent);
    expect(await failureOf(client(server, 50).embedder.embed(['text']))).toContain('no answer within 0.05 s');
    expect(server.asked).toHaveLength(4);
  });

  test('that is not there is told so', async () => {
    const server = await embeddingsServer();
    server.close();
    expect(await failureOf(client(server).embedder.embed(['text']))).toContain('ECONNREFUSED');
  });

  test('is left at once when the caller stops', async () => {
    const stop = new AbortController();
    const server = await served((asked, response) => {
      stop.abort();
      right(asked, response);
    });
    await expect(client(server).embedder.embed(['text'], stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the address of an endpoint', () => {
  const settings = { url: null, model: 'm', key: null, openAiKey: null };

  test('is that of OpenAI unless another is given, whose keys are never mixed up', () => {
    expect(endpointOf({ ...settings, openAiKey: KEY })).toEqual({
      url: 'https://api.openai.com/v1',
      model: 'm',
      key: KEY,
    });
    expect(endpointOf({ ...settings, url: 'https://example.org/api/', openAiKey: KEY }).key).toBeNull();
    expect(endpointOf({ ...settings, url: 'https://example.org/api/', key: KEY })).toMatchObject({
      url: 'https://example.org/api',
      key: KEY,
    });
  });

  test.each([
    [{ url: 'localhost 1' }, 'is no address'],
    [{ url: 'file:///etc' }, 'is file:, not http'],
    [{ url: `https://u:${KEY}@example.org` }, 'holds more than an address'],
    [{ url: `https://example.org/v1?key=${KEY}` }, 'holds more than an address'],
    [{ url: 'http://example.org/v1', key: KEY }, 'the key would go to example.org unencrypted'],
    [{ key: `${KEY}\nx: y` }, 'a sign that no header may'],
    [{}, 'there is no key for api.openai.com'],
  ])('is refused where it cannot be used: %#', (given, why) => {
    const open = () => endpointOf({ ...settings, ...given });
    expect(open).toThrow(why);
    expect(open).not.toThrow(KEY);
  });

  test('may be of this machine without encryption', () => {
    for (const host of ['localhost:11434', '127.0.0.1:8080', '[::1]:1'])
      expect(endpointOf({ ...settings, url: `http://${host}/v1`, key: KEY }).key).toBe(KEY);
  });
});
