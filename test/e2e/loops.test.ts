import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { openLibrary } from '../../src/praxis/library/open-library.ts';
import { CLI, cleanEnvironment, type Place, place, praxis, write } from './support.ts';

/** Tells events to `praxis telemetry record`. */
function record(at: Place, events: readonly object[]): void {
  const input = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const env = cleanEnvironment({ PRAXIS_HOME: at.home });
  execFileSync(process.execPath, [CLI, 'telemetry', 'record'], { cwd: at.tree, env, input, encoding: 'utf8' });
}

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 10, n)).toISOString();

/** A session that is over: one task with its calls, whose result was delivered. */
function session(id: string, n: number, calls: readonly object[], taskText = 'Make the failing tests pass'): object[] {
  const common = { sessionId: id, taskId: `${id}/1` };
  return [
    { type: 'session_start', ...common, at: minute(n), interactive: true },
    { type: 'task_start', ...common, at: minute(n), taskText, agentConfigId: 'agent' },
    ...calls.map((call, index) => ({
      ...common,
      startedAt: minute(n),
      callId: `${id}-${index}`,
      host: 'test',
      ...call,
    })),
    { type: 'task_end', ...common, at: minute(n), finalOutput: 'done', status: 'completed' },
    { type: 'session_end', ...common, at: minute(n + 1) },
  ];
}

const ok = (command: string) => ({ tool: 'bash', params: { command }, output: 'fine', ok: true });
const failed = (command: string) => ({
  tool: 'bash',
  params: { command },
  output: 'Error: connect ECONNREFUSED: connection refused',
  ok: false,
});

async function json(at: Place, ...args: readonly string[]) {
  const ended = await praxis(at, [...args, '--json']);
  const lines = ended.stdout.split('\n').filter((line) => line !== '');
  return { exit: ended.exit, stderr: ended.stderr, documents: lines.map((line) => JSON.parse(line)) };
}

/** Changes the library through the door that programs use. */
async function withLibrary<T>(at: Place, body: (library: ReturnType<typeof openLibrary>) => Promise<T>): Promise<T> {
  const before = process.env.PRAXIS_HOME;
  process.env.PRAXIS_HOME = at.home;
  const library = openLibrary({ cwd: at.tree, library: null, openModel: async () => null });
  try {
    return await body(library);
  } finally {
    await library.close();
    if (before === undefined) delete process.env.PRAXIS_HOME;
    else process.env.PRAXIS_HOME = before;
  }
}

