import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finished, hook, hostedPlace, scriptedTranscript, told } from './hosted.ts';
import { cleanEnvironment, type Place, praxis, ROOT } from './support.ts';

const SESSION = 'e4ac250a-9343-49cb-be34-b5f772f12e41';
const CORRECTION = 'No, always use pnpm instead of npm in this repository.';

/** A session of one prompt, one call and one answer, and what its user said of it, as Claude Code writes it. */
function session(at: Place, said: readonly string[] = []) {
  const transcript_path = join(dirname(at.tree), 'claude', `${SESSION}.jsonl`);
  mkdirSync(dirname(transcript_path), { recursive: true });
  const startMs = Date.now() - 60_000;
  const calls = [{ command: 'npm install', output: 'added 3 packages' }];
  const text = scriptedTranscript(SESSION, { cwd: at.tree, startMs, prompt: 'Install the packages', calls });
  const more = said.map((content, n) =>
    JSON.stringify({
      ...{ type: 'user', isSidechain: false, sessionId: SESSION, cwd: at.tree, version: '2.1.332' },
      ...{ promptId: `${SESSION}-said-${n}`, message: { role: 'user', content }, uuid: `${SESSION}-said-${n}` },
      timestamp: new Date(startMs + 30_000 + n).toISOString(),
    }),
  );
  writeFileSync(transcript_path, `${text}${more.map((row) => `${row}\n`).join('')}`);
  return { session_id: SESSION, transcript_path, cwd: at.tree, prompt_id: `${SESSION}-prompt` };
}

/** What the hook leaves of a correction that somebody typed, and the worker that takes it. */
function corrected(at: Place, cwd = at.tree): void {
  const folder = join(at.home, 'hosted', 'corrections');
  mkdirSync(folder, { recursive: true });
  const job = { v: 1, host: 'claude-code', session: SESSION, cwd, text: CORRECTION };
  writeFileSync(join(folder, 'one.json'), JSON.stringify(job));
  const env = cleanEnvironment({ PRAXIS_HOME: at.home });
  const worker = spawnSync(process.execPath, [join(ROOT, 'dist', 'session-worker.mjs')], { env, encoding: 'utf8' });
  expect([worker.status, worker.stderr]).toEqual([0, '']);
}

async function documents(at: Place, ...args: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await praxis(at, args);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

const lessons = async (at: Place) =>
  (await documents(at, 'experience', 'list', '--json')).map(({ text, status }) => [text, status]);
const records = (at: Place) => documents(at, 'telemetry', 'export', '--session', SESSION);
/** A host that is not to be seen, for whose end no worker waits. */
const UNSEEN = { CLAUDE_PID: '4194399' };
const start = (at: Place, members: object) =>
  hook(at, told('claude-code', 'SessionStart.startup', { ...members }), UNSEEN);
const end = async (at: Place, members: object) => {
  hook(at, told('claude-code', 'SessionEnd.other', { ...members }), UNSEEN);
  await finished(at, 'claude-code', SESSION);
};

const LESSON = [['Prefer pnpm over npm.', 'active']];

describe('a correction that was typed in a host', () => {
  test('is one, though the transcript tells of it too', async () => {
    const at = hostedPlace();
    const members = session(at, [CORRECTION]);
    start(at, members);
    corrected(at);
    await end(at, members);
    const feedback = (await records(at)).filter(({ type }) => type === 'feedback');
    expect(feedback.map(({ kind, source, taskId }) => [kind, source, taskId])).toEqual([
      ['correct', 'command', `${SESSION}-prompt`],
    ]);
    expect(await lessons(at)).toEqual(LESSON);
  });

  test('is one too where the transcript tells of it only afterwards', async () => {
    const at = hostedPlace();
    start(at, session(at));
    corrected(at);
    await end(at, session(at, [CORRECTION]));
    expect((await records(at)).filter(({ type }) => type === 'feedback')).toHaveLength(1);
  });

  test('is taken though its session was put away meanwhile', async () => {
    const at = hostedPlace();
    const members = session(at);
    start(at, members);
    await end(at, members);
    corrected(at);
    expect(await lessons(at)).toEqual(LESSON);
  });

  test('is taken of a session that nothing else is told of, by what the library holds', async () => {
    const at = hostedPlace();
    const members = session(at);
    start(at, members);
    await end(at, members);
    rmSync(join(at.home, 'hosted', 'closed'), { recursive: true });
    corrected(at);
    expect(await lessons(at)).toEqual(LESSON);
  });

  test('leaves a line in the log where nothing of its place is left', async () => {
    const at = hostedPlace();
    corrected(at, join(at.tree, 'gone'));
    const log = readdirSync(join(at.home, 'log'));
    expect(log).toEqual(['hook.log']);
    expect(await lessons(at)).toEqual([]);
  });
});

describe('a hosted session', () => {
  test('tells in which of its tasks a lesson was held back', async () => {
    const at = hostedPlace();
    const members = session(at);
    const text = 'When packages are to be installed, install the packages with pnpm';
    expect((await praxis(at, ['experience', 'add', text])).exit).toBe(0);
    start(at, members);
    const prompt = told('claude-code', 'UserPromptSubmit.typed', { ...members, prompt: 'Install the packages' });
    hook(at, prompt, { PRAXIS_HOLDOUT: '1' });
    await end(at, members);
    const marks = (await records(at)).filter(({ type }) => type === 'retrieval');
    expect(marks.map(({ taskId, withheld }) => [taskId, withheld])).toEqual([[`${SESSION}-prompt`, ['r1']]]);
  });

  test('is in one library wherever its agent goes outside of a repository', async () => {
    const at = hostedPlace();
    renameSync(join(at.tree, '.git'), join(dirname(at.tree), 'no-git'));
    mkdirSync(join(at.tree, 'sub'));
    const members = session(at);
    start(at, members);
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_elsewhere' };
    hook(at, told('claude-code', 'PostToolUse.Bash', { ...members, ...call, cwd: join(at.tree, 'sub') }));
    await end(at, members);
    expect(readdirSync(join(at.home, 'libraries')).filter((name) => name.startsWith('folder-'))).toHaveLength(1);
    expect((await records(at)).filter(({ type }) => type === 'call')).toHaveLength(2);
  });
});
