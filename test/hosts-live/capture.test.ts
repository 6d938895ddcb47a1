import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toolNames } from '../../src/telemetry/tool-name.ts';
import { callsIn, completed, install, stage, type ToldCall, transcripts } from './on-stage.ts';
import { filesBelow, inTurn, shell } from './stage.ts';

const HOSTS = ['claude-code', 'codex'] as const;

// In two halves, so that this file holds none either.
const SECRET = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');

test.each(HOSTS)('%s: a session is recorded with each call and its outcome', async (host) => {
  const at = await stage(
    host,
    inTurn([[shell(host, 'echo one > one.txt')], [shell(host, 'exit 3'), shell(host, 'echo two')]]),
  );
  await install(at);
  expect((await at.prompt('Make a file and look at it')).exit).toBe(0);
  const sessions = await completed(at, 1);
  expect(sessions).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ host, toolCalls: 3 });
});

test.each(HOSTS)('%s: what was seen live is what is imported from the transcript', async (host) => {
  const at = await stage(
    host,
    inTurn([
      [shell(host, 'echo one > one.txt')],
      [shell(host, 'cat none.txt'), shell(host, 'echo two')],
      [shell(host, 'cat one.txt')],
    ]),
  );
  await install(at);
  expect((await at.prompt('Make a file and look at it')).exit).toBe(0);
  const [session] = await completed(at, 1);
  const imported = await at.praxis('telemetry', 'import', ...transcripts(at), '--all', '--library', 'imported');
  expect(imported.exit, imported.stderr).toBe(0);
  // Codex' hooks have other names for the tool and its argument than its transcript: those that lessons go by are the same.
  const told = (calls: readonly ToldCall[]) =>
    calls
      .map(({ eventId, taskId, tool, params, ok, error }) => {
        return { eventId, taskId, tools: toolNames(tool, params), ok, error: error?.signature ?? null };
      })
      .sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const live = await callsIn(at, '--session', session?.sessionId ?? '');
  expect(live).toHaveLength(4);
  expect(told(live)).toEqual(told(await callsIn(at, '--library', 'imported')));
  // Of the four, the one that failed.
  expect(live.filter(({ ok }) => ok === false)).toHaveLength(1);
});

test.each(HOSTS)('%s: a secret that a command prints lies nowhere afterwards', async (host) => {
  const at = await stage(
    host,
    inTurn([[shell(host, `echo "token=${SECRET}"`)], [shell(host, `echo ${SECRET} >&2; exit 1`)]]),
  );
  await install(at);
  const end = await at.prompt('Show me the token');
  expect(end.stdout).toContain(SECRET);
  await completed(at, 1);
  const places = [at.praxisHome, join(at.repository, '.git'), join(at.repository, '.praxis')];
  const found = places.flatMap((place) =>
    [...filesBelow(place)].filter(([, bytes]) => bytes.includes(SECRET)).map(([path]) => path),
  );
  expect(found).toEqual([]);
});

test.each(HOSTS)('%s: nothing is recorded while capture is off', async (host) => {
  const at = await stage(host, inTurn([[shell(host, 'echo one')]]));
  await install(at);
  expect((await at.praxis('capture', 'off', '--all')).exit).toBe(0);
  await at.prompt('Say one');
  expect(filesBelow(join(at.praxisHome, 'sessions'))).toEqual(new Map());
  expect((await at.praxis('capture', 'on', '--all')).exit).toBe(0);
  await at.prompt('Say one');
  expect(await completed(at, 1)).toHaveLength(1);
});

test.each(HOSTS)('%s: the settings file is byte for byte as before when Praxis is gone', async (host) => {
  const at = await stage(host, inTurn([]));
  const before = read(at.settings);
  await install(at);
  expect(read(at.settings)).not.toBe(before);
  await at.prompt('Say hello');
  expect((await at.praxis('uninstall', host)).exit).toBe(0);
  expect(read(at.settings)).toBe(before);
});

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'none';
  }
}
