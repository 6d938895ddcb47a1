import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentSessions } from './agent-sessions.ts';

const NOW = Date.parse('2026-01-02T12:00:00Z');

/** A folder of each host with these files, by their paths. */
function hosts(files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-sessions-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), NOW / 1000, NOW / 1000);
  }
  const sessions = agentSessions({ claude: join(root, 'claude'), codex: join(root, 'codex') });
  const read = async (format: 'claude-code' | 'codex', names: readonly string[], sinceMs = NOW) => {
    const texts: string[] = [];
    const count = await sessions.read(format, names, sinceMs, () => {
      let text = '';
      return {
        push: (chunk) => {
          text += new TextDecoder().decode(chunk);
        },
        end: () => void texts.push(text),
      };
    });
    expect(count).toBe(texts.length);
    return texts.sort();
  };
  return { root, read };
}

const meta = (id: string, root: string) =>
  `${JSON.stringify({ type: 'session_meta', payload: { id, session_id: root } })}\n`;

describe('the sessions of Claude Code', () => {
  const files = {
    'claude/projects/-srv-a/s1.jsonl': 'main',
    'claude/projects/-srv-a/s1/subagents/agent-1.jsonl': 'child',
    'claude/projects/-srv-a/s1/subagents/agent-1.meta.json': '{}',
    'claude/projects/-srv-b/s1.jsonl': 'moved',
    'claude/projects/-srv-a/s2.jsonl': 'other',
    'claude/projects/note.txt': 'no project',
  };

  test('are read with their subagents, whatever project they lie in', async () => {
    expect(await hosts(files).read('claude-code', ['s1'])).toEqual(['child', 'main', 'moved']);
  });

  test('are left out where nothing was written since', async () => {
    expect(await hosts(files).read('claude-code', ['s1'], NOW + 60_000)).toEqual([]);
  });

  test.each(['../s2', '', 'a/b', '..', '*', 's1\0'])('are not looked for by a name like %j', async (name) => {
    expect(await hosts(files).read('claude-code', [name])).toEqual([]);
  });

  test('are none where the host has no folder', async () => {
    expect(await hosts({}).read('claude-code', ['s1'])).toEqual([]);
  });
});

describe('the rollouts of Codex', () => {
  const day = 'codex/sessions/2026/01/02';
  const files = {
    [`${day}/rollout-2026-01-02T12-00-00-t1.jsonl`]: meta('t1', 't1'),
    [`${day}/rollout-2026-01-02T12-00-01-kid.jsonl`]: meta('kid', 't1'),
    [`${day}/rollout-2026-01-02T12-00-02-t2.jsonl`]: meta('t2', 't2'),
    [`${day}/rollout-2026-01-02T12-00-03-torn.jsonl`]: '{"type":"session_m',
    'codex/archived_sessions/rollout-2025-12-31T12-00-00-old.jsonl': meta('old', 't1'),
    [`${day}/notes.jsonl`]: meta('t1', 't1'),
  };

  test('are that of the thread and those that name it as their root, archived or not', async () => {
    expect(await hosts(files).read('codex', ['t1'])).toEqual([meta('kid', 't1'), meta('old', 't1'), meta('t1', 't1')]);
  });

  test('of a thread whose first line is torn are found by the name of the file', async () => {
    expect(await hosts(files).read('codex', ['torn'])).toEqual(['{"type":"session_m']);
  });

  test('are no folders, nor links that lead nowhere', async () => {
    const { root, read } = hosts(files);
    mkdirSync(join(root, day, 'rollout-2026-01-02T12-00-09-t9.jsonl'));
    symlinkSync('/nowhere', join(root, day, 'rollout-2026-01-02T12-00-10-t9.jsonl'));
    expect(await read('codex', ['t9'])).toEqual([]);
  });
});