describe('praxis correct', () => {
  test('learns what holds for other tasks, and turns the result of the last task down', async () => {
    const at = place();
    record(at, session('s1', 0, [ok('grep x'), ok('rg x')]));
    const { exit, documents } = await json(at, 'correct', 'no,', 'use rg instead of grep');
    expect(exit).toBe(0);
    expect(documents).toMatchObject([
      {
        entry: {
          id: 'r1',
          text: 'Prefer rg over grep.',
          type: 'tool_selection',
          domain: 'search',
          c: 0.8,
          status: 'active',
          origin: 'user',
          rule: { form: 'PREFER', x: 'shell:rg', y: 'shell:grep' },
        },
        feedback: {
          session: 's1',
          task: 's1/1',
          kind: 'correct',
          text: 'no, use rg instead of grep',
          late: true,
          acceptanceUsed: true,
          reward: { after: 0.4 },
          result: 'added',
          reason: null,
        },
      },
    ]);
    const shown = await json(at, 'telemetry', 'show', 's1');
    expect(shown.documents[0].parts[0]).toMatchObject({
      tasks: [{ reward: 0.4, isLate: true, parts: { rhoA: 0 } }],
      late: [{ type: 'feedback', kind: 'correct', source: 'command' }],
    });
    const again = await json(at, 'correct', 'use rg instead of grep');
    expect(again.documents).toMatchObject([{ entry: { id: 'r1' }, feedback: { result: 'known', batch: null } }]);
  });

  test('keeps what is about one instance as feedback', async () => {
    const at = place();
    record(at, session('s1', 0, [ok('ls')]));
    const { documents } = await json(at, 'correct', "don't touch src/app.ts");
    expect(documents).toMatchObject([
      { entry: null, feedback: { result: 'feedback', reason: expect.stringContaining('instance') } },
    ]);
  });

  test('lets the word of the user win, and confirms what is on probation', async () => {
    const at = place();
    record(at, session('s1', 0, [ok('grep x'), ok('rg x')]));
    await withLibrary(at, async (library) => {
      const base = {
        op: 'add',
        failureMode: null,
        origin: 'import',
        isTrusted: false,
        isContested: false,
        type: 'tool_selection',
        domain: 'search',
        c: 0.5,
        evidence: { groups: 1, trajectories: 9, strength: 1, effect: 0.5, trajectoryIds: [] },
        why: 'found',
        group: null,
      } as const;
      const operations = [
        {
          ...base,
          isTrusted: true,
          text: 'Prefer grep over rg.',
          rule: { form: 'PREFER', x: 'shell:grep', y: 'shell:rg' },
        },
        { ...base, text: 'Choose rg over grep.', rule: { form: 'PREFER', x: 'shell:rg', y: 'shell:grep' } },
      ] as const;
      await library.apply({ kind: 'learn', wish: { kind: 'operations', operations, review: [] } });
    });
    const { documents } = await json(at, 'correct', 'use rg instead of grep');
    expect(documents).toMatchObject([{ entry: { id: 'r2', status: 'active' }, feedback: { result: 'confirmed' } }]);
    await withLibrary(at, async (library) =>
      expect(await library.show('r1')).toMatchObject({ status: 'flagged', rival: 'r2' }),
    );
  });

  test('lets the sixth guideline of a session wait for a person', async () => {
    const at = place();
    record(at, session('s1', 0, [ok('ls')]));
    for (const what of ['push to main', 'skip the linter', 'commit secrets', 'delete branches', 'ignore warnings'])
      expect((await json(at, 'correct', `never ${what}`)).documents[0]).toMatchObject({
        feedback: { result: 'added' },
      });
    const { documents } = await json(at, 'correct', 'never rebase shared branches');
    expect(documents).toMatchObject([{ entry: null, feedback: { result: 'held', asked: ['q1'] } }]);
    await withLibrary(at, async (library) =>
      expect(await library.review({})).toMatchObject([{ id: 'q1', reason: 'capped' }]),
    );
  });

  test('says where an outcome stands before acceptance', async () => {
    const at = place();
    const events = session('s1', 0, [ok('ls')]);
    record(at, [
      ...events.slice(0, -1),
      { type: 'outcome', sessionId: 's1', taskId: 's1/1', at: minute(0), value: 1, source: 'tests' },
      ...events.slice(-1),
    ]);
    const { documents } = await json(at, 'correct', 'always run the tests');
    expect(documents).toMatchObject([{ feedback: { acceptanceUsed: false, reward: { before: 1, after: 1 } } }]);
  });

  test('corrects a session that goes on, which counts once it is sealed', async () => {
    const at = place();
    record(at, session('s1', 0, [ok('ls')]).slice(0, -1));
    const { documents } = await json(at, 'correct', 'always run the tests');
    expect(documents).toMatchObject([{ entry: { id: 'r1' }, feedback: { task: 's1/1', late: false, reward: null } }]);
    record(at, session('s1', 0, []).slice(-1));
    const shown = await json(at, 'telemetry', 'show', 's1');
    expect(shown.documents[0].parts[0].tasks).toMatchObject([{ parts: { rhoA: 0 } }]);
  });

  test('refuses what it cannot do, by name', async () => {
    const at = place();
    const codeOf = async (...args: readonly string[]) => {
      const { exit, documents } = await json(at, ...args);
      return [exit, documents[0].error.code];
    };
    expect(await codeOf('correct', 'always run the tests')).toEqual([2, 'SESSION_NOT_FOUND']);
    record(at, session('s1', 0, [ok('ls')]));
    expect(await codeOf('correct', 'always run the tests', '--session', 's9')).toEqual([2, 'SESSION_NOT_FOUND']);
    expect(await codeOf('correct', 'always run the tests', '--task', 't9')).toEqual([2, 'SESSION_NOT_FOUND']);
    expect(await codeOf('correct', ' ')).toEqual([2, 'USAGE']);
    expect(await codeOf('correct')).toEqual([2, 'USAGE']);
  });

  test('keeps no secret of what it was told', async () => {
    const at = place();
    record(at, session('s1', 0, [ok('ls')]));
    const secret = ['ghp', 'a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F8'].join('_');
    const { documents } = await json(at, 'correct', `never use ${secret}`);
    expect(documents).toMatchObject([{ entry: null }]);
    expect(JSON.stringify(documents)).not.toContain(secret);
  });
});

