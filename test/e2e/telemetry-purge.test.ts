import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CLI,
  cleanEnvironment,
  logged,
  type Place,
  place,
  playbook,
  policy,
  praxis,
  runTask,
  start,
  until,
  write,
} from './support.ts';

/** Long enough to be found nowhere by chance. */
const MARK = 'the-plan-of-the-bank-vault';

/** A task whose acts print the mark; `run` is what its act does. */
function setUp(run = `echo ${MARK}; echo good > state.txt`): Place {
  const at = place();
  write(at.tree, {
    'policy.json': policy(),
    'task.yaml': {
      goal: 'make the file good',
      topic: 'purge',
      acceptance: [{ id: 'good', run: 'grep -q good state.txt' }],
      scope: ['state.txt'],
      policy_ref: 'policy.json',
      actor: playbook([{ id: 'write', run }]),
    },
    'state.txt': 'bad\n',
  });
  return at;
}

function record(at: Place, ...events: readonly object[]): void {
  const input = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const env = cleanEnvironment({ PRAXIS_HOME: at.home });
  execFileSync(process.execPath, [CLI, 'telemetry', 'record'], { cwd: at.tree, env, input });
}

/** The files of PRAXIS_HOME that hold the mark. */
function holding(at: Place): readonly string[] {
  return readdirSync(at.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(MARK))
    .map((entry) => entry.name);
}

const purge = (at: Place, ...args: readonly string[]) => praxis(at, ['telemetry', 'purge', '--yes', ...args]);
const sessionsOf = async (at: Place): Promise<readonly string[]> =>
  (await praxis(at, ['sessions', '--json'])).stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).sessionId);

