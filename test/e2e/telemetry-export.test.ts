import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLI, cleanEnvironment, type Place, place, praxis, ROOT } from './support.ts';

const RECORDED = join(ROOT, 'test/data/trajectories');

/** A library with a session of Claude Code and one of Codex: 6 calls, 2 of which failed. */
async function filled(): Promise<Place> {
  const at = place();
  const files = ['claude-code/agtrace-claude_session.jsonl', 'codex/rollout.v0.171.direct.jsonl'];
  const paths = files.map((file) => join(RECORDED, file));
  expect(await praxis(at, ['telemetry', 'import', '--all', ...paths])).toMatchObject({ exit: 0 });
  return at;
}

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A collector on loopback that keeps what it is sent. */
async function collector(answer: (response: ServerResponse, n: number) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ path: request.url ?? '', headers: request.headers, text: Buffer.concat(chunks).toString() });
    answer(response, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, received };
}

const exported = (at: Place, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  praxis(at, ['telemetry', 'export', ...args], { env });

describe('praxis telemetry export', () => {
  test('prints records that record takes in another library, where they come out the same', async () => {
    const at = await filled();
    const first = await exported(at, []);
    expect(first).toMatchObject({ exit: 0, stderr: '' });
    const other = place();
    const env = cleanEnvironment({ PRAXIS_HOME: other.home });
    const input = first.stdout;
    const told = execFileSync(process.execPath, [CLI, 'telemetry', 'record'], { cwd: other.tree, env, input });
    const lines = (text: string) => text.trimEnd().split('\n');
    expect(JSON.parse(told.toString())).toEqual({ accepted: lines(input).length, rejected: [] });
    const again = await exported(other, []);
    // Who ran the agent moves with its records.
    const hosts = async (where: Place) =>
      (await praxis(where, ['sessions', '--json'])).stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).host)
        .sort();
    expect(await hosts(other)).toEqual(await hosts(at));
    const records = (text: string) =>
      lines(text)
        .map((line) => ({ ...JSON.parse(line), libraryId: '' }))
        .sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
    expect(records(again.stdout)).toEqual(records(first.stdout));
  });

  test('sends spans to a collector, which our own importer reads as the same calls', async () => {
    const at = await filled();
    const { endpoint, received } = await collector((response) => response.end('{}'));
    const sent = await exported(at, ['--format', 'otlp', '--endpoint', endpoint, '--json'], {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    });
    expect(sent.exit).toBe(0);
    expect(JSON.parse(sent.stdout)).toEqual({ sessions: 2, spans: 9, rejected: 0, reason: '' });
    expect(received).toMatchObject([{ path: '/v1/traces', headers: { authorization: 'Bearer abc' } }]);
    const file = join(at.tree, 'spans.jsonl');
    writeFileSync(file, received.map(({ text }) => `${text}\n`).join(''));
    const other = place();
    const imported = await praxis(other, ['telemetry', 'import', '--all', file, '--json']);
    expect(JSON.parse(imported.stdout).files).toMatchObject([{ format: 'otel', events: 6, errors_seen: 2 }]);
    const printed = await exported(at, ['--format', 'otlp']);
    expect(printed.stdout).toBe(readFileSync(file, 'utf8'));
  });

  test('exports one session where one is named', async () => {
    const at = await filled();
    const { stdout } = await exported(at, ['--session', '7f2abd2d']);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.filter(({ type }) => type === 'call')).toHaveLength(4);
    expect(await exported(at, ['--session', 'nothing'])).toMatchObject({ exit: 2, stdout: '' });
  });

  test('waits for a busy collector, and tells of spans that were not taken', async () => {
    const at = await filled();
    const { endpoint, received } = await collector((response, n) => {
      if (n === 1) response.writeHead(503, { 'retry-after': '0' }).end();
      else response.end('{"partialSuccess":{"rejectedSpans":2,"errorMessage":"too old"}}');
    });
    const sent = await exported(at, ['--format', 'otlp', '--endpoint', endpoint]);
    expect(sent).toMatchObject({ exit: 0, stdout: '' });
    expect(sent.stderr).toBe('sent 9 spans of 2 sessions; 2 were not taken: too old\n');
    expect(received).toHaveLength(2);
  });

  test('fails with one error that tells no secret where the collector refuses or is not there', async () => {
    const at = await filled();
    const secret = 'zq81-plain-word';
    const { endpoint } = await collector((response) => response.writeHead(401).end(`unknown key ${secret}`));
    const env = { OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${secret}`, PRAXIS_LOG: 'debug' };
    const gone = endpoint.replace(/:\d+$/, ':1').replace('://', `://ann:${secret}@`);
    for (const [target, said] of [
      [endpoint, 'refused the export with 401: unknown key [redacted]'],
      [gone, 'cannot export to http://127.0.0.1:1/v1/traces'],
    ] as const) {
      const sent = await exported(at, ['--format', 'otlp', '--endpoint', target, '--json'], env);
      expect(sent.exit).toBe(1);
      expect(JSON.parse(sent.stdout).error).toMatchObject({
        code: 'OUTPUT_IO',
        message: expect.stringContaining(said),
      });
      expect(`${sent.stdout}${sent.stderr}`).not.toContain(secret);
    }
    const wrong = await exported(at, ['--format', 'otlp', '--endpoint', `ann:${secret}`], env);
    expect(wrong).toMatchObject({ exit: 2, stdout: '' });
    expect(wrong.stderr).not.toContain(secret);
  });

  test('of a library that holds nothing exports nothing', async () => {
    const at = place();
    expect(await exported(at, [])).toMatchObject({ exit: 0, stdout: '' });
    const { endpoint, received } = await collector((response) => response.end('{}'));
    const sent = await exported(at, ['--format', 'otlp', '--endpoint', endpoint]);
    expect(sent).toMatchObject({ exit: 0, stderr: 'sent 0 spans of 0 sessions\n' });
    expect(received).toEqual([]);
  });
});
