import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLI, cleanEnvironment, type Place, place, praxis } from './support.ts';

const environmentOf = (at: Place) => cleanEnvironment({ PRAXIS_HOME: at.home });

/** Gives `praxis telemetry record` lines as they are. */
function tell(at: Place, input: string, env: Readonly<Record<string, string>> = {}) {
  const options = { cwd: at.tree, env: { ...environmentOf(at), ...env }, input, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'telemetry', 'record'], options);
  return { exit: status, stderr, stdout };
}

/** A `praxis telemetry record` that runs on until its input ends; killed with the test. */
function recorder(at: Place): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [CLI, 'telemetry', 'record'], { cwd: at.tree, env: environmentOf(at) });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const line = (event: object) => `${JSON.stringify(event)}\n`;
const call = (n: number) => ({ host: 'h', sessionId: 's1', callId: n, tool: 'search', ok: true });

async function callsOf(at: Place): Promise<number> {
  const { stdout } = await praxis(at, ['sessions', '--json']);
  return stdout === '' ? 0 : JSON.parse(stdout.split('\n')[0] ?? '').toolCalls;
}

/** Waits until the library holds so many calls. */
async function stored(at: Place, calls: number, recording: ChildProcessWithoutNullStreams): Promise<void> {
  while (recording.exitCode === null && (await callsOf(at)) !== calls);
  expect(recording.exitCode).toBeNull();
}

