import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOSTS, heard, init, type User, user } from './install-user.ts';

const SESSIONS = {
  'claude-code': '2f0c1f6e-6f0a-4a52-9d3c-0a1b2c3d4e5f',
  codex: '019ad000-0000-7000-8000-000000000001',
};

function prompt({ host, tree }: User, session = SESSIONS[host]) {
  return { session_id: session, hook_event_name: 'UserPromptSubmit', cwd: tree, prompt: 'mend it' };
}

async function checks(at: User): Promise<Readonly<Record<string, { status: string; detail: string }>>> {
  const { checks: found } = JSON.parse((await at.run('doctor', '--json')).stdout);
  return Object.fromEntries(found.map((check: { check: string }) => [check.check, check]));
}

const sessions = (at: User) => (existsSync(join(at.home, 'sessions')) ? readdirSync(join(at.home, 'sessions')) : []);

describe('praxis doctor', () => {
  test('says that Praxis is in no agent', async () => {
    const found = await checks(user('codex'));
    expect(found.agents?.status).toBe('skip');
  });

  test.each(HOSTS)('follows %s from the first hook to one that was lost', async (host) => {
    const at = user(host);
    await at.run(...init(host, '--yes'));
    const fresh = await checks(at);
    expect(fresh[host]).toMatchObject({ status: 'ok', detail: expect.stringContaining(at.settings) });
    expect([fresh[`${host} heard`]?.status, fresh.hook?.status, fresh['hook log']?.status]).toEqual([
      'warn',
      'ok',
      'ok',
    ]);
    heard(at, prompt(at));
    heard(at, ['no document']);
    const told = await checks(at);
    expect(told[`${host} heard`]).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^UserPromptSubmit just now; 1 /),
    });
    expect(told['hook log']?.detail).toContain('no document that is understood');
    const hooks = readFileSync(at.settings, 'utf8');
    writeFileSync(
      at.settings,
      hooks.replaceAll(process.execPath, '/gone/node').replaceAll('/usr/bin/node', '/gone/node'),
    );
    expect((await checks(at))[host]).toMatchObject({ status: 'fail', detail: expect.stringContaining('/gone/node') });
    writeFileSync(at.settings, '{}');
    expect((await checks(at))[host]?.status).toBe('fail');
    rmSync(at.settings);
    expect((await at.run('doctor')).exit).toBe(2);
    expect((await at.run(...init(host, '--yes'))).exit).toBe(0);
    expect((await checks(at))[host]?.status).toBe('ok');
  });
});

describe('praxis capture', () => {
  test('keeps a session out of the record here, and takes it in again', async () => {
    const at = user('codex');
    await at.run('init', 'codex', '--yes', '--all');
    expect((await at.run('capture', 'off')).exit).toBe(0);
    heard(at, prompt(at));
    expect(sessions(at)).toEqual([]);
    heard(at, { ...prompt(at, '019ad000-0000-7000-8000-000000000002'), cwd: at.home });
    expect(sessions(at)).toEqual(['codex-019ad000-0000-7000-8000-000000000002.jsonl']);
    expect((await at.run('capture', 'on')).stderr).toBe('');
    heard(at, prompt(at));
    expect(sessions(at)).toHaveLength(2);
  });

  test('is off everywhere until it is on everywhere, whatever is said here', async () => {
    const at = user('codex');
    await at.run('init', 'codex', '--yes');
    await at.run('capture', 'off', '--all');
    expect((await checks(at)).capture?.status).toBe('warn');
    expect((await at.run('capture', 'on')).stderr).toContain('it is off everywhere');
    heard(at, prompt(at));
    expect(sessions(at)).toEqual([]);
    await at.run('capture', 'on', '--all');
    heard(at, prompt(at));
    expect(sessions(at)).toHaveLength(1);
  });

  test('that is off stays off through a removal and a new installation', async () => {
    const at = user('codex');
    await at.run('init', 'codex', '--yes');
    await at.run('capture', 'off', '--here');
    await at.run('uninstall', 'codex');
    await at.run('init', 'codex', '--yes');
    heard(at, prompt(at));
    expect(sessions(at)).toEqual([]);
    expect((await at.run('capture', 'off', '--here', '--all')).exit).toBe(2);
  });
});
