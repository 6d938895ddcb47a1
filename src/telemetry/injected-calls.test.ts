import { describe, expect, test } from 'vitest';
import { callOf, markOf } from '../../test/support/telemetry-records.ts';
import { withTaskInjections } from './injected-calls.ts';
import type { InjectionMark } from './store.ts';

function injection(taskId: string, ...ids: readonly string[]): InjectionMark {
  return markOf('injection', `i-${taskId}`, { taskId, tag: 'a', ids, contentHash: 'h' }) as InjectionMark;
}

const STORE = { injections: async () => [injection('t1', 'r2', 'r1'), injection('t2', 'r9')] };

async function injectedOf(...told: Parameters<typeof withTaskInjections>[0]): Promise<readonly unknown[]> {
  const records = await withTaskInjections(told, STORE);
  return records.map(({ record }) => (record.type === 'call' ? record.injected : record.type));
}

describe('calls that a program tells of', () => {
  test('had in view what their task was given, and nothing of other tasks', async () => {
    const call = { incoming: { record: callOf('a') }, lacksInjected: true };
    const foreign = { incoming: { record: callOf('b', { taskId: 't3' }) }, lacksInjected: true };
    expect(await injectedOf(call, foreign)).toEqual([['r1', 'r2'], []]);
  });

  test('had in view what was told before them, and not what came after', async () => {
    const call = { incoming: { record: callOf('a', { taskId: 't3' }) }, lacksInjected: true };
    const given = { incoming: { record: injection('t3', 'r4') }, lacksInjected: false };
    expect(await injectedOf(call, given, call)).toEqual([[], 'injection', ['r4']]);
  });

  test('had in view what the program says, even if that is nothing', async () => {
    expect(await injectedOf({ incoming: { record: callOf('a') }, lacksInjected: false })).toEqual([[]]);
  });
});
