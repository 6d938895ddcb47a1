import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LaunchSpec, Processes } from '../../run/processes.ts';
import { systemClock } from '../clock.ts';
import { environment, environmentOf } from '../environment.ts';
import { isAlive } from '../process-identity.ts';
import { createProcesses } from './create-processes.ts';

let folder: string;
let processes: Processes;
let count = 0;
const never = new AbortController().signal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxis processes-'));
  processes = createProcesses({
    outputDir: join(folder, 'out'),
    clock: systemClock,
    childEnvironment: environmentOf(environment(), tmpdir()).childEnvironment,
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function spec(command: string, more: Partial<LaunchSpec> = {}): LaunchSpec {
  count += 1;
  return { command, cwd: folder, env: {}, stdin: null, timeoutMs: 30_000, outputName: `act-${count}`, ...more };
}

const path = (name: string): string => join(folder, name);

/** Waits for what a child writes; the file holds a whole line once it is there. */
async function lineOf(name: string): Promise<string> {
  while (!existsSync(path(name)) || !readFileSync(path(name), 'utf8').endsWith('\n')) await delay(5);
  return readFileSync(path(name), 'utf8').trim();
}

function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

describe('run', () => {
  test('gives the exit status, the output and the time', async () => {
    const end = await processes.run(spec('echo out; echo err >&2; exit 7'), never);
    expect(end).toMatchObject({ exitCode: 7, signal: null, cause: 'exited' });
    expect(end.stdout).toMatchObject({ text: 'out\n', bytes: 4, isTruncated: false });
    expect(end.stderr.text).toBe('err\n');
    expect(end.durationMs).toBeGreaterThan(0);
  });

  test.each([
    ['a missing command', 'no-such-command-here', 127],
    ['a file that is not executable', './plain', 126],
    ['the status of the closed gate itself', 'exit 125', 125],
  ])('passes %s through as an ordinary end', async (_, command, exitCode) => {
    writeFileSync(path('plain'), 'true\n', { mode: 0o644 });
    expect(await processes.run(spec(command), never)).toMatchObject({ exitCode, cause: 'exited' });
  });

  test('tells the signal that ended the command', async () => {
    expect(await processes.run(spec('kill -USR1 $$'), never)).toMatchObject({ exitCode: null, signal: 'SIGUSR1' });
  });

  test('survives a command that kills its own group, the leash included', async () => {
    expect(await processes.run(spec('kill -9 0'), never)).toMatchObject({ signal: 'SIGKILL', cause: 'exited' });
  });

  test('passes the command to the shell as it is', async () => {
    const end = await processes.run(
      spec(`printf '%s' "$0 $# 'a'" "$X" \\\n; echo é`, { env: { X: '$HOME "q"' } }),
      never,
    );
    expect(end.stdout.text).toBe(`/bin/sh 0 'a'$HOME "q"é\n`);
  });

  test('gives the environment that was made for children', async () => {
    const end = await processes.run(spec(`echo $A-$PRAXIS_INSIDE-$VITEST-`, { env: { A: 'b' } }), never);
    expect(end.stdout.text).toBe('b-1--\n');
  });

  test('keeps no child that a command would wait for when it waits for all of its own', async () => {
    const children = await processes.run(spec('cat /proc/$$/task/$$/children'), never);
    expect(children.stdout.text.trim().split(' ')).toHaveLength(1);
  });

  test('is out of reach for the command', async () => {
    expect((await processes.run(spec('(true <&3) 2>/dev/null'), never)).exitCode).not.toBe(0);
  });

  test('a working folder that is missing cannot be started, and says so', async () => {
    const end = await processes.run(spec('true', { cwd: path('nowhere') }), never);
    expect(end).toMatchObject({ exitCode: null, signal: null, cause: 'not-started', durationMs: 0 });
    expect(end.stderr.text).toContain(path('nowhere'));
  });

  test('a command that the system refuses cannot be started', async () => {
    expect((await processes.run(spec(`true ${'x'.repeat(200_000)}`), never)).cause).toBe('not-started');
    expect((await processes.run(spec('true \0'), never)).cause).toBe('not-started');
  });

  test('refuses output files that leave the folder', async () => {
    await expect(processes.run(spec('true', { outputName: '../x' }), never)).rejects.toThrow('base name');
  });
});

describe('standard input', () => {
  test('is empty without a text', async () => {
    expect((await processes.run(spec('cat; echo end'), never)).stdout.text).toBe('end\n');
  });

  test('gives the text, also through /dev/stdin, and leaves no file', async () => {
    const stdin = `é\0${'x'.repeat(3_000_000)}`;
    const end = await processes.run(spec('cat /dev/stdin | wc -c', { stdin }), never);
    expect(end.stdout.text.trim()).toBe(String(Buffer.byteLength(stdin)));
    expect(readdirSync(path('out')).filter((name) => name.endsWith('.in'))).toEqual([]);
  });

  test('may be left unread', async () => {
    expect(await processes.run(spec('true', { stdin: 'x'.repeat(1_000_000) }), never)).toMatchObject({ exitCode: 0 });
  });
});

describe('output', () => {
  test('files are private and follow no planted link', async () => {
    const first = spec('echo secret');
    await processes.run(first, never);
    expect(statSync(path(`out/${first.outputName}.out`)).mode & 0o777).toBe(0o600);
    const second = spec(`echo two`, { outputName: 'linked' });
    writeFileSync(path('victim'), 'untouched');
    await processes.run(spec(`ln -s "${path('victim')}" out/linked.out`), never);
    expect((await processes.run(second, never)).stdout.text).toBe('two\n');
    expect(readFileSync(path('victim'), 'utf8')).toBe('untouched');
  });

  test('is captured although the command deletes its folder', async () => {
    const end = await processes.run(spec('echo before; rm -rf out; echo after'), never);
    expect(end.stdout.text).toBe('before\nafter\n');
    expect((await processes.run(spec('echo again'), never)).stdout.text).toBe('again\n');
  });

  test('that is no UTF-8 and holds NUL bytes is decoded with replacement', async () => {
    const end = await processes.run(spec(`printf 'a\\000b\\377\\303\\251'`), never);
    expect(end.stdout).toMatchObject({ text: 'a\0b\ufffdé', bytes: 6 });
  });

  test('of a dead run is found by its name, until it is discarded', async () => {
    const act = spec('echo left; echo behind >&2');
    await processes.run(act, never);
    expect(await processes.leftOutput(act.outputName)).toMatchObject({
      stdout: { text: 'left\n' },
      stderr: { text: 'behind\n' },
    });
    await processes.discardOutput(act.outputName);
    expect(await processes.leftOutput(act.outputName)).toBeUndefined();
    expect(readdirSync(path('out'))).toEqual([]);
  });
});

describe('an end for everything', () => {
  test('a time-out ends the group with SIGTERM', async () => {
    const end = await processes.run(spec('sleep 60 & sleep 60', { timeoutMs: 100 }), never);
    expect(end).toMatchObject({ exitCode: null, signal: 'SIGTERM', cause: 'timeout' });
    expect(end.durationMs).toBeLessThan(4000);
  });

  test('a command may clean up when it is asked to end', async () => {
    const command = `trap 'echo cleaned; exit 3' TERM; echo ready; while :; do sleep 0.02; done`;
    const end = await processes.run(spec(command, { timeoutMs: 300 }), never);
    expect(end).toMatchObject({ exitCode: 3, cause: 'timeout', stdout: { text: 'ready\ncleaned\n' } });
  });

  test('a child that outlives its shell is given its time to end', async () => {
    const child = `trap 'sleep 0.3; echo cleaned; exit 0' TERM; while :; do sleep 0.02; done`;
    const end = await processes.run(spec(`sh -c "${child}"; true`, { timeoutMs: 300 }), never);
    expect(end).toMatchObject({ cause: 'timeout', stdout: { text: 'cleaned\n' } });
  });

  test('who ignores SIGTERM is killed after five seconds', async () => {
    const end = await processes.run(spec(`trap '' TERM; while :; do sleep 1; done`, { timeoutMs: 100 }), never);
    expect(end).toMatchObject({ signal: 'SIGKILL', cause: 'timeout' });
    expect(end.durationMs).toBeGreaterThan(4900);
    expect(end.durationMs).toBeLessThan(9000);
  });

  test('an abort ends the group', async () => {
    const controller = new AbortController();
    const running = processes.run(spec('echo $$ > pid; sleep 60'), controller.signal);
    const pid = Number(await lineOf('pid'));
    controller.abort();
    expect(await running).toMatchObject({ signal: 'SIGTERM', cause: 'aborted' });
    expect(isRunning(pid)).toBe(false);
  });

  test('an abort before the launch starts nothing, one before the gate opens lets nothing run', async () => {
    const early = await processes.launch(spec('touch ran'), AbortSignal.abort());
    early.go();
    expect(await early.ended).toMatchObject({ cause: 'aborted', durationMs: 0 });
    const controller = new AbortController();
    const gated = await processes.launch(spec('touch ran'), controller.signal);
    controller.abort();
    gated.go();
    expect(await gated.ended).toMatchObject({ cause: 'aborted', exitCode: null, durationMs: 0 });
    expect(existsSync(path('ran'))).toBe(false);
  });

  test('an abort after the end changes nothing', async () => {
    const controller = new AbortController();
    const end = await processes.run(spec('exit 1'), controller.signal);
    controller.abort();
    expect(end).toMatchObject({ exitCode: 1, cause: 'exited' });
  });

  test.each([
    ['in the background', 'sleep 61 & echo $! > pid'],
    [
      'that ignores signals',
      `sh -c 'trap "" TERM HUP; echo $$ > pid; while :; do sleep 1; done' & while [ ! -s pid ]; do sleep 0.01; done`,
    ],
    ['in a session of its own', `setsid sh -c 'echo $$ > pid; sleep 61' & while [ ! -s pid ]; do sleep 0.01; done`],
  ])('what a command leaves %s is ended with it, and does not delay its end', async (_, command) => {
    const startMs = systemClock.monotonicMs();
    const end = await processes.run(spec(command), never);
    const pid = Number(await lineOf('pid'));
    expect(end).toMatchObject({ exitCode: 0, cause: 'exited' });
    expect(isRunning(pid)).toBe(false);
    expect(systemClock.monotonicMs() - startMs).toBeLessThan(5000);
  });

  test('an act does not end what belongs to another one', async () => {
    const controller = new AbortController();
    const other = processes.run(spec('echo $$ > pid; exec sleep 60'), controller.signal);
    const pid = Number(await lineOf('pid'));
    await processes.run(spec('true'), never);
    expect(isRunning(pid)).toBe(true);
    controller.abort();
    await other;
  });
});

describe('the gate', () => {
  test('nothing of the command runs before it opens', async () => {
    const gated = await processes.launch(spec('touch ran'), never);
    expect(isAlive(gated.group, gated.startTime)).toBe(true);
    await delay(100);
    expect(existsSync(path('ran'))).toBe(false);
    gated.go();
    gated.go();
    expect(await gated.ended).toMatchObject({ exitCode: 0 });
    expect(existsSync(path('ran'))).toBe(true);
  });

  test('a child that is killed at its gate was not started', async () => {
    const gated = await processes.launch(spec('touch ran'), never);
    process.kill(-gated.group, 'SIGKILL');
    gated.go();
    const end = await gated.ended;
    expect(end.exitCode).toBeNull();
    expect(existsSync(path('ran'))).toBe(false);
  });

  test('children of one moment each have a gate of their own', async () => {
    const gated = await Promise.all(
      Array.from({ length: 20 }, (_, index) => processes.launch(spec(`echo ${index}; exit ${index}`), never)),
    );
    // Were a gate held open by a later child, killing an earlier one would leave its leash waiting.
    for (const child of gated.toReversed()) child.go();
    const ends = await Promise.all(gated.map((child) => child.ended));
    expect(ends.map((end) => end.exitCode)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(new Set(gated.map((child) => child.group)).size).toBe(20);
  });

  test('two children never share output files', async () => {
    const gated = await processes.launch(spec('true', { outputName: 'same' }), never);
    await expect(processes.launch(spec('true', { outputName: 'same' }), never)).rejects.toThrow('still running');
    gated.go();
    await gated.ended;
    expect(await processes.run(spec('true', { outputName: 'same' }), never)).toMatchObject({ exitCode: 0 });
  });
});

describe('endGroup', () => {
  test('kills a group by its leader and start time', async () => {
    const gated = await processes.launch(spec(`trap '' TERM; echo $$ > pid; while :; do sleep 1; done`), never);
    gated.go();
    await lineOf('pid');
    expect(await processes.endGroup(gated.group, 'another time')).toBe(false);
    expect(isRunning(gated.group)).toBe(true);
    expect(await processes.endGroup(gated.group, gated.startTime)).toBe(true);
    expect(isRunning(gated.group)).toBe(false);
    expect(await gated.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(await processes.endGroup(gated.group, gated.startTime)).toBe(false);
  });

  test('kills what remains of a group whose leader is gone', async () => {
    const leader = spawn('/bin/sh', ['-c', 'sleep 60 & echo $! > pid; echo done > end'], {
      cwd: folder,
      detached: true,
    });
    const exited = new Promise((resolve) => leader.once('exit', resolve));
    const pid = Number(await lineOf('pid'));
    await exited;
    expect(isRunning(pid)).toBe(true);
    expect(await processes.endGroup(leader.pid ?? 0, '1')).toBe(true);
    expect(isRunning(pid)).toBe(false);
  });

  test('kills what left the group but carries the mark of this folder', async () => {
    mkdirSync(path('out'));
    const env = { ...process.env, PRAXIS_ACT: path('out/act-of-a-dead-run') };
    const daemon = spawn('sleep', ['60'], { env, detached: true, stdio: 'ignore' });
    const stranger = spawn('sleep', ['60'], { env: { ...env, PRAXIS_ACT: '/elsewhere/act' }, stdio: 'ignore' });
    expect(await processes.endGroup(4_000_000, '1')).toBe(true);
    expect(isRunning(daemon.pid ?? 0)).toBe(false);
    expect(isRunning(stranger.pid ?? 0)).toBe(true);
    stranger.kill('SIGKILL');
  });

  test.each([0, 1, -1, 1.5, Number.NaN])('does nothing for %d, which is no group of a child', async (group) => {
    expect(await processes.endGroup(group, '')).toBe(false);
  });
});
