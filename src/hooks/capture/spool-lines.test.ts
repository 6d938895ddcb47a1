import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSpooled } from '../../telemetry/spooled-record.ts';
import { readHookDocument } from '../document.ts';
import { spoolLines } from './spool-lines.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

function lines(members: Readonly<Record<string, unknown>>) {
  const whole = { session_id: 's1', transcript_path: '/t/s1.jsonl', cwd: '/w', tool_use_id: 'c1', ...members };
  const document = readHookDocument(JSON.stringify(whole));
  return document === undefined ? [] : spoolLines(document, { libraryId: 'lib', at: 1_700_000_000_000, hash });
}

const bash = (command: string, output: string) => ({
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_response: { stdout: output, stderr: '' },
});
const only = (told: readonly string[]) => (told.length === 1 ? readSpooled(told[0] ?? '')?.record : undefined);

describe('a line of the spool', () => {
  test('is a record of a call that a drain takes', () => {
    expect(only(lines({ ...bash('ls', 'a b'), duration_ms: 500 }))).toMatchObject({
      type: 'call',
      eventId: hash('claude-code\ns1\nc1').slice(0, 32),
      sessionId: 's1',
      taskId: 's1',
      libraryId: 'lib',
      tool: 'Bash',
      params: { command: 'ls' },
      output: 'a b',
      ok: true,
      startedAt: '2023-11-14T22:13:19.500Z',
      durationMs: 500,
    });
  });

  test('is none before a call has run', () => {
    const { tool_response: _, ...before } = bash('ls', '');
    expect(lines({ ...before, hook_event_name: 'PreToolUse' })).toEqual([]);
  });

  test('tells a failure by its signature', () => {
    const told = only(
      lines({
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        error: 'Exit code 1\nError: no test',
      }),
    );
    expect(told).toMatchObject({ ok: false, error: { signature: expect.stringMatching(/^[0-9a-f]{16}$/) } });
  });

  test('holds no secret, wherever it stands, whole or cut', () => {
    for (const gap of [0, 15_900, 15_990, 16_370, 70_000, 600_000]) {
      const text = `${'word '.repeat(gap / 5)}${TOKEN} after`;
      const told = lines(bash(`echo '${text}'`, text)).join('');
      for (let from = 0; from + 12 <= TOKEN.length; from += 4) expect(told).not.toContain(TOKEN.slice(from, from + 12));
    }
  });

  test('is cut after it was redacted, and says what the rest was', () => {
    const told = only(lines(bash(`echo ${'ab '.repeat(20_000)}`, 'cd '.repeat(20_000))));
    expect(told).toMatchObject({ outputTruncated: true, outputBytes: 60_000 });
    expect(JSON.stringify(told)).toContain('[cut: 60005 characters, sha256 ');
    expect(JSON.stringify(told).length).toBeLessThan(36_000);
  });

  test('leaves out what is too long to be looked at', () => {
    const told = only(lines(bash('cat big', 'x'.repeat(10_000_000))));
    expect(told).toMatchObject({ output: expect.stringMatching(/^\[left out: 10000000 characters, sha256 \w{16}\]$/) });
  });

  test('of a batch tells the calls that never ran', () => {
    const call = (id: string, response: string) => ({
      tool_name: 'Edit',
      tool_input: { file_path: '/w/a' },
      tool_use_id: id,
      tool_response: response,
    });
    const told = lines({
      hook_event_name: 'PostToolBatch',
      tool_calls: [call('c1', 'fine'), call('c2', '<tool_use_error>String not found</tool_use_error>'), 7],
    });
    expect(only(told)).toMatchObject({ ok: false, eventId: hash('claude-code\ns1\nc2').slice(0, 32) });
  });

  test('tells tasks only where no transcript does', () => {
    const prompt = { hook_event_name: 'UserPromptSubmit', prompt: `use ${TOKEN}`, prompt_id: 'p1' };
    expect(lines(prompt)).toEqual([]);
    expect(only(lines({ ...prompt, transcript_path: null }))).toMatchObject({
      type: 'task_start',
      taskId: 'p1',
      taskText: 'use [redacted]',
    });
    const stop = { hook_event_name: 'Stop', prompt_id: 'p1', transcript_path: null, last_assistant_message: 'done' };
    expect(only(lines(stop))).toMatchObject({ type: 'task_end', taskId: 'p1', finalOutput: 'done' });
    expect(lines({ ...stop, background_tasks: [{}] })).toEqual([]);
  });
});
