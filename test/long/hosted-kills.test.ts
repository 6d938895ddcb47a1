import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  callsOf,
  finished,
  hook,
  hostedPlace,
  hostProcess,
  killed,
  type ScriptedCall,
  scriptedTranscript,
  told,
} from '../e2e/hosted.ts';
import { cleanEnvironment, type Place, ROOT } from '../e2e/support.ts';
import { integrity } from '../support/library-check.ts';
import { share } from './share.ts';

const CALLS = 12;
const MINUTE_MS = 60_000;
const LONGEST_HOOK_MS = 250;
const LONGEST_WORKER_MS = 2500;

const calls: readonly ScriptedCall[] = Array.from({ length: CALLS }, (_, n) => ({
  command: `step ${n}`,
  output: `done ${n}`,
}));

/** A session as its host writes it up to some call. */
function write(at: Place, session: string, done: number) {
  const transcript_path = join(dirname(at.tree), 'claude', `${session}.jsonl`);
  mkdirSync(dirname(transcript_path), { recursive: true });
  const startMs = Date.now() - MINUTE_MS;
  const script = { cwd: at.tree, startMs, prompt: 'do the steps', calls: calls.slice(0, done) };
  writeFileSync(transcript_path, scriptedTranscript(session, script));
  return { session_id: session, transcript_path, cwd: at.tree };
}

/** A hook that is killed at a random instant; true where it had not ended before. */
async function killedHook(at: Place, document: object, host: number | undefined): Promise<boolean> {
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'hook.mjs')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: cleanEnvironment({
      PRAXIS_HOME: at.home,
      PRAXIS_LEARN: 'auto',
      ...(host !== undefined && { CLAUDE_PID: String(host) }),
    }),
  });
  const ended = new Promise<boolean>((resolve) => child.once('exit', (_, signal) => resolve(signal === 'SIGKILL')));
  child.stdin?.on('error', () => undefined).end(JSON.stringify(document));
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST_HOOK_MS);
  const isKilled = await ended;
  clearTimeout(timer);
  return isKilled;
}

/** Kills whichever worker of this place runs, at a random instant; true where there was one. */
async function killWorker(at: Place): Promise<boolean> {
  await pause(Math.random() * LONGEST_WORKER_MS);
  const lock = join(at.home, 'hosted', 'worker.lock');
  let pid = Number.NaN;
  try {
    pid = Number(/process (\d+)/.exec(readFileSync(lock, 'utf8'))?.[1]);
    const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('session-worker.mjs');
    if (isOurs) process.kill(pid, 'SIGKILL');
    return isOurs;
  } catch {
    // None is there, or it ended at this instant.
    return false;
  }
}

describe.skipIf(process.platform !== 'linux')('host, hook and worker killed at random instants', () => {
  test('are repaired by the session that begins next: nothing is lost, nothing is there twice', async () => {
    const at = hostedPlace();
    const rounds = share(30);
    const sessions = new Map<string, number>();
    let kills = 0;
    for (let round = 0; round < rounds; round++) {
      const session = `bbbbbbbb-0000-4000-8000-${String(round).padStart(12, '0')}`;
      const host = hostProcess();
      const done = 1 + Math.floor(Math.random() * CALLS);
      const members = write(at, session, done);
      if (await killedHook(at, told('claude-code', 'SessionStart.startup', members), host.pid)) kills += 1;
      const last = { ...members, tool_use_id: `toolu_${session}-0`, tool_input: { command: 'step 0' } };
      hook(at, told('claude-code', 'PostToolUse.Bash', last), { CLAUDE_PID: String(host.pid) });
      sessions.set(session, done);
      const isOrderly = Math.random() < 0.5;
      if (isOrderly && (await killedHook(at, told('claude-code', 'SessionEnd.other', members), host.pid))) kills += 1;
      await killed(host);
      if (await killWorker(at)) kills += 1;
    }
    const next = write(at, 'cccccccc-0000-4000-8000-000000000000', 1);
    hook(at, told('claude-code', 'SessionStart.startup', next), { CLAUDE_PID: String(process.pid) });
    for (const session of sessions.keys()) await finished(at, 'claude-code', session);
    for (const [session, done] of sessions) {
      const found = await callsOf(at, session);
      expect(
        found.map(({ sessionId }) => sessionId),
        session,
      ).toEqual(Array.from({ length: done }, () => session));
      expect(new Set(found.map(({ eventId }) => eventId)).size, session).toBe(done);
    }
    const [library = ''] = readdirSync(join(at.home, 'libraries'));
    expect(await integrity(join(at.home, 'libraries', library, 'praxis.db'))).toBe('ok');
    expect(kills).toBeGreaterThan(0);
  });
});
