import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseEngine } from '../../src/store/sqlite/open-driver.ts';
import {
  CLI,
  cleanEnvironment,
  type Place,
  place,
  playbook,
  policy,
  praxis,
  ROOT,
  runTask,
  start,
  until,
  write,
} from './support.ts';

/**
 * Four attempts at each of eight tasks by one agent: half of them pass a flag to a tool, and those do not fail. One session
 * an attempt, the sessions of a task one after the other.
 */
function sessions(): readonly object[] {
  const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return Array.from({ length: 32 }, (_, n) => {
    const task = Math.floor(n / 4);
    const isFlagged = n % 2 === 0;
    const base = { sessionId: `s${n}`, taskId: `s${n}/1`, at: at(n) };
    return [
      {
        type: 'task_start',
        ...base,
        taskText: `ship the release ${task}`,
        groupKey: `task-${task}`,
        agentConfigId: 'agent',
      },
      {
        sessionId: `s${n}`,
        taskId: `s${n}/1`,
        tool: 'deploy',
        params: isFlagged ? { target: 'x', wait: true } : { target: 'x' },
        ok: isFlagged,
        ...(isFlagged ? {} : { error: 'Error: the service is not ready' }),
        startedAt: at(n),
        context: { taskText: `ship the release ${task}`, agentConfigId: 'agent' },
      },
      { type: 'task_end', ...base, finalOutput: 'done', status: 'completed' },
      { type: 'session_end', ...base },
    ];
  }).flat();
}

function record(
  at: Place,
  events: readonly object[],
): { readonly accepted: number; readonly rejected: readonly unknown[] } {
  const input = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const env = cleanEnvironment({ PRAXIS_HOME: at.home });
  return JSON.parse(
    execFileSync(process.execPath, [CLI, 'telemetry', 'record'], { cwd: at.tree, env, input, encoding: 'utf8' }),
  );
}

async function learn(at: Place, ...args: readonly string[]) {
  const ended = await praxis(at, ['learn', '--json', ...args]);
  expect(ended.exit, ended.stderr).toBe(0);
  return JSON.parse(ended.stdout);
}

async function entries(at: Place): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await praxis(at, ['experience', 'list', '--json']);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('check 11: praxis learn', () => {
  test('finds the argument that recorded calls fail without, once, and gives it to the next task', async () => {
    const at = place();
    const told = sessions();
    expect(record(at, told)).toMatchObject({ accepted: told.length, rejected: [] });
    const learnt = await learn(at);
    expect(learnt).toMatchObject({ extractor: 'offline', queued: 0, parked: 0 });
    const [lesson, ...others] = await entries(at);
    expect(others).toEqual([]);
    expect(lesson).toMatchObject({
      origin: 'offline',
      status: 'active',
      rule: { form: 'ARG', t: 'deploy', k: 'wait' },
    });
    expect(String(lesson?.text)).toContain('`deploy`');
    const block = await praxis(at, ['experience', 'inject', 'ship the release 9']);
    expect(block.stdout).toMatch(/^\[G0\] When calling `deploy`, pass wait;/);
    expect(await learn(at)).toMatchObject({ done: 0, operations: [] });
    expect(await entries(at)).toHaveLength(1);
  });

  test('says what it has too little data for, and changes nothing', async () => {
    const at = place();
    record(at, sessions().slice(0, 24));
    const learnt = await learn(at);
    expect(learnt).toMatchObject({ operations: [], library: { size: 0 } });
    expect(learnt.undecided.length).toBeGreaterThan(0);
  });

  test('tells in a dry run what it would learn, and learns it afterwards', async () => {
    const at = place();
    record(at, sessions());
    const dry = await learn(at, '--dry-run');
    expect(dry.operations).toMatchObject([{ op: 'add', rule: { form: 'ARG', t: 'deploy', k: 'wait' } }]);
    expect(await entries(at)).toEqual([]);
    await learn(at);
    expect(await entries(at)).toHaveLength(1);
  });

  test('has nothing to do where nothing was recorded', async () => {
    const at = place();
    expect(await learn(at)).toMatchObject({ done: 0, queued: 0, operations: [], undecided: [] });
    const ended = await praxis(at, ['learn']);
    expect(ended).toMatchObject({ exit: 0 });
    expect(ended.stdout).toContain('0 sessions due');
  });

  test('is done once by many processes at once', async () => {
    const at = place();
    record(at, sessions());
    const all = await Promise.all(Array.from({ length: 4 }, () => praxis(at, ['learn', '--wait', '--json'])));
    expect(all.map(({ exit }) => exit)).toEqual([0, 0, 0, 0]);
    const done = all.map(({ stdout }) => JSON.parse(stdout).done).reduce((sum, n) => sum + n, 0);
    expect(done).toBe(32);
    expect(await entries(at)).toHaveLength(1);
  });

  test('runs behind a run that ended, and counts the use of its lesson', async () => {
    const at = place();
    write(at.tree, {
      'policy.json': policy(),
      'task.yaml': {
        goal: 'make the marker file appear so that the check passes',
        acceptance: [{ id: 'marker', run: 'test -f marker' }],
        policy_ref: 'policy.json',
        actor: playbook([{ id: 'mark', run: 'touch marker' }]),
      },
    });
    await praxis(at, [
      'experience',
      'add',
      'Use touch when the marker file has to appear.',
      '--rule',
      '{"form":"USE","t":"shell:touch"}',
    ]);
    const { document } = await runTask(at, [], { env: { PRAXIS_HOLDOUT: '0', PRAXIS_LEARN: 'auto' } });
    expect(document.status).toBe('pass');
    const used = (): boolean => {
      const env = cleanEnvironment({ PRAXIS_HOME: at.home });
      const text = execFileSync(process.execPath, [CLI, 'experience', 'show', 'r1', '--json'], {
        cwd: at.tree,
        env,
        encoding: 'utf8',
      });
      return JSON.parse(text).u === 1;
    };
    await until(used, 'the use of the lesson is counted');
  });
});

