import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  callsOf,
  finished,
  type Host,
  hook,
  hostedPlace,
  hostProcess,
  killed,
  listed,
  rememberWorker,
  told,
} from './hosted.ts';
import { type Place, praxis, ROOT } from './support.ts';

const CLAUDE = 'e4ac250a-9343-49cb-be34-b5f772f12e41';
const SETTLED = 'test/data/hosts/claude-code/settle/with-subagents';
const KILLED = join(ROOT, 'test/data/hosts/claude-code/settle/killed-early/transcript.jsonl');
const CODEX = '01a22c02-1e0d-7120-adf4-9701a9901e66';

/** The members that tell a hook where a session works; its real transcript lies there, with that of its subagent. */
function claudeSession(at: Place, session = CLAUDE) {
  const transcript = join(dirname(at.tree), 'claude', `${session}.jsonl`);
  const copy = (from: string, to: string): void => {
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, renamed(readFileSync(join(ROOT, SETTLED, from), 'utf8'), session));
  };
  copy('transcript.jsonl', transcript);
  copy(
    'subagents/agent-af57938ba055c8cd2.jsonl',
    join(transcript.slice(0, -6), 'subagents', 'agent-af57938ba055c8cd2.jsonl'),
  );
  return { session_id: session, transcript_path: transcript, cwd: at.tree };
}

/** A session that a host left in the middle of its work; its transcript is written by the test. */
function killedSession(at: Place) {
  const folder = join(dirname(at.tree), 'claude');
  mkdirSync(folder, { recursive: true });
  const session = '346db082-902b-4038-9de3-6a3dc070916f';
  return { session_id: session, transcript_path: join(folder, `${session}.jsonl`), cwd: at.tree };
}

/** Rows of a transcript whose first one was written at `startMs`. */
function movedTo(startMs: number, rows: readonly string[]): readonly string[] {
  const first = Date.parse(/"timestamp":"([^"]+)"/.exec(rows.join('\n'))?.[1] ?? '');
  return rows.map((row) =>
    row.replaceAll(/"timestamp":"([^"]+)"/g, (_, time: string) => {
      return `"timestamp":"${new Date(startMs + Date.parse(time) - first).toISOString()}"`;
    }),
  );
}