describe('praxis telemetry purge', () => {
  test('leaves nothing of a run but the files in its work tree, and it can be run again', async () => {
    const at = setUp();
    const first = await runTask(at);
    expect(first.exit).toBe(0);
    expect(holding(at)).not.toEqual([]);
    const purged = await purge(at, '--session', String(first.document.session), '--json');
    expect(purged).toMatchObject({ exit: 0, stderr: '' });
    expect(JSON.parse(purged.stdout)).toMatchObject({ sessions: 1, isErased: true, kept: [] });
    expect(holding(at)).toEqual([]);
    expect(await sessionsOf(at)).toEqual([]);
    expect(readFileSync(join(at.tree, 'state.txt'), 'utf8')).toBe('good\n');
    expect(await praxis(at, ['explain', 'last'])).toMatchObject({ exit: 2 });
    write(at.tree, { 'state.txt': 'bad\n' });
    expect(await runTask(at, ['--new'])).toMatchObject({ exit: 0 });
  });

  test('keeps a run that is going on, which ends as if nothing had happened', async () => {
    const at = setUp('printf "begun\\n" >> LOG; until test -f go; do sleep 0.05; done; echo good > state.txt');
    const text = readFileSync(join(at.tree, 'task.yaml'), 'utf8').replace('LOG', at.log).replace('"state.txt"', '"*"');
    write(at.tree, { 'task.yaml': text });
    const running = start(at, ['run', 'task.yaml', '--json']);
    await until(() => logged(at).length > 0, 'the act begins', running);
    const [session = ''] = await sessionsOf(at);
    const all = await purge(at, '--repo');
    expect(all).toMatchObject({ exit: 0, stdout: 'deleted 0 records of 0 sessions\n' });
    expect(all.stderr).toContain(`kept ${session}: this run is going on\n`);
    const one = await purge(at, '--session', session, '--json');
    expect(one.exit).toBe(2);
    expect(JSON.parse(one.stdout).error.code).toBe('WORK_TREE_BUSY');
    write(at.tree, { go: '' });
    expect(JSON.parse((await running.ended).stdout)).toMatchObject({ status: 'pass' });
    expect(JSON.parse((await purge(at, '--repo', '--json')).stdout)).toMatchObject({ sessions: 1, kept: [] });
  });

  test('deletes a run that was killed', async () => {
    const at = setUp(`echo ${MARK}; echo begun >> LOG; sleep 60`);
    const text = readFileSync(join(at.tree, 'task.yaml'), 'utf8').replace('LOG', at.log);
    write(at.tree, { 'task.yaml': text });
    const running = start(at, ['run', 'task.yaml', '--json']);
    await until(() => logged(at).length > 0, 'the act begins', running);
    running.kill('SIGKILL');
    await running.ended;
    expect(JSON.parse((await purge(at, '--repo', '--json')).stdout)).toMatchObject({ sessions: 1, kept: [] });
    expect(await sessionsOf(at)).toEqual([]);
  });

  test('deletes what ended before a day, and nothing newer', async () => {
    const at = place();
    const call = (sessionId: string, startedAt: string) => ({ sessionId, tool: 'search', ok: true, startedAt });
    record(at, call('old', '2026-01-30T23:59:59Z'), call('new', '2026-01-31T00:00:00Z'));
    expect(await purge(at, '--before', '2026-01-31')).toMatchObject({ stdout: 'deleted 1 record of 1 session\n' });
    expect(await sessionsOf(at)).toEqual(['new']);
  });

  test('tells first what it would delete, and deletes nothing to which nobody agreed', async () => {
    const at = place();
    record(at, { sessionId: 's1', tool: 'search', ok: true }, { sessionId: 's2', tool: 'search', ok: true });
    const unasked = (...args: readonly string[]) => praxis(at, ['telemetry', 'purge', ...args]);
    const dry = await unasked('--repo', '--dry-run');
    expect(dry).toMatchObject({ exit: 0, stdout: 'would delete 2 sessions with 2 tool calls\n' });
    const one = await unasked('--session', 's1', '--dry-run', '--json');
    expect(JSON.parse(one.stdout)).toEqual({ sessions: 1, calls: 1, kept: [], dry_run: true });
    expect(await unasked('--session', 's', '--dry-run')).toMatchObject({ exit: 2, stdout: '' });
    const refused = await unasked('--repo');
    expect(refused.exit).not.toBe(0);
    expect(refused.stderr).toContain('CONSENT_MISSING');
    expect([...(await sessionsOf(at))].sort()).toEqual(['s1', 's2']);
    expect(await unasked('--repo', '--yes')).toMatchObject({ exit: 0 });
    expect(await sessionsOf(at)).toEqual([]);
    expect(await unasked('--repo')).toMatchObject({ exit: 0, stdout: 'deleted 0 records of 0 sessions\n' });
  });

  test('takes what waits in the spool and what was set aside with it', async () => {
    const at = place();
    record(at, { sessionId: 's1', tool: 'search', ok: true, output: MARK });
    const [library = ''] = readdirSync(join(at.home, 'libraries'));
    const spool = join(at.home, 'libraries', library, 'spool');
    mkdirSync(spool, { recursive: true });
    appendFileSync(join(spool, 'open.jsonl'), `\n{"torn":"${MARK}`);
    expect(holding(at)).toContain('open.jsonl');
    const purged = await purge(at, '--repo');
    expect(purged).toMatchObject({ exit: 0, stdout: 'deleted 1 record of 1 session\n' });
    expect(purged.stderr).toContain('1 lines that were left for the library could not be read');
    expect(holding(at)).toEqual([]);
  });

  test('says of a session that is not there that it is not, and deletes nothing', async () => {
    const at = place();
    expect(await purge(at, '--session', 's1')).toMatchObject({ exit: 2, stdout: '' });
    record(at, { sessionId: 's1', tool: 'search', ok: true });
    // A prefix is enough to look at a session, and not to delete one.
    const wrong = await purge(at, '--session', 's');
    expect(wrong).toMatchObject({ exit: 2, stdout: '' });
    expect(wrong.stderr).toContain('no session s (SESSION_NOT_FOUND)');
    for (const args of [
      [],
      ['--session', 's1', '--repo'],
      ['--before', 'yesterday'],
      ['--before', '2026-13-45'],
      ['--before', '2026-02-31'],
    ])
      expect(await purge(at, ...args)).toMatchObject({ exit: 2, stdout: '' });
    expect(await sessionsOf(at)).toEqual(['s1']);
  });
});
