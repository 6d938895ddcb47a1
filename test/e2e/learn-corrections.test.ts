import { describe, expect, test } from 'vitest';
import { type Place, place, praxis, write } from './support.ts';

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 10, n)).toISOString();

async function done(at: Place, args: readonly string[], input?: string): Promise<string> {
  const ended = await praxis(at, args, input === undefined ? {} : { input });
  expect(ended.exit, `${args.join(' ')}: ${ended.stderr}`).toBe(0);
  return ended.stdout;
}

async function documents(at: Place, ...args: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const text = await done(at, [...args, '--json']);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

function record(at: Place, events: readonly object[]): Promise<string> {
  return done(at, ['telemetry', 'record'], events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** A session of one task in which a search was made, and what the user said of its result. */
function session(
  sessionId: string,
  n: number,
  said: readonly string[],
  calls: readonly object[] = [],
): readonly object[] {
  const base = { sessionId, taskId: `${sessionId}/1` };
  const search = (command: string) => ({ ...base, tool: 'bash', params: { command }, ok: true, startedAt: minute(n) });
  return [
    { type: 'task_start', ...base, taskText: 'Find where orders are cancelled', agentConfigId: 'agent', at: minute(n) },
    search('grep -r cancel .'),
    search('rg cancel'),
    ...calls.map((call) => ({ ...base, startedAt: minute(n), ...call })),
    { type: 'task_end', ...base, finalOutput: 'In cancel.ts.', status: 'completed', at: minute(n + 1) },
    ...said.map((text) => ({ type: 'feedback', ...base, kind: 'correct', text, source: 'chat', at: minute(n + 1) })),
    { type: 'session_end', sessionId, at: minute(n + 2) },
  ];
}

/** The same as Claude Code writes it down. */
function transcript(tree: string): string {
  const base = { sessionId: 'aaaa', cwd: tree, version: '2.0.0', userType: 'external', isSidechain: false };
  const user = (uuid: string, n: number, content: unknown) => ({
    ...base,
    type: 'user',
    uuid,
    timestamp: minute(n),
    promptId: uuid,
    message: { role: 'user', content },
  });
  const assistant = (uuid: string, n: number, content: unknown) => ({
    ...base,
    type: 'assistant',
    uuid,
    timestamp: minute(n),
    message: { role: 'assistant', model: 'model', content },
  });
  const use = (id: string, command: string) => [{ type: 'tool_use', id, name: 'Bash', input: { command } }];
  const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: 'cancel.ts' }];
  return [
    user('u1', 0, 'Find where orders are cancelled'),
    assistant('a1', 1, use('c1', 'grep -r cancel .')),
    user('u2', 1, result('c1')),
    assistant('a2', 2, use('c2', 'rg cancel')),
    user('u3', 2, result('c2')),
    assistant('a3', 3, [{ type: 'text', text: 'Orders are cancelled in cancel.ts.' }]),
    user('u4', 4, 'no, use rg instead of grep'),
    assistant('a4', 5, [{ type: 'text', text: 'Understood.' }]),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

describe('a correction in a session that is learnt from', () => {
  test('of an import becomes a guideline on probation, once', async () => {
    const at = place();
    write(at.tree, { 'aaaa.jsonl': transcript(at.tree) });
    await done(at, ['telemetry', 'import', 'aaaa.jsonl', '--json']);
    await done(at, ['learn', '--json']);
    const entry = {
      text: 'Prefer rg over grep.',
      status: 'probation',
      origin: 'import',
      c: 0.5,
      rule: { form: 'PREFER', x: 'shell:rg', y: 'shell:grep' },
    };
    expect(await documents(at, 'experience', 'list')).toMatchObject([entry]);
    await record(at, session('s1', 10, ['no, use rg instead of grep']));
    await done(at, ['learn', '--json']);
    expect(await documents(at, 'experience', 'list')).toMatchObject([entry]);
  });

  test('that was taught by `praxis correct` is not taught again', async () => {
    const at = place();
    await record(at, session('s1', 0, ['no, use rg instead of grep']));
    expect(await documents(at, 'correct', 'use rg instead of grep')).toMatchObject([{ entry: { id: 'r1' } }]);
    await done(at, ['learn', '--json']);
    expect(await documents(at, 'experience', 'list')).toMatchObject([{ id: 'r1', status: 'active', origin: 'user' }]);
  });

  test('is confirmed by a person who says so', async () => {
    const at = place();
    await record(at, session('s1', 0, ['use rg instead of grep', "don't touch src/app.ts"]));
    await done(at, ['learn', '--json']);
    expect(await documents(at, 'experience', 'list')).toMatchObject([{ id: 'r1', status: 'probation' }]);
    expect(await documents(at, 'correct', 'use rg instead of grep')).toMatchObject([
      { entry: { id: 'r1', status: 'active' }, feedback: { result: 'confirmed' } },
    ]);
  });
});

describe('a correction that a person types', () => {
  test('is given wherever its words fit, whatever the task was about in which it was said', async () => {
    const at = place();
    await record(at, session('s1', 0, []));
    await done(at, ['correct', 'never push to main']);
    expect(await documents(at, 'experience', 'list')).toMatchObject([{ domain: 'other', status: 'active' }]);
    for (const task of ['push the release to main', 'rebase the branch and push to main'])
      expect(await done(at, ['experience', 'inject', task]), task).toBe('[G0] Never push to main.\n');
  });

  test('is learnt as a whole or not at all', async () => {
    const at = place();
    await record(at, session('s1', 0, []));
    await done(at, ['correct', 'never use\nthe old client']);
    const long = await done(at, ['correct', `never ${'deploy and '.repeat(20)}deploy, unless it was asked for`]);
    expect(long).toContain('kept as feedback: as a guideline it has 47 words; at most 32 are taken');
    expect(await documents(at, 'experience', 'list')).toMatchObject([{ text: 'Never use the old client.' }]);
  });
});

describe('check 9: an error that recurs', () => {
  const failed = { tool: 'ledger', params: { month: 'may' }, ok: false, error: 'Error: the ledger is locked' };

  test('in three sessions asks for one tool, however they are learnt from', async () => {
    const one = place();
    for (const n of [1, 2, 3]) {
      expect(await documents(one, 'proposals')).toEqual([]);
      await record(one, session(`s${n}`, n * 5, [], [failed, failed]));
      await done(one, ['learn', '--json']);
    }
    const all = place();
    for (const n of [1, 2, 3]) await record(all, session(`s${n}`, n * 5, [], [failed, failed]));
    await done(all, ['learn', '--json']);
    for (const at of [one, all]) {
      const proposals = await documents(at, 'proposals');
      expect(proposals).toMatchObject([
        { id: 'p1', kind: 'recurring_failure', status: 'open', createdEpoch: 3, evidence: { sessions: 3 } },
      ]);
      await done(at, ['learn', '--json']);
      expect(await documents(at, 'proposals')).toEqual(proposals);
    }
  });
});
