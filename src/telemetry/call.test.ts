import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callRecord, judgeCall, type SeenCall } from './call.ts';

describe('a call', () => {
  test.each([
    [{}, null],
    [{ returned: true }, true],
    [{ isError: false }, true],
    [{ returned: true, schemaValid: true }, true],
    [{ exitCode: 0, program: 'npm' }, true],
    [{ exitCode: 1, program: 'grep' }, true],
    [{ exitCode: 1, program: '/usr/bin/diff' }, true],
    [{ exitCode: 1, program: 'shell:rg' }, true],
    [{ exitCode: 1, program: 'npm' }, false],
    [{ exitCode: 1 }, false],
    [{ exitCode: 2, program: 'diff' }, false],
    [{ returned: true, schemaValid: false }, false],
    [{ returned: true, isError: true }, false],
    [{ threw: true }, false],
    [{ timedOut: true }, false],
    [{ transportError: true }, false],
    [{ returned: false }, false],
  ])('of which is known %j is judged %j', (outcome, ok) => {
    expect(judgeCall(outcome)).toEqual({ ok });
  });

  test('that was cancelled is a failure of its own class, however it ended', () => {
    expect(judgeCall({ cancelled: true, returned: true })).toEqual({ ok: false, errorClass: 'cancelled' });
  });
});

describe('the record of a call', () => {
  const seen: SeenCall = {
    host: 'praxis',
    sessionId: 's1',
    taskId: 't1',
    libraryId: 'l1',
    callId: 'c1',
    seq: 0,
    tool: 'Bash',
    params: { command: 'npm test' },
    output: 'ok',
    verdict: { ok: true },
    startedAt: '2026-01-02T03:04:05.678Z',
    durationMs: 12,
    context: { taskText: 'x', turn: 1, lastUserText: '', lastAssistantText: '', agentConfigId: 'a' },
  };

  test('is named by host, session and call', () => {
    const hash = createHash('sha256').update('praxis\ns1\nc1').digest('hex');
    expect(callRecord(seen).eventId).toBe(hash.slice(0, 32));
  });

  test('has an error exactly where the call failed', () => {
    expect(callRecord(seen)).toMatchObject({ ok: true, error: null, output: 'ok', injected: [] });
    expect(callRecord({ ...seen, verdict: { ok: null } }).error).toBeNull();
    expect(callRecord({ ...seen, verdict: { ok: false }, output: 'a\nError: order 12 not found' }).error).toMatchObject(
      {
        class: 'not_found',
        message: 'Error: order 12 not found',
      },
    );
    const cancelled = callRecord({ ...seen, verdict: { ok: false, errorClass: 'cancelled' }, output: 'stopped' });
    expect(cancelled.error).toMatchObject({ class: 'cancelled' });
  });

  test('signs an error by the command that failed', () => {
    const of = (command: string) =>
      callRecord({ ...seen, params: { command }, verdict: { ok: false }, output: 'boom' });
    expect(of('cd a && npm test').error?.signature).toBe(of('npm test -- b').error?.signature);
    expect(of('npm test').error?.signature).not.toBe(of('git push').error?.signature);
  });

  test('holds no secret anywhere', () => {
    const secret = 'DB_PASSWORD=hunter2 /home/jdoe42 jane@example.org';
    const record = callRecord({
      ...seen,
      params: { command: secret, env: { API_KEY: 'hunter2' } },
      output: { said: secret },
      verdict: { ok: false },
      context: { taskText: secret, turn: 1, lastUserText: secret, lastAssistantText: secret, agentConfigId: 'a' },
    });
    expect(JSON.stringify(record)).not.toMatch(/hunter2|jdoe42|jane/);
  });

  test('keeps 8192 bytes of output and says how many there were', () => {
    const cut = callRecord({ ...seen, output: 'é'.repeat(5000) });
    expect(cut).toMatchObject({ outputTruncated: true, outputBytes: 10_000, output: 'é'.repeat(4096) });
    expect(callRecord({ ...seen, output: `a${'é'.repeat(5000)}` }).output).toBe(`a${'é'.repeat(4095)}`);
    expect(callRecord({ ...seen, output: 'a'.repeat(8192) })).not.toHaveProperty('outputTruncated');
    expect(callRecord({ ...seen, output: ['a'.repeat(9000)] }).output).toHaveLength(8192);
  });

  test('cuts the texts of its context to 500 characters, secrets first', () => {
    const taskText = `${'😀'.repeat(490)} DB_PASSWORD=hunter2hunter2`;
    const record = callRecord({ ...seen, context: { ...seen.context, taskText } });
    expect(Array.from(record.context.taskText)).toHaveLength(500);
    expect(record.context.taskText).not.toContain('hunter');
  });
});
