import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { openSqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { fillRecord } from '../../src/telemetry/fill-record.ts';
import { killedWriting, type Program, type WritePoint, writePoints } from '../danger/checkpoint-kills.ts';
import { canTrace } from '../danger/kills.ts';
import { CLI, type Place, place, praxis, start } from '../e2e/support.ts';
import { Draws } from '../support/draws.ts';
import { integrity } from '../support/library-check.ts';
import { share } from './share.ts';

const NAMED = ['--library', 'kills'];
const LEARN = ['learn', ...NAMED, '--json'];
/** The job of the last session is the one that is killed: after it an audit is due. */
const SESSIONS = 10;
const TASKS_BEFORE = 111;
const TASKS_LAST = 1_001;
const JOB = `epoch:${SESSIONS}`;
const AUDIT = `maintain:${SESSIONS}`;

/** A session with tasks of forty kinds; a flag helps, and now and then a tool fails that nothing is known against. */
function session(n: number): readonly object[] {
  const draws = new Draws(n);
  const sessionId = `s${n}`;
  const isLast = n === SESSIONS;
  const tasks = Array.from({ length: isLast ? TASKS_LAST : TASKS_BEFORE }, (_, t) => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, n, 0, 0, t * 5 + second)).toISOString();
    const base = { sessionId, taskId: `${sessionId}/${t}` };
    const taskText = `ship the release ${t % 40}`;
    const isFlagged = draws.chance(0.5);
    const isGood = draws.chance(isFlagged ? 0.8 : 0.4);
    const injected = isLast && draws.chance(0.5) ? ['r1'] : [];
    const context = { taskText, agentConfigId: 'agent' };
    const failing = (n <= 2 || isLast) && t === 0;
    return [
      { type: 'task_start', ...base, ...context, groupKey: `task-${t % 40}`, at: at(0) },
      {
        ...base,
        tool: 'deploy',
        params: isFlagged ? { target: 'x', wait: true } : { target: 'x' },
        ok: isGood,
        ...(isGood ? {} : { error: 'Error: the service is not ready' }),
        startedAt: at(1),
        context,
        injected,
      },
      ...(failing
        ? [
            {
              ...base,
              tool: 'ledger',
              params: {},
              ok: false,
              error: 'Error: the ledger is locked',
              startedAt: at(2),
              context,
            },
          ]
        : []),
      { type: 'outcome', ...base, value: Number(isGood), source: 'check', at: at(3) },
      { type: 'task_end', ...base, finalOutput: 'done', status: 'completed', at: at(4) },
    ];
  });
  return [...tasks.flat(), { type: 'session_end', sessionId, at: new Date(Date.UTC(2026, 0, n, 5)).toISOString() }];
}

async function done(at: Place, args: readonly string[], input?: string): Promise<string> {
  const ended = await praxis(at, args, input === undefined ? {} : { input });
  expect(ended.exit, `${args.join(' ')}: ${ended.stderr}`).toBe(0);
  return ended.stdout;
}

/** A library of 2,000 trajectories of which all but the last session are learnt from. */
async function prepared(): Promise<Place> {
  const at = place();
  const rule = JSON.stringify({ form: 'ARG', t: 'deploy', k: 'wait' });
  await done(at, ['experience', 'add', ...NAMED, 'When calling `deploy`, pass wait.', '--rule', rule]);
  for (let n = 1; n <= SESSIONS; n++) {
    if (n === SESSIONS) await done(at, LEARN);
    const lines = session(n).map((event) => `${JSON.stringify(event)}\n`);
    await done(at, ['telemetry', 'record', ...NAMED], lines.join(''));
  }
  // Sealing is no part of the job.
  await done(at, ['sessions', ...NAMED]);
  return at;
}

function copyOf({ home }: Place): Place {
  const at = place();
  cpSync(home, at.home, { recursive: true });
  return at;
}

function databaseOf({ home }: Place): string {
  const [library = ''] = readdirSync(join(home, 'libraries'));
  return join(home, 'libraries', library, 'praxis.db');
}

/** All that a job makes durable, without the times of its making. */
async function stateOf(at: Place) {
  const store = await openSqliteLibrary(databaseOf(at), { clock: systemClock, random: systemRandom, fill: fillRecord });
  try {
    const { version, entries } = await store.experience.read();
    const batches = await store.experience.batches({});
    return withoutTimes({
      version,
      entries: [...entries.values()],
      batches,
      looks: await store.looks(),
      counted: await store.countedUnits(Number.MAX_SAFE_INTEGER),
      proposals: await store.loops.proposals(),
      waiting: (await store.nextJob())?.key ?? null,
    });
  } finally {
    await store.close();
  }
}

