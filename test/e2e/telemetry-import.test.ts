import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { IMPORT_FORMATS } from '../../src/telemetry/import/formats.ts';
import { CLI, cleanEnvironment, type Place, place, praxis, ROOT, start, until, write } from './support.ts';

const RECORDED = join(ROOT, 'test/data/trajectories');
const TRANSCRIPT = join(RECORDED, 'claude-code/v2.1.332-main.jsonl');

async function imported(at: Place, ...args: string[]) {
  const ended = await praxis(at, ['telemetry', 'import', ...args, '--json']);
  return { ...ended, document: JSON.parse(ended.stdout) };
}

/** What a session has come to: its tasks with what they are made of; clusters are numbered in order of appearance. */
async function shown(at: Place, session: string) {
  const { parts } = JSON.parse((await praxis(at, ['telemetry', 'show', session, '--json'])).stdout);
  return parts.map((part: { tasks: readonly Record<string, unknown>[] }) =>
    part.tasks.map(({ cluster: _, ...task }) => task),
  );
}

/** The first part of a file: of its bytes, or of the list in its document. */
function begun(text: string, parts: string | null, share: number): string {
  if (parts === null) return text.slice(0, Math.ceil(text.length * share));
  const document = JSON.parse(text);
  const list: readonly unknown[] = document[parts];
  return JSON.stringify({ ...document, [parts]: list.slice(0, Math.ceil(list.length * share)) });
}

