import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { environment, environmentOf } from '../environment.ts';
import { createProcesses } from './create-processes.ts';

const never = new AbortController().signal;

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'praxis-follow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { childEnvironment } = environmentOf(environment(), tmpdir());
  const processes = createProcesses({ outputDir: join(folder, 'out'), clock: systemClock, childEnvironment });
  const base = { cwd: folder, env: {}, stdin: null, timeoutMs: 30_000, outputName: 'act' };
  return { folder, processes, base };
}

/** Collects what is followed; chunks are in a memory that is used again. */
function collector() {
  const state = { text: '' };
  const follow = (chunk: Uint8Array): void => {
    state.text += new TextDecoder('latin1').decode(chunk);
  };
  return { state, follow };
}

describe('what a child writes to its standard output', () => {
  test('is told while it goes on', async () => {
    const { folder, processes, base } = setUp();
    const { state, follow } = collector();
    const command = 'echo one; until [ -e go ]; do sleep 0.02; done; echo two; echo other >&2';
    const child = await processes.launch({ ...base, command, follow }, never);
    child.go();
    while (state.text !== 'one\n') await delay(5);
    writeFileSync(join(folder, 'go'), '');
    const end = await child.ended;
    expect([end.cause, state.text]).toEqual(['exited', 'one\ntwo\n']);
  });

  test('is told to its end, beyond what is kept of it', async () => {
    const { processes, base } = setUp();
    const { state, follow } = collector();
    const command = `node -e "process.stdout.write('x'.repeat(3 * 1024 * 1024) + 'end')"`;
    const child = await processes.launch({ ...base, command, follow }, never);
    child.go();
    const end = await child.ended;
    expect(end.stdout.isTruncated).toBe(true);
    expect([state.text.length, state.text.endsWith('end')]).toEqual([3 * 1024 * 1024 + 3, true]);
  });

  test('of an earlier process is read to its end as well', async () => {
    const { processes, base } = setUp();
    const child = await processes.launch({ ...base, command: 'echo left' }, never);
    child.go();
    await child.ended;
    const { state, follow } = collector();
    expect(await processes.readLeft('act', follow)).toBe(true);
    expect(state.text).toBe('left\n');
    await processes.discardOutput('act');
    expect(await processes.readLeft('act', follow)).toBe(false);
  });
});

test('a child that passed the limit of its calls is ended with its group, and says why', async () => {
  const { folder, processes, base } = setUp();
  const command = 'sleep 300 & echo $! > pid; echo ready; wait';
  const { state, follow } = collector();
  const child = await processes.launch({ ...base, command, follow }, never);
  child.go();
  while (state.text === '') await delay(5);
  child.stopAtCallLimit();
  const end = await child.ended;
  expect(end.cause).toBe('call-limit');
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  expect(isRunning(pid)).toBe(false);
});

/** Not every machine reaps what nobody waits for. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'latin1'));
}
