import { describe, expect, test } from 'vitest';
import { callOf, failedCall, markOf } from '../../test/support/telemetry-records.ts';
import { FactReader } from './call-facts.ts';

describe('the facts of a record', () => {
  test('are what is concluded from a call, without what went in and came out', () => {
    const params = { command: 'cd src && git commit -m x | tee log' };
    const call = failedCall('c1', { tool: 'Bash', params, output: 'long', injected: ['r1'] });
    const { type, eventId, taskId, seq, tool, ok, error, startedAt, injected } = call;
    expect(new FactReader().read(call)).toEqual({
      ...{ type, eventId, taskId, seq, tool, ok, error, startedAt, injected },
      tools: ['shell:git commit', 'shell:tee'],
      context: { taskText: 'mend it', agentConfigId: 'agent' },
    });
  });

  test('of a mark are the mark, but for the answer, which nothing is concluded from', () => {
    const reader = new FactReader();
    const start = markOf('task_start', 'm1', { taskText: 'mend it', agentConfigId: 'a' });
    expect(reader.read(start)).toEqual(start);
    const end = markOf('task_end', 'm2', { finalOutput: 'a long answer', status: 'completed' });
    expect(reader.read(end)).toEqual({ ...end, finalOutput: '' });
  });

  test('of calls that were given the same lessons or ran the same commands share one list', () => {
    const reader = new FactReader();
    const [a, b] = ['c1', 'c2'].map((id) => reader.read(callOf(id, { injected: ['r1', 'r2'] })));
    expect(a?.type === 'call' && b?.type === 'call' && a.injected === b.injected && a.tools === b.tools).toBe(true);
  });
});