describe('praxis telemetry import', () => {
  test('reports the numbers of every file, and of all files the sum, with shared sessions once', async () => {
    const at = place();
    const { document, exit } = await imported(at, '--all', join(RECORDED, 'claude-code'));
    expect(exit).toBe(0);
    const counts: { files: { path: string }[] } = JSON.parse(readFileSync(join(RECORDED, 'counts.json'), 'utf8'));
    const expected = counts.files.filter(({ path }) => path.startsWith('claude-code/'));
    for (const one of expected) {
      const found = document.files.find((file: { path: string }) => file.path.endsWith(one.path));
      expect(found).toMatchObject({ ...one, path: found.path, duplicates: 0, skipped: { unknown: 0, malformed: 0 } });
    }
    expect(document.totals).toMatchObject({
      sessions: 5,
      trajectories: 12,
      events: 284,
      errors_seen: 16,
      records: 2607,
    });
    const again = await imported(at, '--all', join(RECORDED, 'claude-code'));
    expect(again.document.totals).toEqual({ ...document.totals, duplicates: 284 });
  });

  test('stores only sessions of this project unless all are asked for', async () => {
    const at = place();
    const first = await imported(at, TRANSCRIPT);
    expect(first.document.totals).toMatchObject({ sessions: 1, events: 3, duplicates: 0, skipped: { elsewhere: 1 } });
    expect(first.stderr).toContain('--all');
    expect((await imported(at, TRANSCRIPT)).document.totals.duplicates).toBe(0);
    const own = join(at.tree, 'own.jsonl');
    writeFileSync(own, readFileSync(TRANSCRIPT, 'utf8').replaceAll('/home/dev/project', at.tree));
    expect((await imported(at, own)).document.totals).toMatchObject({ events: 3, skipped: { elsewhere: 0 } });
    expect((await imported(at, '--all', TRANSCRIPT)).document.totals.duplicates).toBe(3);
  });

  test.each([
    ['claude-code/spotter-ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl', null, 'ae4a77f8-aedd-4bc1-888f-c94edc91af04', 2],
    ['langfuse/koog-2025-08-26.trace.json', 'observations', 'last', 1],
    ['otel-genai/any-agent-LANGCHAIN_trace.json', 'spans', 'last', 1],
  ] as const)('gives the same trajectories while %s grows as at once', async (path, parts, session, tasks) => {
    const name = `t${extname(path)}`;
    const text = readFileSync(join(RECORDED, path), 'utf8');
    const once = place();
    writeFileSync(join(once.tree, name), text);
    await imported(once, '--all', name);
    const grown = place();
    for (let step = 1; step <= 10; step++) {
      writeFileSync(join(grown.tree, name), begun(text, parts, step / 10));
      await imported(grown, '--all', name);
    }
    const trajectories = await shown(once, session);
    expect(trajectories.flat().length).toBe(tasks);
    expect(await shown(grown, session)).toEqual(trajectories);
  });

  test('counts a call once that was recorded live and imported afterwards', async () => {
    const at = place();
    const call = {
      host: 'claude-code',
      sessionId: 'dd7ffb55-0938-4ccd-adda-f02087349995',
      callId: 'toolu_003758lsrzo86a',
      tool: 'Bash',
      ok: false,
    };
    const env = cleanEnvironment({ PRAXIS_HOME: at.home });
    const input = `${JSON.stringify(call)}\n`;
    execFileSync(process.execPath, [CLI, 'telemetry', 'record'], { cwd: at.tree, env, input });
    const { document } = await imported(at, '--all', TRANSCRIPT);
    expect(document.totals).toMatchObject({ events: 3, duplicates: 1 });
    const { parts } = JSON.parse((await praxis(at, ['telemetry', 'show', call.sessionId, '--json'])).stdout);
    const calls = parts.flatMap((part: { records: { type: string }[]; late: { type: string }[] }) => [
      ...part.records,
      ...part.late,
    ]);
    expect(calls.filter((record: { type: string }) => record.type === 'call')).toHaveLength(3);
  });

  test('takes the rollout of a thread in place of its stream, whichever comes first', async () => {
    const stream = join(ROOT, 'test/data/streams/codex-failures.jsonl');
    const rollout = 'rollout.jsonl';
    const thread = '01a22c02-1e0d-7120-adf4-9701a9901e66';
    const text = readFileSync(join(RECORDED, 'codex/rollout.v0.171.direct.jsonl'), 'utf8');
    const renamed = text.replaceAll('01a22bd4-54c6-75b1-8448-f324123bb02d', thread);
    const callsIn = async (at: Place) => {
      const { parts } = JSON.parse((await praxis(at, ['telemetry', 'show', thread, '--json'])).stdout);
      return parts.flatMap((part: { records: { type: string; params: unknown }[] }) =>
        part.records.filter((record) => record.type === 'call').map((record) => record.params),
      );
    };
    const before = place();
    writeFileSync(join(before.tree, rollout), renamed);
    await imported(before, '--all', stream);
    expect(await callsIn(before)).toHaveLength(2);
    await imported(before, '--all', rollout);
    const after = place();
    writeFileSync(join(after.tree, rollout), renamed);
    await imported(after, '--all', rollout);
    await imported(after, '--all', stream);
    expect(await callsIn(after)).toEqual([{ cmd: 'echo ok' }, { cmd: 'echo bad; exit 3' }]);
    expect(await callsIn(before)).toEqual(await callsIn(after));
  });

  test('refuses what it cannot read by name and imports the rest', async () => {
    const at = place();
    const utf16 = join(at.tree, 'utf16.jsonl');
    writeFileSync(utf16, Buffer.from(`\ufeff${readFileSync(TRANSCRIPT, 'utf8')}`, 'utf16le'));
    const one = await imported(at, utf16);
    expect(one.exit).toBe(2);
    expect(one.document.error).toMatchObject({ code: 'IMPORT_ENCODING' });
    expect(one.document.error.message).toContain('UTF-16');
    writeFileSync(join(at.tree, 'notes.txt'), 'nothing to see\n');
    const many = await imported(at, '--all', utf16, 'notes.txt', 'missing.jsonl', TRANSCRIPT);
    expect(many.exit).toBe(2);
    const codes = many.document.files.map((file: { error?: { code: string } }) => file.error?.code ?? null);
    expect(codes).toEqual(['IMPORT_ENCODING', 'IMPORT_FORMAT_UNKNOWN', 'IMPORT_IO', null]);
    expect(many.document.totals.events).toBe(3);
    expect(many.stderr).toContain('error: there is no missing.jsonl (IMPORT_IO)');
  });

  test('finds calls of a trace again though its conversation is told later', async () => {
    const at = place();
    const span = (trace: string, id: string, attributes: object) => ({
      ...{ name: 'execute_tool search', context: { trace_id: trace.repeat(32), span_id: id.repeat(16) } },
      ...{ start_time: 1_760_000_000_000_000_000, end_time: 1_760_000_001_000_000_000, status: { status_code: 'OK' } },
      attributes,
    });
    const call = (trace: string, id: string) =>
      span(trace, id, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' });
    const told = (trace: string) => span(trace, 'e', { 'gen_ai.conversation.id': 'talk-7' });
    const calls = [call('a', '1'), call('a', '2'), call('b', '3')];
    write(at.tree, { 'spans.json': { spans: calls } });
    expect((await imported(at, 'spans.json')).document.totals).toMatchObject({ sessions: 2, events: 3 });
    write(at.tree, { 'spans.json': { spans: [...calls, told('a'), told('b')] } });
    expect((await imported(at, 'spans.json')).document.totals).toMatchObject({ sessions: 1, events: 3 });
    const listed = (await praxis(at, ['sessions', '--json'])).stdout.trimEnd().split('\n');
    expect(listed.map((line) => JSON.parse(line))).toMatchObject([{ sessionId: 'talk-7', toolCalls: 3, tasks: 2 }]);
    expect((await imported(at, 'spans.json')).document.totals).toMatchObject({ sessions: 1, duplicates: 3 });
  });

  test('does not take an empty path for this folder', async () => {
    const at = place();
    cpSync(TRANSCRIPT, join(at.tree, 't.jsonl'));
    const ended = await praxis(at, ['telemetry', 'import', '--all', '']);
    expect(ended).toMatchObject({ exit: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^error: a path is empty \(USAGE\)\nhint: .*\n$/);
  });

  test('names the files in which records were skipped', async () => {
    const at = place();
    const text = readFileSync(TRANSCRIPT, 'utf8');
    writeFileSync(join(at.tree, 'torn.jsonl'), `${text}{"type":"assist`);
    writeFileSync(join(at.tree, 'whole.jsonl'), text);
    const ended = await praxis(at, ['telemetry', 'import', '--all', 'torn.jsonl', 'whole.jsonl']);
    expect(ended).toMatchObject({ exit: 0, stderr: '1 record could not be read: torn.jsonl.\n' });
  });

  test.each(IMPORT_FORMATS)('refuses what holds nothing of %s, and takes an empty file for empty', async (format) => {
    const at = place();
    writeFileSync(join(at.tree, 'other.json'), '{"a":1}\n');
    writeFileSync(join(at.tree, 'empty.json'), '\n');
    const { document, exit } = await imported(at, '--all', '--format', format, 'other.json', 'empty.json');
    expect(exit).toBe(2);
    expect(document.files[0]).toMatchObject({ records: expect.any(Number), error: { code: 'IMPORT_FORMAT_UNKNOWN' } });
    expect(document.files[1]).toMatchObject({ format: null, records: 0 });
    expect(document.files[1]).not.toHaveProperty('error');
  });

  test('says nothing against files in a folder that are no transcripts', async () => {
    const at = place();
    const folder = join(at.tree, 'logs');
    mkdirSync(join(folder, 'deep'), { recursive: true });
    cpSync(TRANSCRIPT, join(folder, 'deep', 'session.jsonl'));
    writeFileSync(join(folder, 'package.json'), '{"name":"x"}');
    const { document, exit, stderr } = await imported(at, '--all', 'logs');
    expect(exit).toBe(0);
    expect(document.files.map((file: { path: string }) => file.path)).toEqual(['logs/deep/session.jsonl']);
    expect(stderr).toContain('1 file in the folders held no transcript');
  });

  test('is refused where nothing may be recorded', async () => {
    const at = place();
    const ended = await praxis(at, ['telemetry', 'import', TRANSCRIPT, '--json'], { env: { PRAXIS_CAPTURE: 'off' } });
    expect(ended.exit).toBe(2);
    expect(JSON.parse(ended.stdout).error.code).toBe('CAPTURE_OFF');
    expect(readdirSync(at.home)).toEqual([]);
  });

  test('brings no secret of a transcript to the disk', async () => {
    const at = place();
    const secret = 'hunter2planted';
    const text = readFileSync(TRANSCRIPT, 'utf8').replaceAll('1 test failed', `DB_PASSWORD=${secret} failed`);
    writeFileSync(join(at.tree, 't.jsonl'), text);
    await imported(at, '--all', 't.jsonl');
    expect(text).toContain(secret);
    const files = readdirSync(at.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const { parentPath, name } of files) expect(readFileSync(join(parentPath, name)).includes(secret)).toBe(false);
  });

  test.each(['-', '/dev/stdin'])('reads a transcript that comes through a pipe named %s', async (name) => {
    const at = place();
    const input = readFileSync(TRANSCRIPT);
    const first = await praxis(at, ['telemetry', 'import', '--all', '--json', name], { input });
    expect(first.exit).toBe(0);
    expect(JSON.parse(first.stdout).totals).toMatchObject({ sessions: 1, events: 3, duplicates: 0 });
    expect((await imported(at, '--all', TRANSCRIPT)).document.totals.duplicates).toBe(3);
    const nothing = await praxis(at, ['telemetry', 'import', '--all', '--json', name], { input: '' });
    expect(JSON.parse(nothing.stdout).totals).toMatchObject({ records: 0, sessions: 0 });
  });

  test('reads a file once that it meets by several names, and follows links in folders', async () => {
    const at = place();
    const folder = join(at.tree, 'logs');
    mkdirSync(join(folder, 'deep'), { recursive: true });
    cpSync(TRANSCRIPT, join(at.tree, 'real.jsonl'));
    symlinkSync('../real.jsonl', join(folder, 'linked.jsonl'));
    symlinkSync('..', join(folder, 'deep', 'round'));
    symlinkSync('gone.jsonl', join(folder, 'broken.jsonl'));
    const { document, exit, stderr } = await imported(at, '--all', 'logs', 'real.jsonl', './real.jsonl');
    expect(exit).toBe(0);
    expect(document.files.map((file: { path: string }) => file.path)).toEqual([join('logs', 'linked.jsonl')]);
    expect(document.totals.events).toBe(3);
    expect(stderr).toContain('2 files found by two names');
  });

  test('says that a folder holds no transcript, and what is packed in one', async () => {
    const at = place();
    mkdirSync(join(at.tree, 'empty'));
    const empty = await imported(at, 'empty');
    expect(empty.exit).toBe(0);
    expect(empty.stderr).toContain('There is no transcript in empty.');
    mkdirSync(join(at.tree, 'packed'));
    writeFileSync(join(at.tree, 'packed', 'old.jsonl.gz'), gzipSync(readFileSync(TRANSCRIPT)));
    const packed = await imported(at, 'packed');
    expect(packed.exit).toBe(2);
    expect(packed.stderr).toContain('is gzip');
  });

  test.each(IMPORT_FORMATS.filter((format) => format !== 'claude-code'))(
    'refuses a transcript of Claude Code as one of %s and stores nothing of it',
    async (format) => {
      const at = place();
      const { document, exit, stderr } = await imported(at, '--all', '--format', format, TRANSCRIPT);
      expect(exit).toBe(2);
      expect(document.files[0].error.code).toBe('IMPORT_FORMAT_UNKNOWN');
      expect(stderr).toContain(`holds nothing of the format ${format}`);
      expect((await praxis(at, ['sessions', '--json'])).stdout).toBe('');
    },
  );

  test('tells a quoted pattern from a missing file', async () => {
    const { stderr, exit } = await imported(place(), '*.jsonl');
    expect(exit).toBe(2);
    expect(stderr).toContain('The shell fills in patterns that are not quoted');
  });

  test.skipIf(process.getuid?.() === 0)(
    'tells of each file and folder that it may not read, and reads the rest',
    async () => {
      const at = place();
      const folder = join(at.tree, 'logs');
      mkdirSync(join(folder, 'closed'), { recursive: true });
      cpSync(TRANSCRIPT, join(folder, 'open.jsonl'));
      cpSync(TRANSCRIPT, join(folder, 'secret.jsonl'));
      chmodSync(join(folder, 'secret.jsonl'), 0);
      chmodSync(join(folder, 'closed'), 0);
      const { document, exit } = await imported(at, '--all', 'logs');
      chmodSync(join(folder, 'closed'), 0o700);
      expect(exit).toBe(2);
      expect(document.totals.events).toBe(3);
      const refused = document.files.filter((file: { error?: unknown }) => file.error !== undefined);
      expect(refused.map((file: { path: string }) => file.path)).toEqual(['logs/closed', 'logs/secret.jsonl']);
    },
  );

  test('reads hundreds of files at once', async () => {
    const at = place();
    mkdirSync(join(at.tree, 'logs'));
    const line = (n: number) => ({ messages: [{ role: 'user', content: `task ${n}` }] });
    for (let n = 0; n < 300; n++) writeFileSync(join(at.tree, 'logs', `${n}.jsonl`), `${JSON.stringify(line(n))}\n`);
    const { document, exit } = await imported(at, '--all', 'logs');
    expect(exit).toBe(0);
    expect(document.totals).toMatchObject({ sessions: 300, trajectories: 300, events: 0 });
  });

  test('leaves a sound library when it is interrupted, says how to go on, and goes on', async () => {
    const at = place();
    const rows = readFileSync(join(RECORDED, 'claude-code/spotter-ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl'), 'utf8');
    const session = 'ae4a77f8-aedd-4bc1-888f-c94edc91af04';
    const text = Array.from({ length: 12 }, (_, n) => {
      const digits = n.toString(16).padStart(4, '0');
      return rows.replaceAll(session, `${digits}${session.slice(4)}`).replaceAll('toolu_', `toolu_${digits}`);
    }).join('');
    writeFileSync(join(at.tree, 't.jsonl'), text);
    const importing = start(at, ['telemetry', 'import', '--all', '--json', 't.jsonl']);
    await until(() => existsSync(join(at.home, 'libraries')), 'the library', importing);
    importing.kill('SIGINT');
    const { exit, stdout, stderr } = await importing.ended;
    expect(exit).toBe(130);
    expect(JSON.parse(stdout).error.code).toBe('INTERRUPTED');
    expect(stderr).toContain('import again to go on');
    const { document } = await imported(at, '--all', 't.jsonl');
    expect(document.totals).toMatchObject({ sessions: 12, events: 12 * 242 });
    expect((await imported(at, '--all', 't.jsonl')).document.totals.duplicates).toBe(12 * 242);
  });
});
