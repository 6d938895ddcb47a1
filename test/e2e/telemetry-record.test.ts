import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callsIn } from '../support/transcript-calls.ts';
import { CLI, cleanEnvironment, type Place, place, praxis, ROOT } from './support.ts';

const RECORDED = join(ROOT, 'test/data/trajectories');

/** Transcripts, and how many of their calls no hook sees. */
const TRANSCRIPTS = [
  ['claude-code', 'agentcmd-full-session-four.jsonl', 0],
  ['claude-code', 'agtrace-claude_session.jsonl', 0],
  ['claude-code', 'spotter-ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl', 0],
  ['claude-code', 'v2.1.332-main.jsonl', 0],
  ['claude-code', 'v2.1.332-subagent.jsonl', 0],
  ['codex', 'agtrace-codex_session.jsonl', 0],
  ['codex', 'rollout.v0.120.jsonl', 0],
  // One of its scripts fails before it makes a call.
  ['codex', 'rollout.v0.171.code-mode.jsonl', 1],
  ['codex', 'rollout.v0.171.direct.jsonl', 0],
  ['codex', 'rollout.v0.171.subagent.jsonl', 0],
] as const;

/** Tells events to `praxis telemetry record`, as one text. */
function record(at: Place, events: readonly object[]) {
  const input = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const env = cleanEnvironment({ PRAXIS_HOME: at.home });
  const options = { cwd: at.tree, env, input, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, [CLI, 'telemetry', 'record'], options));
}

async function importFile(at: Place, path: string) {
  const ended = await praxis(at, ['telemetry', 'import', '--all', path, '--json']);
  expect(ended.stderr).toBe('');
  return JSON.parse(ended.stdout).totals;
}

interface ShownPart {
  readonly tasks: readonly Readonly<Record<string, unknown>>[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly late: readonly Readonly<Record<string, unknown>>[];
}

/** What is stored of a session: its parts, all its calls, and its tasks. */
async function stored(at: Place, sessionId: string) {
  const { stdout } = await praxis(at, ['telemetry', 'show', sessionId, '--json']);
  const { parts }: { readonly parts: readonly ShownPart[] } = JSON.parse(stdout);
  const calls = parts
    .flatMap(({ records, late }) => [...records, ...late])
    .filter((one) => one.type === 'call')
    .map(({ eventId, taskId, tool, ok, error, params, output }) => ({
      ...{ eventId: String(eventId), taskId, tool, ok, error, params, output },
    }))
    .sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const tasks = parts.flatMap((part) =>
    part.tasks.map(({ taskId, steps, reward, agentConfigId }) => ({ taskId, steps, reward, agentConfigId })),
  );
  return { parts, calls, tasks };
}

const endOf = (sessionId: string, at: string) => ({ type: 'session_end', sessionId, at });

describe('a session that was recorded live and imported afterwards', () => {
  for (const [host, file, unseen] of TRANSCRIPTS) {
    const path = join(RECORDED, host, file);
    const calls = callsIn(host, path);
    const sessionId = calls[0]?.sessionId ?? '';

    test(`counts its calls once: ${file}`, async () => {
      const alone = place();
      const { events } = await importFile(alone, path);
      const expected = await stored(alone, sessionId);
      expect(calls).toHaveLength(events - unseen);

      const at = place();
      expect(record(at, calls)).toEqual({ accepted: calls.length, rejected: [] });
      expect(await importFile(at, path)).toMatchObject({ events, duplicates: calls.length });
      // The transcript fills in what the hooks did not know.
      expect((await stored(at, sessionId)).calls).toEqual(expected.calls);
      record(at, [...calls, endOf(sessionId, '2027-01-01T00:00:00Z')]);
      const found = await stored(at, sessionId);
      expect(found.calls).toEqual(expected.calls);
      expect(found.tasks).toEqual(expected.tasks);
    });
  }
});

describe('a session that is told in several ways', () => {
  const path = join(RECORDED, 'claude-code/agtrace-claude_session.jsonl');
  const calls = callsIn('claude-code', path);
  const sessionId = calls[0]?.sessionId ?? '';

  test('keeps what was sealed before its import, and what hooks had missed comes late', async () => {
    const at = place();
    record(at, [...calls.slice(1).map((call) => ({ ...call, ok: true })), endOf(sessionId, '2026-01-01T00:00:00Z')]);
    const before = await stored(at, sessionId);
    expect(await importFile(at, path)).toMatchObject({ events: 4, duplicates: 3 });
    const after = await stored(at, sessionId);
    expect(after.parts).toMatchObject([{ id: sessionId, epoch: 1, calls: 3 }]);
    expect(after.tasks).toEqual(before.tasks);
    expect(after.parts[0]?.late.filter(({ type }) => type === 'call')).toHaveLength(1);
    expect(await importFile(at, path)).toMatchObject({ events: 4, duplicates: 4 });
    expect(await stored(at, sessionId)).toEqual(after);
  });

  test('gains nothing from being told again after its import', async () => {
    const at = place();
    await importFile(at, path);
    const before = await stored(at, sessionId);
    expect(record(at, calls)).toEqual({ accepted: 4, rejected: [] });
    expect(await stored(at, sessionId)).toEqual(before);
  });

  test('counts once while several processes record and import it at the same time', async () => {
    const alone = place();
    await importFile(alone, path);
    const at = place();
    const recording = [0, 1].map(async () => {
      const env = cleanEnvironment({ PRAXIS_HOME: at.home });
      const child = spawn(process.execPath, [CLI, 'telemetry', 'record'], { cwd: at.tree, env });
      for (const call of calls) child.stdin.write(`${JSON.stringify(call)}\n`);
      child.stdin.end();
      await once(child, 'close');
      return child.exitCode;
    });
    await Promise.all([importFile(at, path), importFile(at, path)]);
    expect(await Promise.all(recording)).toEqual([0, 0]);
    expect((await stored(at, sessionId)).calls).toEqual((await stored(alone, sessionId)).calls);
  });
});
