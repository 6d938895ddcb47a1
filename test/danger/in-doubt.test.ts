import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../src/run/result.ts';
import { CLI, cleanEnvironment, logged, type Place, runTask, start, until } from '../e2e/support.ts';
import { counters, crashPlace, leftProcesses } from './fixture.ts';

const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;
if (!hasTerminal) process.stderr.write('python3 with pty is missing: answers at a terminal are not tested\n');

/** A run that is killed while its only act is at work, and as far as the caller asks. */
async function killedInAct(at: Place, isFar = () => logged(at).length > 0): Promise<void> {
  const running = start(at, ['run', 'task.yaml', '--json']);
  await until(isFar, 'the act begins');
  running.kill('SIGKILL');
  await running.ended;
}

const slow = 'if test TIMES -gt 1; then echo 1 > first; echo 2 > second; else sleep 3; echo late > late; fi';

function slowPlace(repeatable: boolean): Place {
  return crashPlace({ effects: [{ id: 'slow', effect: slow, repeatable }], limits: { max_elapsed_seconds: 40 } });
}

/** An answer given at a terminal, which this test process is not. */
function answered(at: Place, answer: 'approve' | 'decline'): { exit: number | null; document: RunResult } {
  const script = 'import pty,os,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
  const out = join(at.home, 'answered.json');
  const command = `exec "${process.execPath}" "${CLI}" run task.yaml --json --resume --answer ${answer} > "${out}"`;
  const { status } = spawnSync('python3', ['-c', script, 'sh', '-c', command], {
    cwd: at.tree,
    env: cleanEnvironment({ PRAXIS_HOME: at.home }),
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 50_000,
  });
  return { exit: status, document: JSON.parse(readFileSync(out, 'utf8')) };
}

describe('an act of a killed run', () => {
  test('is ended before anything else happens, so that it never writes late', async () => {
    const at = slowPlace(true);
    await killedInAct(at);
    const run = await runTask(at, ['--resume']);
    expect([run.exit, run.document.status], run.stdout).toEqual([0, 'pass']);
    expect(run.document.trail.map((step) => step.in_doubt)).toEqual([true, false]);
    expect(leftProcesses(at)).toEqual([]);
    await delay(3500);
    expect(existsSync(join(at.tree, 'late'))).toBe(false);
  });

  test('that left its session is ended even where the checkpoint is lost', async () => {
    const at = crashPlace({ effects: [{ id: 'slow', effect: 'setsid sh -c "sleep 3; echo late > late" & sleep 3' }] });
    await killedInAct(at);
    execFileSync('rm', [join(at.tree, '.coord', 'checkpoint-crashes.json')]);
    const run = await runTask(at, ['--resume']);
    expect([run.exit, run.document.status]).toEqual([4, 'error']);
    expect(leftProcesses(at)).toEqual([]);
  });

  test('that damaged what is protected is undone before another run begins at zero', async () => {
    const at = crashPlace({
      effects: [
        {
          id: 'vandal',
          effect:
            'if test TIMES -gt 1; then echo 1 > first; echo 2 > second; else echo gone > guard/one; touch begun; sleep 30; fi',
        },
      ],
    });
    const guard = join(at.tree, 'guard', 'one');
    const guarded = readFileSync(guard, 'utf8');
    await killedInAct(at, () => existsSync(join(at.tree, 'begun')));
    const run = await runTask(at, ['--new']);
    expect([run.exit, run.document.status, run.document.cycles], run.stdout).toEqual([0, 'pass', 1]);
    expect(readFileSync(guard, 'utf8')).toBe(guarded);
    expect(leftProcesses(at)).toEqual([]);
  });

  test('that may not be repeated needs a person, is named, and waits', async () => {
    const at = slowPlace(false);
    await killedInAct(at);
    for (let again = 0; again < 2; again++) {
      const run = await runTask(at, ['--resume']);
      expect([run.exit, run.document.status, run.document.reason]).toEqual([4, 'needs-human', 'in_doubt:slow']);
      expect(run.document.trail[0]).toMatchObject({ candidate: 'slow', in_doubt: true });
    }
    expect(logged(at)).toHaveLength(1);
  });

  test.skipIf(!hasTerminal)('that may not be repeated runs again once a person approved', async () => {
    const at = slowPlace(false);
    await killedInAct(at);
    await runTask(at, ['--resume']);
    const { exit, document } = answered(at, 'approve');
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 2]);
    expect(logged(at)).toHaveLength(2);
  });

  test.skipIf(!hasTerminal)('that a person declined stays declined, whatever is said later', async () => {
    const at = slowPlace(false);
    await killedInAct(at);
    await runTask(at, ['--resume']);
    const declined = [4, 'needs-human', 'human_gate:rerun:decline'];
    const first = answered(at, 'decline');
    expect([first.exit, first.document.status, first.document.reason]).toEqual(declined);
    const second = await runTask(at, ['--resume']);
    expect([second.exit, second.document.status, second.document.reason]).toEqual(declined);
    const third = answered(at, 'approve');
    expect([third.exit, third.document.status, third.document.reason]).toEqual(declined);
    expect(logged(at)).toHaveLength(1);
  });

  test('is charged to the process that lived it, not to resumes that were killed days later', async () => {
    const at = slowPlace(true);
    await killedInAct(at);
    const lock = join(at.tree, '.praxis', 'run.lock');
    const holder = JSON.parse(readFileSync(lock, 'utf8'));
    const untilMs = statSync(lock).mtimeMs;
    const day = 86_400_000;
    const life = { sinceMs: Date.parse(holder.since), untilMs };
    const since = new Date(untilMs + day).toISOString();
    writeFileSync(lock, JSON.stringify({ ...holder, since, earlier: [life] }));
    utimesSync(lock, untilMs / 1000 + 2 * 86_400, untilMs / 1000 + 2 * 86_400);
    const run = await runTask(at, ['--resume']);
    expect([run.exit, run.document.status], run.stdout).toEqual([0, 'pass']);
    expect(counters(at).elapsed_seconds).toBeLessThan(40);
  });
});