describe('praxis telemetry record', () => {
  test('takes what it can and names each line that it cannot with the reason, without quoting it', () => {
    const at = place();
    const secret = 'hunter2planted';
    const lines: readonly (readonly [text: string, reason: string | null])[] = [
      [line(call(1)), null],
      [`not json ${secret}\n`, 'the line is not JSON'],
      ['\n', null],
      ['[]\n', 'the event is not an object'],
      [line({ tool: 'search', ok: true }), 'sessionId is missing'],
      [line({ ...call(2), ok: undefined }), 'ok or error is missing'],
      [line({ ...call(2), ok: 'yes' }), 'ok is not true, false or null'],
      [line({ ...call(2), error: secret }), 'ok is true and yet there is an error'],
      [line({ ...call(2), startedAt: 'yesterday' }), 'startedAt is not a time in ISO 8601 with its offset'],
      [line({ ...call(2), durationMs: 1e300 }), 'durationMs is not a number of milliseconds from 0 on'],
      [line({ ...call(2), seq: 1.5 }), 'seq is not a whole number from 0 on'],
      ['{"host":"h","sessionId":"s1","callId":1e999,"tool":"t","ok":true}\n', 'callId is not a text'],
      [line({ ...call(2), v: 2 }), 'version 2 is not known'],
      [line({ type: 'gossip', sessionId: 's1' }), 'type "gossip" is not known'],
      [line({ type: 'outcome', sessionId: 's1', value: 2 }), 'value is not a number from 0 to 1'],
      [`{"sessionId":"s1","tool":"deep","ok":true,"params":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`, null],
      [line({ sessionId: 's1', tool: 'last', error: 'Error: not found' }).trimEnd(), null],
    ];
    const told = tell(at, lines.map(([text]) => text).join(''));
    expect(told).toMatchObject({ exit: 0, stderr: '' });
    const rejected = lines.flatMap(([, reason], index) => (reason === null ? [] : [{ line: index + 1, reason }]));
    expect(JSON.parse(told.stdout)).toEqual({ accepted: 3, rejected });
    expect(told.stdout).not.toContain(secret);
  });

  test('fails only where lines came and none could be taken', () => {
    const at = place();
    expect(tell(at, '')).toEqual({ exit: 0, stdout: '{"accepted":0,"rejected":[]}\n', stderr: '' });
    expect(tell(at, '\n \n')).toMatchObject({ exit: 0 });
    expect(tell(at, 'nothing\n')).toMatchObject({ exit: 2 });
  });

  test('says of an input that cannot be read that it cannot, once', () => {
    const at = place();
    const folder = openSync(at.tree, 'r');
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'telemetry', 'record'], {
      cwd: at.tree,
      env: environmentOf(at),
      stdio: [folder, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    closeSync(folder);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: standard input is a folder \(USAGE\)\nhint: .*\n$/);
  });

  test('reads all and leaves nothing on the disk where capture is off', () => {
    const at = place();
    const told = tell(at, line(call(1)).repeat(50_000), { PRAXIS_CAPTURE: 'off' });
    expect(told).toMatchObject({ exit: 0, stdout: '{"accepted":0,"rejected":[]}\n' });
    expect(told.stderr).toBe('PRAXIS_CAPTURE is off: nothing was recorded\n');
    expect([...readdirSync(at.home), ...readdirSync(at.tree)]).toEqual([]);
  });

  test('stores what has come when it is interrupted, answers, and exits 130 though its input is open', async () => {
    const at = place();
    const child = recorder(at);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    }
    child.stdin.write(line(call(0)));
    await stored(at, 1, child);
    child.stdin.write(line({ tool: 'nobody' }) + line(call(1)));
    child.kill('SIGINT');
    await once(child, 'close');
    expect(child.exitCode).toBe(130);
    expect(JSON.parse(said.stdout)).toEqual({ accepted: 2, rejected: [{ line: 2, reason: 'sessionId is missing' }] });
    expect(said.stderr).toBe('Stopping: storing what has come. Once more quits at once.\n');
    expect(await callsOf(at)).toBe(2);
  });

  test('ends when it is interrupted though capture is off', async () => {
    const at = place();
    const child = spawn(process.execPath, [CLI, 'telemetry', 'record'], {
      cwd: at.tree,
      env: { ...environmentOf(at), PRAXIS_CAPTURE: 'off' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // More than pipes hold: it reads already.
    await new Promise((resolve) => child.stdin.write(line(call(1)).repeat(20_000), resolve));
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(child.exitCode).toBe(130);
  });

  test('shows what it was told while its input goes on, and keeps it when it is killed', async () => {
    const at = place();
    const child = recorder(at);
    for (let n = 0; n < 5; n++) child.stdin.write(line(call(n)));
    await stored(at, 5, child);
    child.stdin.write(line(call(5)));
    await stored(at, 6, child);
    child.stdin.write('{"host":"h","sessionId":"s1","call');
    child.kill('SIGKILL');
    await once(child, 'close');
    const again = [0, 1, 2, 3, 4, 5, 6].map((n) => line(call(n))).join('');
    expect(JSON.parse(tell(at, again).stdout)).toEqual({ accepted: 7, rejected: [] });
    expect(await callsOf(at)).toBe(7);
  });

  test('numbers calls that have no id by their place, also those of several processes at once', async () => {
    const at = place();
    const children = [0, 1, 2].map(() => recorder(at));
    const closed = children.map((child) => once(child, 'close'));
    const unnamed = line({ sessionId: 's1', tool: 'search', ok: true });
    for (const child of children) child.stdin.end(unnamed.repeat(500));
    await Promise.all(closed);
    expect(children.map((child) => child.exitCode)).toEqual([0, 0, 0]);
    expect(await callsOf(at)).toBe(1500);
  });
});

describe('the commands that show what was recorded', () => {
  test('end quietly when nobody reads on', async () => {
    const at = place();
    tell(at, Array.from({ length: 3000 }, (_, n) => line({ ...call(n), output: 'x'.repeat(500) })).join(''));
    for (const args of [['export'], ['export', '--format', 'otlp'], ['show', 's1'], ['show', 's1', '--json']]) {
      const child = spawn(process.execPath, [CLI, 'telemetry', ...args], { cwd: at.tree, env: environmentOf(at) });
      const said: string[] = [];
      child.stderr.on('data', (chunk) => said.push(String(chunk)));
      await once(child.stdout, 'data');
      child.stdout.destroy();
      await once(child, 'close');
      expect([args, child.exitCode, said]).toEqual([args, 0, []]);
    }
  });

  test('say of an unknown session that it is not there', async () => {
    const at = place();
    tell(at, line(call(1)));
    for (const args of [
      ['telemetry', 'show', 'nothing'],
      ['telemetry', 'export', '--session', 'nothing'],
      ['telemetry', 'purge', '--session', 'nothing'],
      ['sessions', 'nothing'],
    ]) {
      const ended = await praxis(at, [...args, '--json']);
      expect([args, ended.exit, JSON.parse(ended.stdout).error.code]).toEqual([args, 2, 'SESSION_NOT_FOUND']);
    }
  });

  test('show a session by a unique prefix and name those that begin alike', async () => {
    const at = place();
    tell(at, ['one-1', 'one-2', 'two'].map((sessionId) => line({ ...call(1), sessionId })).join(''));
    expect((await praxis(at, ['telemetry', 'show', 'tw'])).stdout).toContain('session  two');
    const many = await praxis(at, ['telemetry', 'show', 'one']);
    expect(many).toMatchObject({ exit: 2, stdout: '' });
    expect(many.stderr).toContain('2 sessions begin with one');
    expect(many.stderr).toMatch(/one-[12], one-[12]/);
  });
});
