import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seededRandom } from '../../src/experience/compress/seeded-random.ts';
import { callsIn, completed, install, stage, transcripts } from './on-stage.ts';
import type { ModelRequest } from './scripted-model.ts';
import { filesBelow, inTurn, type Stage, shell } from './stage.ts';

const HOSTS = ['claude-code', 'codex'] as const;
const STEPS: Readonly<Record<string, number>> = { alpha: 5, beta: 3, gamma: 4 };

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isTrue() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** What lies in a folder: a test that fails shows it. */
function texts(folder: string): readonly string[] {
  return [...filesBelow(folder)].map(([path, bytes]) => `${path}\n${bytes}`);
}

function begun(at: Stage, name: string): boolean {
  return existsSync(join(at.repository, name));
}

test.each(HOSTS)('%s: a session that was killed is complete once another one has begun', async (host) => {
  const at = await stage(host, ({ prompt, turn }) =>
    prompt.includes('wait')
      ? { calls: [turn === 0 ? shell(host, 'echo one') : shell(host, 'touch begun; sleep 100')] }
      : inTurn([[shell(host, 'echo two')]])({ prompt, turn, body: '' }),
  );
  await install(at);
  const first = at.begin('Say one, then wait');
  // What the host has not written down yet when it is killed, nobody can know.
  await until(
    () => begun(at, 'begun') && transcripts(at).some((path) => readFileSync(path, 'utf8').includes('touch begun')),
  );
  expect(begun(at, 'begun')).toBe(true);
  first.kill('SIGKILL');
  await first.ended;
  expect((await at.prompt('Say two')).exit).toBe(0);
  const sessions = await completed(at, 2);
  expect(sessions).toHaveLength(2);
  expect(sessions.map(({ toolCalls }) => toolCalls).sort()).toEqual([1, 2]);
});

test('two sessions of one host and one of the other at once in one repository keep their events apart', async () => {
  const part = (host: Stage['host']) => (request: ModelRequest) => {
    const name = /steps as (\w+)/.exec(request.prompt)?.[1] ?? 'nobody';
    return inTurn(Array.from({ length: STEPS[name] ?? 0 }, (_, n) => [shell(host, `echo ${name} ${n}; sleep 0.2`)]))(
      request,
    );
  };
  const claude = await stage('claude-code', part('claude-code'));
  const codex = await stage('codex', part('codex'), { beside: claude });
  await install(claude);
  await install(codex);
  await Promise.all([
    claude.prompt('Take steps as alpha'),
    claude.prompt('Take steps as beta'),
    codex.prompt('Take steps as gamma'),
  ]);
  const sessions = await completed(claude, 3);
  expect(sessions.map(({ host }) => host).sort()).toEqual(['claude-code', 'claude-code', 'codex']);
  const found = new Map<string, number>();
  for (const { sessionId } of sessions) {
    const calls = await callsIn(claude, '--session', sessionId);
    const names = new Set(calls.map(({ params }) => /echo (\w+)/.exec(JSON.stringify(params))?.[1] ?? 'nobody'));
    expect([...names], JSON.stringify(sessions)).toHaveLength(1);
    for (const name of names) found.set(name, calls.length);
  }
  expect(Object.fromEntries(found)).toEqual(STEPS);
});

/** A tenth of them, unless `PRAXIS_LONG_SHARE` asks for another part. */
const ROUNDS = Math.max(1, Math.round(30 * Number(process.env.PRAXIS_LONG_SHARE ?? 0.1)));
const LATEST_MS = 4000;
/** One that failed is given again. */
const SEED = process.env.PRAXIS_SEED ?? `${Date.now()}`;

/** Ids of the calls whose results the host has written down. */
function answered(at: Stage): readonly string[] {
  const [kind, id] =
    at.host === 'codex' ? ['_call_output"', /"call_id":"([^"]+)"/] : ['"tool_result"', /"tool_use_id":"([^"]+)"/];
  const rows = transcripts(at).flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  const ids = rows.filter((row) => row.includes(kind)).map((row) => id.exec(row)?.[1]);
  return [...new Set(ids)].flatMap((one) => one ?? []);
}

test.each(HOSTS)('%s: what a kill of all at any instant leaves behind, the next session repairs', async (host) => {
  console.log(`PRAXIS_SEED=${SEED}`);
  const random = seededRandom(SEED);
  const at = await stage(
    host,
    inTurn(Array.from({ length: 6 }, (_, n) => [shell(host, `echo ${n}`), shell(host, `echo and ${n}`)])),
  );
  await install(at);
  for (let round = 0; round < ROUNDS; round++) {
    const running = at.begin('Take all steps');
    await pause(random() * LATEST_MS);
    at.killAll();
    running.kill('SIGKILL');
    await running.ended;
  }
  expect((await at.prompt('Take all steps')).exit).toBe(0);
  const open = join(at.praxisHome, 'hosted/open');
  await until(() => existsSync(open) && readdirSync(open).length === 0);
  expect(texts(open)).toEqual([]);
  const sessions = await completed(at, readdirSync(join(at.praxisHome, 'hosted/closed')).length);
  expect(sessions.every(({ sealedAt }) => sealedAt !== null)).toBe(true);
  const calls = await callsIn(at);
  const ids = answered(at);
  expect(ids.length).toBeGreaterThanOrEqual(12);
  expect(calls.length).toBeGreaterThanOrEqual(ids.length);
  expect(new Set(calls.map(({ eventId }) => eventId)).size).toBe(calls.length);
  for (const { sessionId, toolCalls } of sessions) {
    const own = calls.filter((call) => call.sessionId === sessionId);
    expect(own).toHaveLength(toolCalls);
  }
});
