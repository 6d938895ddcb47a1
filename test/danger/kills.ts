import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { JournalledEvent } from '../../src/run/journal.ts';
import { CLI, cleanEnvironment, type Place, type Run, runTask, start } from '../e2e/support.ts';
import { counters, effects, journals, leftProcesses } from './fixture.ts';
import { startReader } from './reader.ts';

/** The calls at which a state on the disk becomes another one. */
export const DURABLE_CALLS = ['fsync', 'fdatasync', 'rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink'];

export const canTrace =
  process.platform === 'linux' && spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
if (!canTrace) process.stderr.write('strace is missing or may not trace: kills at single system calls are skipped\n');

export interface KillPoint {
  readonly call: string;
  readonly nth: number;
}

function traced(at: Place, options: readonly string[], args: readonly string[]): Promise<boolean> {
  const child = spawn('strace', ['-qq', ...options, process.execPath, CLI, 'run', 'task.yaml', '--json', ...args], {
    cwd: at.tree,
    env: cleanEnvironment({ PRAXIS_HOME: at.home }),
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.on('close', (_, signal) => resolve(signal === 'SIGKILL')));
}

/** What opens the gate of a child; the next write to the library is that of its outcome. */
const GATE = /^write\(\d+, "go\\n"/;
const LIBRARY_WRITE = 'pwrite64';

/** Every durable call that one whole run makes, and the calls before and after each gate, in their order. */
export async function killPoints(at: Place): Promise<readonly KillPoint[]> {
  const folder = mkdtempSync(join(tmpdir(), 'praxis-trace-'));
  const file = join(folder, 'calls');
  try {
    await traced(at, ['-e', `trace=${[...DURABLE_CALLS, 'write', LIBRARY_WRITE].join(',')}`, '-o', file], []);
    const counts = new Map<string, number>();
    let isGateOpen = false;
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const call = /^([a-z0-9]+)\(/.exec(line)?.[1];
        if (call === undefined) return [];
        const nth = (counts.get(call) ?? 0) + 1;
        counts.set(call, nth);
        const isGate = GATE.test(line);
        const isAfterGate = isGateOpen && call === LIBRARY_WRITE;
        isGateOpen = isGate || (isGateOpen && !isAfterGate);
        return DURABLE_CALLS.includes(call) || isGate || isAfterGate ? [{ call, nth }] : [];
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that is killed as it enters the nth such call. False: it ended before. */
export function killedAt(at: Place, point: KillPoint, args: readonly string[] = []): Promise<boolean> {
  const inject = `inject=${point.call}:signal=KILL:when=${point.nth}`;
  return traced(at, ['-e', `trace=${point.call}`, '-e', inject, '-o', '/dev/null'], args);
}

/** A run that is killed so long after its start. False: it ended before. */
export async function killedAfter(at: Place, ms: number, args: readonly string[] = []): Promise<boolean> {
  const running = start(at, ['run', 'task.yaml', '--json', ...args]);
  const timer = setTimeout(() => running.kill('SIGKILL'), ms);
  const ended = await running.ended;
  clearTimeout(timer);
  return ended.exit === null;
}

/** Goes on after a kill the way the messages say: by `--resume`, or by a plain run where nothing had begun or all was done. */
export async function goOn(at: Place, args: readonly string[] = []): Promise<Run> {
  const resumed = await runTask(at, ['--resume', ...args]);
  const code = resumed.document.error?.code;
  return code === 'RUN_NOT_FOUND' ? runTask(at, args) : resumed;
}

/** The kind of the last row that a killed run had made durable. */
export async function lastRow(at: Place): Promise<string> {
  const last = (await journals(at)).at(-1)?.at(-1);
  return last === undefined ? 'nothing' : last.event.kind;
}

/** What must hold after a kill and a resume that passed, whatever the instant of the kill. */
export async function expectSound(at: Place, run: Run, what: string): Promise<void> {
  expect([run.exit, run.document.status], `${what}: ${run.stdout}${run.stderr}`).toEqual([0, 'pass']);
  expect(leftProcesses(at), what).toEqual([]);
  const journal = (await journals(at)).at(-1) ?? [];
  const acts = journal.flatMap(({ event }) => (event.kind === 'acted' ? [event] : []));
  const inDoubt = acts.filter((act) => act.cause === 'in-doubt').map((act) => act.cycle);
  const done = effects(at);
  const cyclesDone = done.map((effect) => effect.cycle);
  expect(new Set(cyclesDone).size, `${what}: a cycle was done twice`).toBe(cyclesDone.length);
  for (const act of acts) {
    const times = cyclesDone.filter((cycle) => cycle === act.cycle).length;
    if (act.cause === 'exited') expect(times, `${what}: cycle ${act.cycle} has an outcome`).toBe(1);
    else if (act.cause === 'never-started') expect(times, `${what}: cycle ${act.cycle} never ran`).toBe(0);
  }
  expect(
    acts.map((act) => act.cycle),
    `${what}: every effect has its outcome`,
  ).toEqual(expect.arrayContaining(cyclesDone));
  expectOnceOnly(journal, what);
  const harmed = run.document.trail.filter((step) => step.violation !== null).map((step) => step.candidate);
  expect(
    harmed.filter((id) => id !== 'vandal'),
    `${what}: nobody else did harm`,
  ).toEqual([]);
  const doubted = run.document.trail.filter((step) => step.in_doubt).map((step) => step.cycle);
  expect(doubted, `${what}: in doubt`).toEqual(inDoubt);
  expect(
    run.document.trail.map((step) => step.cycle),
    what,
  ).toEqual(acts.map((act) => act.cycle));
}

/** No candidate that was seen to its end is done again while the project fails in the same way. */
function expectOnceOnly(journal: readonly JournalledEvent[], what: string): void {
  const seen = new Set<string>();
  let planned = '';
  let fingerprint: string | null = null;
  let cause = '';
  for (const { event } of journal) {
    if (event.kind === 'planned') planned = event.candidate.isChild ? '' : event.candidate.id;
    if (event.kind === 'baselined') fingerprint = event.critique.fingerprint;
    if (event.kind === 'acted') cause = event.cause;
    if (event.kind !== 'observed') continue;
    const mark = `${planned} at ${fingerprint}`;
    if (cause === 'exited' && planned !== '') {
      expect(seen.has(mark), `${what}: ${mark} was repeated`).toBe(false);
      seen.add(mark);
    }
    fingerprint = event.critique.fingerprint;
  }
}

/** Kills a run, goes on, and expects everything to be sound, while a reader looks at the state files. */
export async function killAndGoOn(at: Place, kill: () => Promise<boolean>, what: string): Promise<string> {
  const reader = startReader(dirname(at.tree));
  try {
    const isKilled = await kill();
    const row = isKilled ? await lastRow(at) : 'not killed';
    const before = counters(at);
    if (isKilled) {
      const run = await goOn(at);
      if (run.document.error?.code !== 'RUN_NOT_RESUMABLE') await expectSound(at, run, `${what} after ${row}`);
      else expect(row, what).toBe('ended');
      for (const [name, value] of Object.entries(counters(at))) {
        expect(value, `${what}: ${name}`).toBeGreaterThanOrEqual(before[name] ?? 0);
      }
    }
    return row;
  } finally {
    const { problems, reads } = await reader.stop();
    expect(problems, what).toEqual([]);
    expect(reads, `${what}: the reader saw files`).toBeGreaterThan(0);
  }
}
