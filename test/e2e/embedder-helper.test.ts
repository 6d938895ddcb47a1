import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Embedder } from '../../src/experience/encoder.ts';
import { askHelper } from '../../src/host/embedder-helper/ask-helper.ts';
import { type HelperPlace, helperPlace } from '../../src/host/embedder-helper/place.ts';
import { environmentOf } from '../../src/host/environment.ts';
import { embedIfWarm, openOwnEmbedder } from '../../src/praxis/embedder.ts';
import { cleanEnvironment, type Place, place, praxis, ROOT, until } from './support.ts';

const HELPER = join(ROOT, 'dist', 'embedder-helper.mjs');
/** Longer than any answer takes; tests that want none do not wait for it. */
const PATIENCE_MS = 60_000;
/** Commands of other tests are without a helper. */
const HELPED = { PRAXIS_EMBEDDER_HELPER: '' };
const own = await openOwnEmbedder(environmentOf({}, '/nowhere'), 'minilm');

function placeOf(at: Place): HelperPlace {
  const found = helperPlace(at.home, own.id);
  if (found === null) throw new Error(`no helper under ${at.home}`);
  return found;
}

const ask = (at: Place, texts: readonly string[], patienceMs = PATIENCE_MS) =>
  askHelper({ place: placeOf(at), embedder: own, texts, patienceMs });

interface Helper {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

function helper(at: Place, idleMs = 600_000, lookMs = 20): Helper {
  const args = [HELPER, at.home, 'minilm', String(idleMs), String(lookMs)];
  const child = spawn(process.execPath, args, { env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: new Promise((resolve) => child.on('exit', resolve)) };
}

const isThere = (at: Place) => existsSync(placeOf(at).socket);
const untilThere = (at: Place) => until(() => isThere(at), 'the helper listens');

/** The process that answers, as it says. */
function greeterPid(at: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(placeOf(at).socket).on('error', reject);
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(JSON.parse(chunk.toString()).pid);
    });
  });
}

/** Something that stands where the helper should. */
async function impostor(at: Place, onClient: (client: Socket) => void): Promise<void> {
  const server = createServer(onClient);
  mkdirSync(placeOf(at).folder, { recursive: true });
  await new Promise<void>((resolve) => server.listen(placeOf(at).socket, resolve));
  onTestFinished(() => void server.close());
}

async function vectorOf(embedder: Embedder, text: string): Promise<readonly number[]> {
  const [vector] = await embedder.embed([text]);
  return Array.from(vector ?? []);
}

describe('the helper', () => {
  test('is started by the first command, for this user alone and without his keys, and outlives it', async () => {
    const at = place();
    const env = { ...HELPED, OPENAI_API_KEY: 'sk-EXAMPLE', PRAXIS_EMBEDDER_KEY: 'sk-EXAMPLE' };
    const alone = await praxis(at, ['embed'], { input: 'read a file\n', env });
    await untilThere(at);
    const pid = await greeterPid(at);
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    expect(statSync(placeOf(at).socket).mode & 0o777).toBe(0o600);
    expect(statSync(placeOf(at).folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('sk-EXAMPLE');
    const helped = await praxis(at, ['embed'], { input: 'read a file\n', env: HELPED });
    expect(helped.stdout).toBe(alone.stdout);
    const outcome = await ask(at, ['read a file']);
    expect(outcome.kind === 'vectors' && Array.from(outcome.vectors[0] ?? [])).toEqual(
      await vectorOf(own, 'read a file'),
    );
  });

  test('is not started where it is switched off', async () => {
    const at = place();
    const { exit } = await praxis(at, ['embed'], { input: 'text\n', env: { PRAXIS_EMBEDDER_HELPER: 'off' } });
    expect([exit, existsSync(join(at.home, 'run'))]).toEqual([0, false]);
  });

  test('is one, however many start at once', async () => {
    const at = place();
    const all = Array.from({ length: 4 }, () => helper(at));
    await untilThere(at);
    const living = () => all.filter(({ child }) => child.exitCode === null);
    await until(() => living().length === 1, 'one helper is left');
    expect(await greeterPid(at)).toBe(living()[0]?.child.pid);
    expect((await ask(at, ['text'])).kind).toBe('vectors');
    expect(readdirSync(placeOf(at).folder).filter((name) => name.includes('.sock'))).toHaveLength(1);
  });

  test('takes the place of one that was killed and left its socket', async () => {
    const at = place();
    const first = helper(at);
    await untilThere(at);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(isThere(at)).toBe(true);
    expect(await ask(at, ['text'])).toEqual({ kind: 'absent' });
    const former = statSync(placeOf(at).socket).ino;
    const second = helper(at);
    await until(() => statSync(placeOf(at).socket).ino !== former, 'the second one listens');
    expect(await greeterPid(at)).toBe(second.child.pid);
  });

  test('that is killed while it works leaves its client without vectors, and the command does it by itself', async () => {
    const at = place();
    const { child } = helper(at);
    await untilThere(at);
    child.kill('SIGSTOP');
    const asked = ask(at, ['text']);
    expect(await ask(at, ['text'], 20)).toEqual({ kind: 'late' });
    const { exit, stdout } = await praxis(at, ['embed'], { input: 'text\n', env: HELPED });
    expect([exit, JSON.parse(stdout).vector.length]).toEqual([0, 384]);
    child.kill('SIGKILL');
    expect(['absent', 'failed']).toContain((await asked).kind);
  });

  test('ends when nobody has asked for a while, and takes its socket along', async () => {
    const at = place();
    const { ended } = helper(at, 50);
    expect(await ended).toBe(0);
    expect(isThere(at)).toBe(false);
  });

  test('ends when it is asked to, and when its socket is gone', async () => {
    const at = place();
    const asked = helper(at);
    await untilThere(at);
    asked.child.kill('SIGTERM');
    expect([await asked.ended, isThere(at)]).toEqual([0, false]);
    const orphan = helper(at);
    await untilThere(at);
    rmSync(at.home, { recursive: true });
    expect(await orphan.ended).toBe(0);
  });

  test('answers many at once, and survives those who send rubbish or go away', async () => {
    const at = place();
    helper(at);
    await untilThere(at);
    for (const rubbish of ['\n', '{"texts":[1]}\n', 'x'.repeat(9_000_000)]) {
      const client = connect(placeOf(at).socket).on('error', () => {});
      client.write(rubbish);
      await new Promise((resolve) => client.on('close', resolve).resume());
    }
    connect(placeOf(at).socket).end('{"texts":["going"]}\n').destroy();
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(at, [`text ${index}`])));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'vectors'));
  });
});

