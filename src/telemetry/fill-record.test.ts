import { describe, expect, test } from 'vitest';
import type { CallRecord, MarkRecord } from './event.ts';
import { fillRecord } from './fill-record.ts';

const base = { v: 1, eventId: 'e', sessionId: 's', taskId: 't' } as const;
const call: CallRecord = {
  ...base,
  type: 'call',
  libraryId: 'l',
  seq: 0,
  tool: 'Bash',
  params: { command: 'ls' },
  output: null,
  ok: null,
  error: null,
  startedAt: null,
  durationMs: null,
  context: { taskText: '', turn: 1, lastUserText: '', lastAssistantText: '', agentConfigId: 'a' },
  injected: [],
};
const start: MarkRecord = { ...base, type: 'task_start', at: null, taskText: 'x', agentConfigId: 'a' };

describe('a known record', () => {
  test('gains the result that its call lacked, once', () => {
    const told: CallRecord = { ...call, output: 'a.ts', ok: true, durationMs: 5 };
    expect(fillRecord(call, told, false)).toEqual(told);
    expect(fillRecord(told, told, false)).toBeUndefined();
    expect(fillRecord(told, { ...told, ok: false, output: 'other' }, false)).toBeUndefined();
  });

  test('gains the params of a call whose result came first', () => {
    expect(fillRecord({ ...call, params: null, ok: true }, call, false)).toMatchObject({
      params: { command: 'ls' },
      ok: true,
    });
  });

  test('of how a task began or ended follows the newest telling, without losing a time', () => {
    const timed = { ...start, at: '2026-01-02T03:04:05.678Z' };
    expect(fillRecord(timed, { ...start, agentConfigId: 'b' }, false)).toEqual({ ...timed, agentConfigId: 'b' });
    expect(fillRecord(timed, start, false)).toBeUndefined();
  });

  test('of a call keeps what stood around it, unless a transcript tells again what a transcript has told', () => {
    const told = { ...call, context: { ...call.context, taskText: 'Fix it', turn: 2, agentConfigId: 'b' } };
    expect(fillRecord(call, told, false)).toEqual({ ...call, context: { ...call.context, taskText: 'Fix it' } });
    expect(fillRecord(call, told, true)).toEqual(told);
    expect(fillRecord(told, { ...told, context: { ...told.context, taskText: '' } }, true)).toBeUndefined();
  });

  test('of another kind gains nothing', () => {
    expect(fillRecord(call, start, false)).toBeUndefined();
  });
});