describe('praxis proposals', () => {
  test('names a tool for what failed alike in three sessions, and keeps a person’s word', async () => {
    const at = place();
    const told = (id: string, n: number) => record(at, session(id, n, [failed('npm test')]));
    told('s1', 0);
    told('s2', 5);
    expect((await json(at, 'proposals')).documents).toEqual([]);
    told('s3', 10);
    const { documents } = await json(at, 'proposals', 'list');
    expect(documents).toMatchObject([
      {
        id: 'p1',
        kind: 'recurring_failure',
        name: 'npm-test-unavailable',
        status: 'open',
        createdEpoch: 3,
        evidence: {
          sessions: 3,
          samples: [{ sessionId: 's3' }, { sessionId: 's2' }, { sessionId: 's1' }],
          entryIds: [],
        },
      },
    ]);
    told('s4', 15);
    expect((await json(at, 'proposals')).documents).toMatchObject([{ id: 'p1', evidence: { sessions: 4 } }]);
    expect((await json(at, 'proposals', 'reject', 'p1')).documents).toMatchObject([{ id: 'p1', status: 'rejected' }]);
    told('s5', 20);
    expect((await json(at, 'proposals')).documents).toMatchObject([{ status: 'rejected', evidence: { sessions: 4 } }]);
    const shown = await praxis(at, ['proposals']);
    expect(shown).toMatchObject({ exit: 0, stdout: '', stderr: expect.stringContaining('--all') });
  });

  test('names a preferred tool that a project does not list, by its alias too', async () => {
    const at = place();
    write(at.tree, { 'praxis.tools.json': { tools: ['deploy', 'grep'], aliases: { ripgrep: 'rg' } } });
    record(at, session('s1', 0, [ok('ls')]));
    await json(at, 'correct', 'use ripgrep instead of grep');
    await json(at, 'correct', 'use deploy instead of scp');
    const { documents } = await json(at, 'proposals');
    expect(documents).toMatchObject([{ id: 'p1', kind: 'missing_tool', name: 'rg', evidence: { entryIds: ['r1'] } }]);
    expect((await json(at, 'proposals', 'accept', '1')).documents).toMatchObject([{ status: 'accepted' }]);
    write(at.tree, { 'praxis.tools.json': { tools: ['deploy', 'grep', 'rg'], aliases: { ripgrep: 'rg' } } });
    expect((await json(at, 'proposals')).documents).toMatchObject([{ id: 'p1', status: 'built' }]);
  });

  test('refuses what it does not know', async () => {
    const at = place();
    for (const args of [['accept'], ['accept', 'p9'], ['build', 'p1'], ['list', 'p1']])
      expect((await json(at, 'proposals', ...args)).exit).toBe(2);
  });
});

describe('praxis maintain', () => {
  test('has nothing to do where nothing is', async () => {
    const { exit, documents } = await json(place(), 'maintain');
    expect(exit).toBe(0);
    expect(documents).toMatchObject([{ epoch: 0, batch: null, deleted: [], compression: null, health: { size: 0 } }]);
  });

  test('audits as one batch, which undo takes back byte for byte', async () => {
    const at = place();
    record(at, session('s1', 0, [ok('grep x'), ok('rg x')]));
    await withLibrary(at, async (library) => {
      const entry = { type: 'tool_selection', domain: 'search' } as const;
      await library.add({ ...entry, text: 'Prefer rg over grep.', rule: { form: 'PREFER', x: 'rg', y: 'grep' } });
      await library.add({ ...entry, text: 'Use ls.', c: 0.5 });
      const operations = [
        {
          op: 'add',
          ...entry,
          text: 'Choose rg over grep.',
          c: 0.6,
          rule: { form: 'PREFER', x: 'rg', y: 'grep' },
          failureMode: null,
          origin: 'offline',
          isTrusted: true,
          isContested: false,
          evidence: { groups: 1, trajectories: 9, strength: 1, effect: 0.5, trajectoryIds: [] },
          why: 'found',
          group: null,
        },
      ] as const;
      await library.apply({ kind: 'learn', wish: { kind: 'operations', operations, review: [] } });
    });
    const exported = () => withLibrary(at, (library) => library.exportJson());
    const before = await exported();
    const dry = await json(at, 'maintain', '--dry-run');
    expect(dry.documents).toMatchObject([{ batch: null, merged: [{ ids: ['r1', 'r3'], into: 'r4' }] }]);
    expect(await exported()).toBe(before);
    const { documents } = await json(at, 'maintain');
    expect(documents).toMatchObject([
      {
        epoch: 1,
        batch: expect.any(String),
        merged: [{ ids: ['r1', 'r3'], into: 'r4' }],
        health: { size: 2, byDomain: { search: 2 } },
      },
    ]);
    await withLibrary(at, async (library) => {
      expect(await library.show('r4')).toMatchObject({ text: 'Choose rg over grep.', c: 0.8, status: 'active' });
      await library.undo(documents[0].batch);
    });
    expect(await exported()).toBe(before);
  });
});

describe('what was archived', () => {
  test('is taken out for good after fifty sessions, and not before', async () => {
    const at = place();
    await json(
      at,
      'experience',
      'add',
      'When a port is taken, ask who holds it.',
      '--type',
      'convention',
      '--domain',
      'devops',
    );
    await json(at, 'experience', 'retire', 'r1', '--why', 'wrong');
    record(at, Array.from({ length: 49 }, (_, n) => session(`s${n}`, n, [ok('ls')])).flat());
    await json(at, 'learn');
    expect((await json(at, 'experience', 'show', 'r1')).exit).toBe(0);
    record(
      at,
      [50, 51].flatMap((n) => session(`s${n}`, n, [ok('ls')])),
    );
    await json(at, 'learn');
    const gone = await json(at, 'experience', 'show', 'r1');
    expect(gone).toMatchObject({ exit: 2, documents: [{ error: { code: 'ENTRY_NOT_FOUND' } }] });
    const undone = await json(at, 'experience', 'undo');
    expect(undone.documents[0]).toMatchObject({ error: { code: 'UNDO_BLOCKED' } });
  });
});