/** The transcript of another session that did the same: all ids in it are others. */
function renamed(text: string, session: string): string {
  if (session === CLAUDE) return text;
  return text
    .replaceAll(CLAUDE, session)
    .replaceAll('toolu_', `toolu_${session.slice(0, 4)}`)
    .replaceAll(/"uuid":"..../g, `"uuid":"${session.slice(0, 4)}`);
}

function codexSession(at: Place) {
  const name = `rollout-2026-11-30T10-31-06-${CODEX}.jsonl`;
  const transcript = join(dirname(at.tree), 'codex', name);
  mkdirSync(dirname(transcript), { recursive: true });
  writeFileSync(transcript, readFileSync(join(ROOT, 'test/data/hosts/codex/settle/failures/sessions', name)));
  return { session_id: CODEX, transcript_path: transcript, cwd: at.tree };
}

const start = (at: Place, host: Host, members: object, env = {}) =>
  hook(at, told(host, 'SessionStart.startup', { ...members }), env);

describe('a hosted session that ends', () => {
  test('is filled from its transcript and sealed by a worker that outlives the hook', async () => {
    const at = hostedPlace();
    const members = claudeSession(at);
    start(at, 'claude-code', members);
    const ended = hook(at, told('claude-code', 'SessionEnd.other', members));
    expect([ended.status, ended.stdout, ended.stderr]).toEqual([0, '', '']);
    await finished(at, 'claude-code', CLAUDE);
    expect((await listed(at)).get(CLAUDE)).toMatchObject({
      host: 'claude-code',
      source: 'live',
      epoch: 1,
      toolCalls: 3,
      sealedAt: expect.any(String),
    });
  });

  test('counts a call once that was seen live, and stays one session however often it is finished', async () => {
    const at = hostedPlace();
    const members = claudeSession(at);
    start(at, 'claude-code', members);
    const [live] = readFileSync(members.transcript_path, 'utf8').match(/toolu_\w+/) ?? [];
    const call = { host: 'claude-code', sessionId: CLAUDE, callId: live, tool: 'Bash', ok: true, output: 'seen live' };
    const recorded = await praxis(at, ['telemetry', 'record'], { input: `${JSON.stringify(call)}\n` });
    expect(recorded.exit, recorded.stderr).toBe(0);
    for (let n = 0; n < 2; n++) {
      hook(at, told('claude-code', 'SessionEnd.other', members));
      await finished(at, 'claude-code', CLAUDE);
    }
    const calls = await callsOf(at, CLAUDE);
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ eventId }) => eventId)).size).toBe(3);
    expect(calls.filter(({ output }) => output === 'seen live')).toHaveLength(1);
    expect([...(await listed(at)).keys()]).toEqual([CLAUDE]);
  });

  test('is learnt from, unless the user learns by hand', async () => {
    const at = hostedPlace();
    const queued = async (session: string, env: Readonly<Record<string, string>>) => {
      const members = claudeSession(at, session);
      start(at, 'claude-code', members);
      hook(at, told('claude-code', 'SessionEnd.other', members), env);
      await finished(at, 'claude-code', session);
      const report = JSON.parse((await praxis(at, ['learn', '--offline', '--json'])).stdout);
      return report.done;
    };
    expect(await queued(CLAUDE, { PRAXIS_LEARN: 'manual' })).toBeGreaterThan(0);
    expect(await queued(CLAUDE.replace('e4ac', 'aaaa'), { PRAXIS_LEARN: 'auto' })).toBe(0);
  });

  test('leaves a line in the log and nothing else where the package is gone', async () => {
    const at = hostedPlace();
    rememberWorker(at, join(at.home, 'gone.mjs'));
    const members = claudeSession(at);
    start(at, 'claude-code', members);
    const ended = hook(at, told('claude-code', 'SessionEnd.other', members));
    expect([ended.status, ended.stdout, ended.stderr]).toEqual([0, '', '']);
    expect(readFileSync(join(at.home, 'log/hook.log'), 'utf8')).toContain('the package is gone');
    expect(existsSync(join(at.home, 'libraries'))).toBe(false);
  });

  test('is not read once capture is off', async () => {
    const at = hostedPlace();
    const members = claudeSession(at);
    const host = hostProcess();
    start(at, 'claude-code', members, { CLAUDE_PID: String(host.pid) });
    await killed(host);
    writeFileSync(join(at.home, 'capture.json'), JSON.stringify({ v: 1, all: false, off: [at.tree] }));
    const other = { ...members, session_id: CLAUDE.replace('e4ac', 'bbbb'), cwd: dirname(at.tree) };
    start(at, 'claude-code', other);
    await finished(at, 'claude-code', CLAUDE);
    expect(await callsOf(at, CLAUDE)).toEqual([]);
  });
});

describe('a session whose host was killed', () => {
  test('is finished by the next one that begins, and one whose host still runs is not', async () => {
    const at = hostedPlace();
    const [host, other] = [hostProcess(), hostProcess()];
    const gone = claudeSession(at);
    const alive = claudeSession(at, CLAUDE.replace('e4ac', 'cccc'));
    start(at, 'claude-code', gone, { CLAUDE_PID: String(host.pid) });
    start(at, 'claude-code', alive, { CLAUDE_PID: String(other.pid) });
    await killed(host);
    start(at, 'codex', codexSession(at), { CLAUDE_PID: String(other.pid) });
    await finished(at, 'claude-code', CLAUDE);
    expect([...(await listed(at)).keys()]).toEqual([CLAUDE]);
    expect(existsSync(join(at.home, 'hosted/open', `claude-code-${alive.session_id}.jsonl`))).toBe(true);
  });

  test('goes on in a second part where it is taken up again, with no call in both', async () => {
    const at = hostedPlace();
    const { session_id: session, ...members } = killedSession(at);
    const rows = readFileSync(KILLED, 'utf8').split('\n');
    const cut = rows.findIndex((row) => row.includes('toolu_000149ybdz08d2') && row.includes('tool_result')) + 1;
    const first = `${movedTo(Date.now() - 60_000, rows.slice(0, cut)).join('\n')}\n`;
    writeFileSync(members.transcript_path, first);
    const host = hostProcess();
    start(at, 'claude-code', { session_id: session, ...members }, { CLAUDE_PID: String(host.pid) });
    await killed(host);
    start(at, 'codex', codexSession(at));
    await finished(at, 'claude-code', session);
    const before = await callsOf(at, session);
    hook(at, told('claude-code', 'SessionStart.resume', { session_id: session, ...members }));
    writeFileSync(members.transcript_path, `${first}${movedTo(Date.now(), rows.slice(cut)).join('\n')}`);
    hook(at, told('claude-code', 'SessionEnd.other', { session_id: session, ...members }));
    await finished(at, 'claude-code', session);
    expect(before).toHaveLength(4);
    expect(new Set((await callsOf(at, session)).map(({ eventId }) => eventId)).size).toBe(11);
    const parts = await listed(at);
    expect([parts.get(session)?.toolCalls, parts.get(`${session}#2`)?.toolCalls]).toEqual([4, 7]);
  });
});

