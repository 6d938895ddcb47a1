import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLibrary } from '../../src/praxis/library/open-library.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PREFER = 'Prefer `rg` over `grep` to search the source files.';

describe('lessons in a hooked session', () => {
  let folder = '';
  let home = '';
  const library = () => openLibrary({ cwd: folder, library: null, openModel: async () => null });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-lessons-'));
    home = join(folder, 'home');
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main');
    vi.stubEnv('PRAXIS_HOME', home);
    const opened = library();
    await opened.add({ text: PREFER, type: 'tool_selection', domain: 'search' });
    await opened.close();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function hook(event: string, members: Readonly<Record<string, unknown>>, session = 's1') {
    const document = {
      session_id: session,
      transcript_path: `/t/${session}.jsonl`,
      cwd: folder,
      hook_event_name: event,
      ...members,
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/hook.mjs')], {
      input: JSON.stringify(document),
      encoding: 'utf8',
      env: { PRAXIS_HOME: home, PRAXIS_HOLDOUT: '0' },
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout === '' ? undefined : JSON.parse(stdout);
  }
  const ask = (id: string, prompt = 'search the source files with grep for the name', session?: string) =>
    hook('UserPromptSubmit', { prompt_id: id, prompt }, session);
  const given = (event: string) => ({
    hookSpecificOutput: { hookEventName: event, additionalContext: expect.stringContaining(`[G0] ${PREFER}`) },
  });

  test('are given with the prompt that they fit, once, and again after a compaction', () => {
    expect(ask('p0', 'what is the weather in Rome')).toBeUndefined();
    expect(ask('p1')).toEqual(given('UserPromptSubmit'));
    expect(ask('p2', 'search the source files again with grep please')).toBeUndefined();
    expect(ask('p3', undefined, 's2')).toEqual(given('UserPromptSubmit'));
    expect(hook('SessionStart', { source: 'compact' })).toEqual(given('SessionStart'));
    expect(hook('SessionStart', { source: 'resume' })).toBeUndefined();
    expect(ask('p4')).toBeUndefined();
  });

  test('are given again where their text has changed', async () => {
    expect(ask('p1')).toEqual(given('UserPromptSubmit'));
    const opened = library();
    await opened.edit('r1', { text: 'Prefer `rg -n` over `grep` to search the source files.' });
    await opened.close();
    expect(JSON.stringify(ask('p2'))).toContain('rg -n');
  });

  test('reach a subagent when it starts', () => {
    expect(hook('SubagentStart', { agent_id: 'a1', agent_type: 'x' })).toBeUndefined();
    ask('p1');
    expect(hook('SubagentStart', { agent_id: 'a2', agent_type: 'x' })).toEqual(given('SubagentStart'));
    expect(hook('SubagentStart', { agent_id: 'a2', agent_type: 'x' })).toBeUndefined();
  });

  test('are given at a failure once, and the second hook of one event is silent', () => {
    const failed = (id: string) => ({
      tool_name: 'Bash',
      tool_input: { command: 'grep -r name' },
      tool_use_id: id,
      error: 'Exit code 2\ngrep: cannot search the source files with grep',
    });
    expect(hook('PostToolUseFailure', failed('c1'))).toEqual(given('PostToolUseFailure'));
    expect(hook('PostToolUseFailure', failed('c1'), 's1')).toBeUndefined();
    expect(hook('PostToolUseFailure', failed('c2'))).toBeUndefined();
  });

  test('are told by name and hash in the file of the session, with no text of theirs or of the prompt', () => {
    ask('p1');
    const [name = ''] = readdirSync(join(home, 'sessions'));
    const text = readFileSync(join(home, 'sessions', name), 'utf8');
    const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    expect(lines[1]).toMatchObject({
      kind: 'given',
      entries: [{ id: 'r1' }],
      withheld: [],
      event: lines[0].id,
      candidates: 1,
    });
    expect(text).not.toContain('Prefer');
    expect(text).not.toContain('source files');
  });

  test('are read in Codex from what its rollout says of a command', () => {
    const session = '01a22bd3-97cb-71c0-a13c-a762a90c0493';
    const rollout = join(folder, 'rollout-1.jsonl');
    const item = (id: string, code: number) => ({ type: 'CommandExecution', id, command: ['x'], exit_code: code });
    const row = (id: string, code: number) =>
      JSON.stringify({ type: 'event_msg', payload: { type: 'item_completed', item: item(id, code) } });
    writeFileSync(rollout, `${row('c0', 0)}\n${row('c1', 2)}\n`);
    const call = (id: string) => ({
      transcript_path: rollout,
      tool_name: 'Bash',
      tool_input: { command: 'grep -r name' },
      tool_use_id: id,
      tool_response: 'grep: cannot search the source files with grep',
    });
    expect(hook('PostToolUse', call('c0'), session)).toBeUndefined();
    expect(hook('PostToolUse', call('c1'), session)).toEqual(given('PostToolUse'));
    expect(hook('PostToolUse', call('c9'), session)).toBeUndefined();
  });
});