test('a lesson is explained down to the trajectories that it was learnt from', async () => {
  const at = place();
  record(at, sessions());
  await learn(at);
  const ended = await praxis(at, ['explain', 'r1', '--json']);
  expect(ended.exit, ended.stderr).toBe(0);
  const { evidence, trajectories, batches } = JSON.parse(ended.stdout);
  expect(trajectories).toHaveLength(evidence.trajectoryIds.length);
  expect(trajectories.length).toBeGreaterThan(3);
  for (const { trajectory } of trajectories) expect(trajectory.taskText).toMatch(/^ship the release \d$/);
  expect(batches.length).toBeGreaterThan(0);
  const words = await praxis(at, ['explain', 'r1']);
  expect(words.stdout).toContain('learnt from');
});

test('what was of no use for twenty sessions of its domain is marked, by the maintenance that learning brings', async () => {
  const at = place();
  await praxis(at, ['experience', 'add', 'Read the whole file before editing it.', '--domain', 'search']);
  record(
    at,
    Array.from({ length: 20 }, (_, n) => [
      { sessionId: `s${n}`, tool: 'Grep', params: { pattern: 'x' }, ok: true },
      { type: 'session_end', sessionId: `s${n}`, taskId: `s${n}` },
    ]).flat(),
  );
  await learn(at);
  expect(await entries(at)).toMatchObject([{ id: 'r1', stale: true, status: 'active' }]);
  const history = await praxis(at, ['experience', 'history', '--json']);
  expect(history.stdout).toContain('"batch":"maintain:20"');
  // Twenty sessions taught nothing: they are no change to look at, and none to take back.
  expect(history.stdout.trim().split('\n')).toHaveLength(2);
  await praxis(at, ['experience', 'undo']);
  expect(await entries(at)).toMatchObject([{ id: 'r1', stale: false }]);
});

test('a session that was purged and imported again is learnt from once, and holds nothing up', async () => {
  const at = place();
  const transcript = join(ROOT, 'test/data/trajectories/claude-code/spotter-tool_heavy.jsonl');
  const bring = () => praxis(at, ['telemetry', 'import', '--all', transcript]);
  await bring();
  expect(await learn(at)).toMatchObject({ done: 1, queued: 0 });
  const sessions = await praxis(at, ['sessions', '--json']);
  const { sessionId } = JSON.parse(sessions.stdout);
  expect(await praxis(at, ['telemetry', 'purge', '--session', sessionId, '--yes'])).toMatchObject({ exit: 0 });
  await bring();
  expect(await learn(at)).toMatchObject({ queued: 0, parked: 0 });
  expect(await learn(at)).toMatchObject({ done: 0, queued: 0 });
});

test('an interrupt ends it after the session at hand, and the rest is done later', async () => {
  const at = place();
  const many = Array.from({ length: 600 }, (_, n) => [
    {
      sessionId: `s${n}`,
      tool: 'find',
      params: { n },
      ok: n % 3 > 0,
      ...(n % 3 > 0 ? {} : { error: 'Error: not there' }),
    },
    { type: 'session_end', sessionId: `s${n}`, taskId: `s${n}` },
  ]).flat();
  record(at, many);
  const started = start(at, ['learn', '--json']);
  await until(() => countOf(at) > 0, 'the first session is learnt from', started);
  started.kill('SIGINT');
  const ended = await started.ended;
  expect(ended.exit).toBe(130);
  const { done, queued } = JSON.parse(ended.stdout);
  expect([done > 0, queued > 0, done + queued]).toEqual([true, true, 600]);
});

/** Sessions that were learnt from so far. */
function countOf(at: Place): number {
  const env = cleanEnvironment({ PRAXIS_HOME: at.home });
  const args = [CLI, 'experience', 'history', '--all', '--json'];
  const text = execFileSync(process.execPath, args, { cwd: at.tree, env, encoding: 'utf8' });
  return text.split('\n').filter((line) => line !== '').length;
}

describe('learning that a process left which was killed', () => {
  /** Sessions that were not learnt from, read beside whoever learns. */
  function waiting(at: Place): number {
    const [library = ''] = readdirSync(join(at.home, 'libraries'));
    const driver = chooseEngine().open(join(at.home, 'libraries', library, 'praxis.db'), 5000);
    try {
      return Number(driver.prepare("SELECT count(*) AS n FROM learning_jobs WHERE state <> 'done'").get()?.n);
    } finally {
      driver.close();
    }
  }

  test('goes on behind the next command that opens the library', async () => {
    const at = place();
    record(at, sessions());
    const learning = start(at, ['learn', '--json']);
    await until(() => waiting(at) < 32, 'a session was learnt from', learning);
    learning.kill('SIGSTOP');
    const left = waiting(at);
    learning.kill('SIGKILL');
    await learning.ended;
    expect(left).toBeGreaterThan(0);
    await praxis(at, ['sessions'], { env: { PRAXIS_LEARN: 'manual' } });
    expect(waiting(at)).toBe(left);
    const shown = await praxis(at, ['sessions'], { env: { PRAXIS_LEARN: '' } });
    expect(shown.exit).toBe(0);
    await until(() => waiting(at) === 0, 'all sessions are learnt from');
    expect(await entries(at)).toHaveLength(1);
  });
});
