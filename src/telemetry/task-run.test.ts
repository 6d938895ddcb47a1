import { describe, expect, test } from 'vitest';
import { at, callOf, markOf } from '../../test/support/telemetry-records.ts';
import type { CallRecord, MarkRecord, TelemetryRecord } from './event.ts';
import { taskRuns } from './task-run.ts';

const runsOf = (...records: readonly TelemetryRecord[]) => taskRuns<CallRecord>(records);
const start = (id: string, given: Partial<MarkRecord> = {}) =>
  markOf('task_start', id, { taskText: 'mend it', agentConfigId: 'agent', ...given });
const end = (id: string, seconds: number, status = 'completed') =>
  markOf('task_end', id, { at: at(seconds), finalOutput: 'done', status });
const idsOf = (calls: readonly CallRecord[] | undefined) => calls?.map((call) => call.eventId);

describe('the tasks of a session', () => {
  test('hold their calls in order of start, up to their end', () => {
    const [run] = runsOf(
      callOf('late', { startedAt: at(7) }),
      callOf('c2', { startedAt: at(2) }),
      start('m1'),
      end('m2', 5),
      callOf('c1', { startedAt: at(1) }),
    );
    expect([idsOf(run?.steps), idsOf(run?.afterEnd)]).toEqual([['c1', 'c2'], ['late']]);
    expect(run).toMatchObject({ taskId: 't1', taskText: 'mend it', startedAt: at(0), deliveredAt: at(5) });
  });

  test('stand in order of their first record, also those without a call', () => {
    const runs = runsOf(callOf('c1', { taskId: 't2', startedAt: at(3) }), start('m1', { at: at(1) }));
    expect(runs.map((run) => [run.taskId, run.steps.length])).toEqual([
      ['t1', 0],
      ['t2', 1],
    ]);
  });

  test('go on where they are started again after their end', () => {
    const [run] = runsOf(
      start('m1'),
      callOf('c1'),
      end('m2', 2),
      start('m3', { at: at(3) }),
      callOf('c2', { startedAt: at(4) }),
      end('m4', 5),
    );
    expect(idsOf(run?.steps)).toEqual(['c1', 'c2']);
    expect(run).toMatchObject({ startedAt: at(0), deliveredAt: at(5) });
  });

  test('that were told twice, by a hook and by a transcript, are one', () => {
    const told = [start('m1'), start('m2'), callOf('c1'), end('m3', 2), end('m4', 2)];
    expect(runsOf(...told)).toHaveLength(1);
  });

  test('end without a result where they were interrupted or never ended', () => {
    expect(runsOf(start('m1'), end('m2', 2, 'interrupted'))[0]?.deliveredAt).toBeNull();
    expect(runsOf(start('m1'))[0]?.deliveredAt).toBeNull();
  });

  test('take text and agent from their calls where nothing told of their start', () => {
    const context = { ...callOf('').context, taskText: 'told by a call', agentConfigId: 'other' };
    expect(runsOf(callOf('c1', { context }))[0]).toMatchObject({
      taskText: 'told by a call',
      agentConfigId: 'other',
      groupKey: null,
      domain: null,
    });
  });

  test('count the last word of a verifier, and all that the user said', () => {
    const outcome = (id: string, seconds: number, value: number) =>
      markOf('outcome', id, { at: at(seconds), value, source: 'tests' });
    const said = markOf('feedback', 'f1', { at: at(4), kind: 'reject', source: 'user' });
    const [run] = runsOf(start('m1'), outcome('o2', 6, 1), outcome('o1', 3, 0), said);
    expect(run?.outcome).toBe(1);
    expect(run?.feedback).toEqual([said]);
  });

  test('leave out the session as a task, which its teller knew no better than, once its calls have tasks', () => {
    const whole = start('m1', { taskId: 's1' });
    expect(runsOf(whole).map((run) => run.taskId)).toEqual(['s1']);
    expect(runsOf(whole, callOf('c1')).map((run) => run.taskId)).toEqual(['t1']);
    const judged = markOf('outcome', 'o1', { taskId: 's1', value: 1, source: 'tests' });
    expect(runsOf(whole, judged, callOf('c1')).map((run) => run.taskId)).toEqual(['s1', 't1']);
  });
});