describe('a hook', () => {
  test('gets vectors from a warm helper alone, and never loads the model by itself', async () => {
    const at = place();
    const environment = environmentOf({ PRAXIS_HOME: at.home }, at.home);
    const texts = ['read a file', 'list the pods'];
    expect(await embedIfWarm(environment, texts)).toBeNull();
    // It was started by the question; on a busy machine the first answers may come too late.
    await untilThere(at);
    const pid = await greeterPid(at);
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    let warm = await embedIfWarm(environment, texts);
    while (warm === null) warm = await embedIfWarm(environment, texts);
    expect(warm.embedder.id).toBe(own.id);
    expect(warm.vectors).toEqual(await own.embed(texts));
  });

  test('is given null where no helper can serve the embedder', async () => {
    const at = place();
    for (const choice of ['floor', 'openai:model']) {
      expect(await embedIfWarm(environmentOf({ PRAXIS_HOME: at.home }, at.home), ['text'], choice)).toBeNull();
    }
    const off = environmentOf({ PRAXIS_HOME: at.home, PRAXIS_EMBEDDER_HELPER: 'off' }, at.home);
    expect(await embedIfWarm(off, ['text'])).toBeNull();
    expect(existsSync(join(at.home, 'run'))).toBe(false);
  });
});

describe('whoever asks', () => {
  test.each([
    ['another version', { v: 2, embedder: own.id }],
    ['another embedder', { v: 1, embedder: 'other:384:1:000000000000' }],
    ['no greeting', 'hello'],
  ])('tells nothing to %s', async (_, greeting) => {
    const at = place();
    const heard: string[] = [];
    await impostor(at, (client) => {
      client.on('data', (chunk) => heard.push(chunk.toString())).on('error', () => {});
      client.write(`${JSON.stringify(greeting)}\n`);
    });
    expect(await ask(at, ['secret'])).toEqual({ kind: 'failed' });
    expect(heard).toEqual([]);
  });

  test('takes no vectors that are not what was asked for', async () => {
    const at = place();
    const answers = [{ vectors: [] }, { vectors: ['AAAA'] }, { vectors: [7] }, { error: 'no' }, 'x'];
    await impostor(at, (client) => {
      client.on('error', () => {}).write(`${JSON.stringify({ v: 1, embedder: own.id })}\n`);
      client.on('data', () => client.write(`${JSON.stringify(answers.pop())}\n`));
    });
    for (let left = answers.length; left > 0; left--) expect(await ask(at, ['text'])).toEqual({ kind: 'failed' });
  });

  test('does not wait for one that is silent, or is no socket', async () => {
    const at = place();
    expect(await ask(at, ['text'])).toEqual({ kind: 'absent' });
    await impostor(at, () => {});
    expect(await ask(at, ['text'], 20)).toEqual({ kind: 'late' });
  });
});
