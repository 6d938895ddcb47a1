import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentProcess } from './agent-process.ts';
import { isAlive, ownIdentity, processStartTime } from './process-identity.ts';

/** A program that a shell has started and waits for, as hosts start hooks: the shell, and what it says of its child. */
async function behindShell(script: string): Promise<{ readonly shell: ChildProcess; readonly pid: number }> {
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  onTestFinished(() => {
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
  });
  const [text] = await once(shell.stdout, 'data');
  return { shell, pid: Number(String(text)) };
}

describe('the process that runs the agent', () => {
  test('is the parent of a hook', () => {
    expect(agentProcess(process.pid, Number.NaN)).toEqual(ownIdentity());
  });

  test('is the one behind the shells that started the hook', async () => {
    const { shell } = await behindShell('echo $$; sleep 60; true');
    expect(agentProcess(shell.pid ?? 0, Number.NaN)).toEqual(ownIdentity());
  });

  test('is the one that the host names', async () => {
    const { pid } = await behindShell('sleep 60 & echo $!; wait');
    expect(agentProcess(process.pid, pid)).toEqual({ pid, startTime: processStartTime(pid) });
  });

  test('is taken for one that is soon gone where it is gone already', async () => {
    const { shell, pid } = await behindShell('sleep 60 & echo $!; wait');
    const gone = once(shell, 'exit');
    shell.kill('SIGKILL');
    await gone;
    expect(agentProcess(shell.pid ?? 0, Number.NaN)).toEqual(ownIdentity());
    expect(agentProcess(shell.pid ?? 0, shell.pid ?? 0)).toEqual(ownIdentity());
    expect(isAlive(pid, processStartTime(pid) ?? '')).toBe(true);
  });

  test('is not known where the host names one that is not to be seen', () => {
    expect(agentProcess(process.pid, 4_194_399)).toBeNull();
  });
});