describe('a session of Codex', () => {
  test.each([
    ['codex_exec', false],
    ['codex-tui', true],
  ])('that the program %s began is one at which a person sits: %s', (originator, isAttended) => {
    const at = hostedPlace();
    const members = codexSession(at);
    const rollout = readFileSync(members.transcript_path, 'utf8');
    writeFileSync(members.transcript_path, rollout.replace(/"originator":"[^"]*"/, `"originator":"${originator}"`));
    start(at, 'codex', members);
    const told = readFileSync(join(at.home, 'hosted/open', `codex-${CODEX}.jsonl`), 'utf8');
    expect(JSON.parse(told)).toMatchObject({ kind: 'start', isAttended });
  });
});

describe('sessions at once in one repository', () => {
  test('keep their events apart, whichever host they are of, and lose none', async () => {
    const at = hostedPlace();
    const sessions = [
      { host: 'claude-code' as const, members: claudeSession(at), calls: 3 },
      { host: 'claude-code' as const, members: claudeSession(at, CLAUDE.replace('e4ac', 'dddd')), calls: 3 },
      { host: 'codex' as const, members: codexSession(at), calls: 4 },
    ];
    for (const { host, members } of sessions) start(at, host, members);
    for (const { host, members } of sessions)
      hook(at, told(host, host === 'codex' ? 'SessionEnd' : 'SessionEnd.other', members));
    for (const { host, members } of sessions) await finished(at, host, members.session_id);
    for (const { members, calls, host } of sessions) {
      const found = await callsOf(at, members.session_id);
      expect(found, members.session_id).toHaveLength(calls);
      expect(new Set(found.map(({ sessionId }) => sessionId))).toEqual(new Set([members.session_id]));
      expect((await listed(at)).get(members.session_id)?.host).toBe(host);
    }
  });
});

describe('a hosted session that is purged', () => {
  test('is gone from the library and from the files of its hooks, and nothing brings it back', async () => {
    const at = hostedPlace();
    const members = claudeSession(at);
    start(at, 'claude-code', members);
    hook(at, told('claude-code', 'SessionEnd.other', members));
    await finished(at, 'claude-code', CLAUDE);
    const purged = await praxis(at, ['telemetry', 'purge', '--session', CLAUDE, '--yes']);
    expect(purged.exit, purged.stderr).toBe(0);
    const file = `claude-code-${CLAUDE}.jsonl`;
    for (const folder of ['sessions', 'hosted/open', 'hosted/closed'])
      expect(existsSync(join(at.home, folder, file)), folder).toBe(false);
    const other = codexSession(at);
    start(at, 'codex', other);
    hook(at, told('codex', 'SessionEnd', other));
    await finished(at, 'codex', CODEX);
    expect([...(await listed(at)).keys()]).toEqual([CODEX]);
  });
});

describe('a session outside of any repository', () => {
  test('is found in its folder, into which nothing is written', async () => {
    const at = hostedPlace();
    rmSync(join(at.tree, '.git'), { recursive: true });
    const members = claudeSession(at);
    start(at, 'claude-code', members);
    hook(at, told('claude-code', 'SessionEnd.other', members));
    await finished(at, 'claude-code', CLAUDE);
    expect([...(await listed(at)).keys()]).toEqual([CLAUDE]);
    expect(existsSync(join(at.tree, '.praxis'))).toBe(false);
  });
});
