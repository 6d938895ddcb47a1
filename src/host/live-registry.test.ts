import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LiveSession, liveRegistry } from './live-registry.ts';
import { ownIdentity, processStartTime } from './process-identity.ts';

describe('the registry of live sessions', () => {
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'praxis-live-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const mine = (session: string): LiveSession => ({ kind: 'run', session, tree: '/w', ...ownIdentity() });

  test('lists what is registered until it is unregistered', () => {
    const registry = liveRegistry(home);
    expect(registry.list()).toEqual([]);
    registry.register(mine('s1'));
    registry.register({ ...mine('s2'), kind: 'claude-code' });
    expect(registry.list()).toEqual([{ ...mine('s2'), kind: 'claude-code' }, mine('s1')]);
    registry.unregister('run', 's1');
    registry.unregister('run', 's1');
    expect(registry.list()).toEqual([{ ...mine('s2'), kind: 'claude-code' }]);
  });

  test('keeps one private file a session', () => {
    liveRegistry(home).register(mine('s1'));
    liveRegistry(home).register(mine('s1'));
    expect(readdirSync(join(home, 'live'))).toEqual(['run-s1']);
    expect(statSync(join(home, 'live')).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'live', 'run-s1')).mode & 0o777).toBe(0o600);
  });

  test('forgets a session whose process has ended, and its file', async () => {
    const child = spawn('cat');
    const pid = child.pid ?? 0;
    liveRegistry(home).register({ ...mine('s1'), pid, startTime: processStartTime(pid) ?? '' });
    expect(liveRegistry(home).list()).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(liveRegistry(home).list()).toEqual([]);
    expect(existsSync(join(home, 'live', 'run-s1'))).toBe(false);
  });

  test('forgets a session whose number another process has now', () => {
    liveRegistry(home).register({ ...mine('s1'), startTime: '1' });
    expect(liveRegistry(home).list()).toEqual([]);
  });

  test('reads a file that holds tree, pid and start time alone', () => {
    const { pid, startTime } = ownIdentity();
    mkdirSync(join(home, 'live'));
    writeFileSync(join(home, 'live', 'host-abc-1'), JSON.stringify({ tree: '/w', pid, startTime: Number(startTime) }));
    expect(liveRegistry(home).list()).toEqual([{ kind: 'host', session: 'abc-1', tree: '/w', pid, startTime }]);
  });

  test('leaves a file alone that says nothing', () => {
    mkdirSync(join(home, 'live', 'folder'), { recursive: true });
    writeFileSync(join(home, 'live', 'run-torn'), '{"tree":');
    writeFileSync(join(home, 'live', 'run-odd'), '{"tree":1,"pid":"x","startTime":0}');
    expect(liveRegistry(home).list()).toEqual([]);
    expect(readdirSync(join(home, 'live'))).toHaveLength(3);
  });

  test('stays in its folder whatever a session is called', () => {
    const registry = liveRegistry(home);
    registry.register(mine('../../etc/x'));
    expect(readdirSync(home)).toEqual(['live']);
    expect(registry.list()).toEqual([mine('../../etc/x')]);
    registry.unregister('run', '../../etc/x');
    expect(registry.list()).toEqual([]);
  });
});
