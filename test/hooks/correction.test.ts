import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLibrary } from '../../src/praxis/library/open-library.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CORRECTION = 'No, use rg instead of grep.';

describe('a correction in a hooked session', () => {
  let folder = '';
  let home = '';
  let transcript = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-corrected-'));
    home = join(folder, 'home');
    transcript = join(folder, 's1.jsonl');
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main');
    mkdirSync(join(home, 'hook'), { recursive: true });
    // Its work is done below, when the test says so.
    writeFileSync(join(folder, 'idle.mjs'), '');
    writeFileSync(join(home, 'hook/worker'), join(folder, 'idle.mjs'));
    const row = (type: string, second: number, message: object) => ({
      type,
      sessionId: 's1',
      uuid: `row ${second}`,
      cwd: folder,
      version: '2.1.332',
      timestamp: `2026-01-01T00:00:0${second}.000Z`,
      promptId: 'p1',
      message,
    });
    const answer = {
      id: 'm1',
      model: 'x',
      content: [{ type: 'text', text: 'Done with grep.' }],
      stop_reason: 'end_turn',
    };
    const rows = [row('user', 1, { content: 'Search the source files.' }), row('assistant', 2, answer)];
    writeFileSync(transcript, rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
    vi.stubEnv('PRAXIS_HOME', home);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function run(program: string, input: string, environment: Readonly<Record<string, string>> = {}) {
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'dist', program)], {
      input,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PRAXIS_HOME: home, PRAXIS_EMBEDDER: 'floor', ...environment },
    });
    expect(status).toBe(0);
    return stdout;
  }
  function hook(event: string, members: Readonly<Record<string, unknown>>, attended = '1') {
    const common = { session_id: 's1', transcript_path: transcript, cwd: folder, hook_event_name: event };
    return run('hook.mjs', JSON.stringify({ ...common, ...members }), { CLAUDE_CODE_SESSION_ATTENDED: attended });
  }
  const waiting = () =>
    existsSync(join(home, 'hosted/corrections')) ? readdirSync(join(home, 'hosted/corrections')) : [];

  test('of a person becomes a lesson at once, and the person reads how to take it back', async () => {
    hook('SessionStart', { source: 'startup' });
    hook('UserPromptSubmit', { prompt: 'Search the source files.', prompt_id: 'p1' });
    hook('Stop', { prompt_id: 'p1', last_assistant_message: 'Done with grep.' });
    const said = JSON.parse(hook('UserPromptSubmit', { prompt: CORRECTION, prompt_id: 'p2' }));
    expect(said).toEqual({ systemMessage: expect.stringContaining('praxis experience undo --last') });
    expect(waiting()).toHaveLength(1);
    run('session-worker.mjs', '');
    expect(waiting()).toEqual([]);
    const library = openLibrary({ cwd: folder, library: null, openModel: async () => null });
    expect(await library.list({})).toMatchObject([{ text: 'Prefer rg over grep.', origin: 'user', status: 'active' }]);
    await library.close();
  });

  test('that nobody sits there for is none', () => {
    hook('Stop', { prompt_id: 'p1', last_assistant_message: 'Done with grep.' }, '0');
    expect(hook('UserPromptSubmit', { prompt: CORRECTION, prompt_id: 'p2' }, '0')).toBe('');
    expect(waiting()).toEqual([]);
  });
});