type State = Awaited<ReturnType<typeof stateOf>>;

function withoutTimes<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, member) => (key === 'at' ? undefined : member)));
}

/** What a copy came to that was killed: a library of one of the versions, never anything between. */
function expectWhole(found: State, old: State, whole: State, what: string): 'old' | 'learnt' | 'audited' {
  if (found.waiting === JOB) {
    expect(found, what).toEqual(old);
    return 'old';
  }
  if (found.waiting === null) {
    expect(found, what).toEqual(whole);
    return 'audited';
  }
  expect(found, what).toEqual({
    ...whole,
    waiting: AUDIT,
    version: whole.version - 1,
    batches: whole.batches.slice(0, -1),
  });
  return 'learnt';
}

describe.skipIf(!canTrace)('a learning job over 2,000 trajectories that is killed', () => {
  let base: Place;
  let old: State;
  let whole: State;
  let durationMs: number;
  let points: readonly WritePoint[];

  const programAt = ({ home }: Place): Program => ({
    folder: home,
    argv: [CLI, ...LEARN],
    env: { PRAXIS_HOME: home },
  });

  const killed: Record<'old' | 'learnt' | 'audited', number> = { old: 0, learnt: 0, audited: 0 };

  /** Kills the job in a copy, looks, and lets it come to its end. */
  async function killAndLearn(kill: (at: Place) => Promise<boolean>, what: string): Promise<boolean> {
    const at = copyOf(base);
    const isKilled = await kill(at);
    const how = expectWhole(await stateOf(at), old, whole, what);
    if (isKilled) killed[how] += 1;
    await done(at, LEARN);
    const after = await stateOf(at);
    expect(after, what).toEqual(whole);
    expect(after.batches.filter(({ id }) => id === JOB)).toHaveLength(1);
    expect(await integrity(databaseOf(at)), what).toBe('ok');
    return isKilled;
  }

  test('is of the old or the new version, and is done later, once', async () => {
    base = await prepared();
    old = await stateOf(base);
    expect(old.waiting).toBe(JOB);
    const undisturbed = copyOf(base);
    durationMs = (await praxis(undisturbed, LEARN)).durationMs;
    whole = await stateOf(undisturbed);
    expect(whole.version).toBe(old.version + 2);
    expect(whole.batches.at(-1)).toMatchObject({ id: AUDIT, changes: [] });
    expect(whole.looks).not.toEqual(old.looks);
    expect(whole.entries.find(({ id }) => id === 1)?.u).toBeGreaterThan(400);
    expect(whole.proposals.proposals.length).toBe(old.proposals.proposals.length + 1);
    const traced = copyOf(base);
    const all = await writePoints(programAt(traced));
    points = all.filter(({ call, line }) => call === 'pwrite64' && line.includes('praxis.db-wal'));
    expect(points.length).toBeGreaterThan(20);

    let inTime = 0;
    for (let round = 0; round < share(30); round++) {
      const delayMs = ((round + Math.random()) / share(30)) * durationMs;
      const isKilled = await killAndLearn(
        async (at) => {
          const learning = start(at, LEARN);
          const timer = setTimeout(() => learning.kill('SIGKILL'), delayMs);
          const { exit } = await learning.ended;
          clearTimeout(timer);
          return exit === null;
        },
        `after ${delayMs.toFixed(0)} of ${durationMs.toFixed(0)} ms`,
      );
      inTime += Number(isKilled);
    }
    let inWrites = 0;
    const writes = share(16);
    for (let round = 0; round < writes; round++) {
      const point = points[Math.floor((round * points.length) / writes)];
      if (point === undefined) continue;
      const isKilled = await killAndLearn((at) => killedWriting(programAt(at), point), `at write ${point.nth}`);
      inWrites += Number(isKilled);
    }
    process.stderr.write(
      `${durationMs.toFixed(0)} ms; ${inTime} kills by time, ${inWrites} of ${points.length} writes; left ${JSON.stringify(killed)}\n`,
    );
    expect(inTime + inWrites).toBeGreaterThan(0);
    expect(inWrites).toBeGreaterThanOrEqual(share(10));
  });
});
