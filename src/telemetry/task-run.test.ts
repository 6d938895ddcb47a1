import { describe, expect, test } from 'vitest';
import type { CallRecord, MarkRecord } from './event.ts';
import { taskRuns } from './task-run.ts';

const base = { v: 1, sessionId: 's', taskId: 't' } as const;

function call(eventId: string, startedAt: string | null): CallRecord {
  return {
    ...base,
    eventId,
    type: 'call',
    libraryId: 'l',
    seq: 0,
    tool: 'Bash',
    params: {},
    output: '',
    ok: true,
    error: null,
    startedAt,
    durationMs: null,
    context: { taskText: '', turn: 1, lastUserText: '', lastAssistantText: '', agentConfigId: 'a' },
    injected: [],
  };
}

const start = (at: string | null): MarkRecord => ({
  ...base,
  eventId: 'start',
  type: 'task_start',
  at,
  taskText: 'Fix it',
  agentConfigId: 'a',
});
const end = (at: string | null): MarkRecord => ({
  ...base,
  eventId: 'end',
  type: 'task_end',
  at,
  finalOutput: 'done',
  status: 'completed',
});
const correction = (at: string | null): MarkRecord => ({
  ...base,
  eventId: 'no',
  type: 'feedback',
  at,
  kind: 'correct',
  text: 'no',
  source: 'phrases',
});

function steps(...records: readonly (CallRecord | MarkRecord)[]) {
  const [run] = taskRuns(records);
  return { steps: run?.steps.map((one) => one.eventId), afterEnd: run?.afterEnd.map((one) => one.eventId) };
}

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

describe('the runs of tasks', () => {
  test('hold the calls up to the end, in order of time, and apart from them those that a correction led to', () => {
    expect(
      steps(start(at(0)), end(at(3)), call('b', at(2)), call('a', at(1)), correction(at(4)), call('c', at(5))),
    ).toEqual({ steps: ['a', 'b'], afterEnd: ['c'] });
  });

  test('hold the calls of a source without times that has grown since its end was read', () => {
    expect(steps(start(null), call('a', null), end(null), call('b', null))).toEqual({
      steps: ['a', 'b'],
      afterEnd: [],
    });
    expect(steps(start(null), call('a', null), end(null), correction(null), call('b', null))).toEqual({
      steps: ['a'],
      afterEnd: ['b'],
    });
  });
});
