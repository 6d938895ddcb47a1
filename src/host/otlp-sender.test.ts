import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { otlpRequest } from '../telemetry/export/otlp.ts';
import { redactText } from '../telemetry/redact.ts';
import { otlpSender } from './otlp-sender.ts';

interface Received {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

describe('a sender of spans', () => {
  let server: Server;
  let endpoint: string;
  let received: Received[];
  let answer: (response: ServerResponse, n: number) => void;

  beforeEach(async () => {
    received = [];
    answer = (response) => response.end('{}');
    server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      received.push({ url: request.url ?? '', headers: request.headers, body });
      answer(response, received.length);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const request = otlpRequest([], '1.2.3');
  const sender = (headers: string | null = null, at = endpoint) =>
    otlpSender({ endpoint: at, headers, redact: redactText });
  /** The error of a send that fails. */
  const failure = async (headers: string | null = null, at = endpoint) => {
    try {
      await sender(headers, at)(request);
    } catch (error) {
      return error as { code: string; message: string; hint: string; cause?: unknown };
    }
    throw new Error('it was taken');
  };

  test('posts JSON to the place for traces with the headers it was given', async () => {
    expect(await sender('Api-Key=a%2Cb, x-tenant = one')(request)).toEqual({ rejected: 0, reason: '' });
    await sender(null, `${endpoint}/otlp/`)(request);
    await sender(null, `${endpoint}/v1/traces`)(request);
    expect(received.map((one) => one.url)).toEqual(['/v1/traces', '/otlp/v1/traces', '/v1/traces']);
    expect(received[0]).toMatchObject({
      headers: { 'content-type': 'application/json', 'api-key': 'a,b', 'x-tenant': 'one' },
      body: request,
    });
  });

  test('gives user and password of the endpoint as authorisation', async () => {
    await sender(null, endpoint.replace('://', '://%C3%A4nn:50%25@'))(request);
    expect(received[0]?.headers.authorization).toBe(`Basic ${Buffer.from('änn:50%').toString('base64')}`);
    await sender(null, endpoint.replace('://', '://ann:50%@'))(request);
    expect(received[1]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:50%').toString('base64')}`);
  });

  test('tells which spans the collector left out, and why', async () => {
    answer = (response) =>
      response.end('{"partialSuccess":{"rejectedSpans":"3","errorMessage":"of ann@example.org: too old"}}');
    expect(await sender()(request)).toEqual({ rejected: 3, reason: 'of [email]: too old' });
  });

  test('takes an answer that is no JSON, or none, for success', async () => {
    answer = (response, n) => response.end(n === 1 ? '' : 'thank you');
    const send = sender();
    expect([await send(request), await send(request)]).toEqual([
      { rejected: 0, reason: '' },
      { rejected: 0, reason: '' },
    ]);
  });

  test('sends again what a busy collector refuses, as soon as it may', async () => {
    answer = (response, n) => {
      if (n < 4) response.writeHead([503, 429, 502][n - 1] ?? 500, { 'retry-after': '0' });
      response.end();
    };
    await sender()(request);
    expect(received).toHaveLength(4);
  });

  test('gives up on a collector that stays busy', async () => {
    answer = (response) => response.writeHead(503, { 'retry-after': '0' }).end('full');
    expect(await failure()).toMatchObject({
      code: 'OUTPUT_IO',
      message: `${endpoint}/v1/traces refused the export with 503: full`,
    });
    expect(received).toHaveLength(4);
  });

  test('sends no second time what is refused for good', async () => {
    answer = (response) => response.writeHead(400).end('\u0000\u0008 bad\nrequest');
    expect((await failure()).message).toBe(`${endpoint}/v1/traces refused the export with 400: bad request`);
    expect(received).toHaveLength(1);
  });

  test('follows no redirect, which could take the spans anywhere', async () => {
    answer = (response) => response.writeHead(307, { location: `${endpoint}/elsewhere` }).end();
    expect(await failure()).toMatchObject({
      code: 'OUTPUT_IO',
      message: expect.stringContaining('307'),
      hint: expect.stringContaining('points elsewhere'),
    });
    expect(received).toHaveLength(1);
  });

  test('reads no more of an endless answer than it needs', async () => {
    answer = (response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.writeHead(400).on('drain', more);
      more();
    };
    expect((await failure()).message).toMatch(/: x{200}$/);
  });

  test('says of a collector that is not there, or hangs up, that it cannot be reached', async () => {
    answer = (response) => response.destroy();
    expect(await failure()).toMatchObject({ code: 'OUTPUT_IO', message: expect.stringContaining(endpoint) });
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      response.destroy();
    };
    expect(await failure()).toMatchObject({ code: 'OUTPUT_IO', message: expect.stringContaining(endpoint) });
    await new Promise((resolve) => server.close(resolve));
    expect(await failure()).toMatchObject({ code: 'OUTPUT_IO', message: expect.stringContaining('ECONNREFUSED') });
  });

  test('tells no header, user or password in any error', async () => {
    const secret = 'zq81-plain-word';
    answer = (response) => response.writeHead(401).end(`no such key: ${secret}, tried Bearer ${secret}`);
    const errors = [
      await failure(`authorization=Bearer%20${secret}`),
      await failure(`x-key=${secret}`),
      await failure(null, endpoint.replace('://', `://ann:${secret}@`)),
      await failure(null, `http://ann:${secret}@127.0.0.1:1`),
    ];
    const texts = errors.map((error) => JSON.stringify([error.message, error.hint, String(error.cause)]));
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect(errors[0]?.message).toContain('no such key: [redacted], tried [redacted]');
  });

  test('refuses an endpoint or headers that cannot be used, without quoting them', () => {
    const secret = 'zq81-plain-word';
    const wrong = [
      () => sender(null, `collector:${secret}`),
      () => sender(null, `http://ann:${secret}@[`),
      () => sender(null, `file:///${secret}`),
      () => sender(`authorization=Bearer ${secret}%0Ax`),
      () => sender(`two words=${secret}`),
    ];
    for (const make of wrong) {
      expect(make).toThrow(expect.objectContaining({ code: 'USAGE' }));
      expect(make).not.toThrow(secret);
    }
  });
});
