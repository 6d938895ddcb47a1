import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isAlive, ownIdentity, processStartTime, startTimeInPs, startTimeInStat } from './process-identity.ts';

describe('the identity of a process', () => {
  test('is the same as long as the process lives', () => {
    const { pid, startTime } = ownIdentity();
    expect(pid).toBe(process.pid);
    expect(startTime).not.toBe('');
    expect(processStartTime(pid)).toBe(startTime);
    expect(isAlive(pid, startTime)).toBe(true);
  });

  test('is not that of another process with the same number', () => {
    expect(isAlive(process.pid, '1')).toBe(false);
  });

  test('ends with the process', async () => {
    const child = spawn('cat');
    const startTime = processStartTime(child.pid ?? 0) ?? '';
    expect(isAlive(child.pid ?? 0, startTime)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(processStartTime(child.pid ?? 0)).toBeNull();
    expect(isAlive(child.pid ?? 0, startTime)).toBe(false);
  });

  test.skipIf(process.platform !== 'linux')('ends with the process although nobody reaps it', async () => {
    // The shell becomes a `cat`, which knows nothing of the child that the shell left behind.
    const stdio = ['pipe', 'pipe', 'inherit', 'pipe'] as const;
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec cat 3<&-'], { stdio: [...stdio] });
    const [line] = await once(parent.stdout ?? parent, 'data');
    const pid = Number(line);
    expect(processStartTime(pid)).not.toBeNull();
    // An answer comes from `cat` alone: from here on there is no shell that could reap the child.
    parent.stdin?.write('there\n');
    await once(parent.stdout ?? parent, 'data');
    parent.stdio[3]?.destroy();
    while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await new Promise(setImmediate);
    expect(processStartTime(pid)).toBeNull();
    parent.kill('SIGKILL');
    await once(parent, 'close');
  });

  test.each([0, -1, 0.5, Number.NaN, 2 ** 40])('is null for %s, which is no process', (pid) => {
    expect(processStartTime(pid)).toBeNull();
  });
});

describe('a line of /proc', () => {
  const stat = (name: string, state: string) =>
    `77 (${name}) ${state} 1 77 77 0 -1 4194560 109 0 0 0 0 0 0 0 20 0 1 0 4242 5763072 200`;

  test('holds the start time behind any name of the command', () => {
    expect(startTimeInStat(stat('node', 'S'))).toBe('4242');
    expect(startTimeInStat(stat('a b) R 1 (c)', 'R'))).toBe('4242');
  });

  test('of a zombie or a dead process holds none', () => {
    expect(startTimeInStat(stat('node', 'Z'))).toBeNull();
    expect(startTimeInStat(stat('node', 'X'))).toBeNull();
  });
});

describe('a line of ps', () => {
  test('holds the start time', () => {
    expect(startTimeInPs('Ss   Thu Jan  1 00:00:00 2026    \n')).toBe('Thu Jan  1 00:00:00 2026');
  });

  test('of a zombie, or an empty one, holds none', () => {
    expect(startTimeInPs('Z+   Thu Jan  1 00:00:00 2026\n')).toBeNull();
    expect(startTimeInPs('\n')).toBeNull();
  });
});
