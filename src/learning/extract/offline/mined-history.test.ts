import { describe, expect, test } from 'vitest';
import { errorSignature } from '../../../telemetry/index.ts';
import type { StoredTrajectory } from '../../store.ts';
import { minedHistory, type RecordedTrajectory } from './mined-history.ts';

function stored(taskId: string, members: Partial<StoredTrajectory> = {}): StoredTrajectory {
  return {
    v: 1,
    sessionId: 'session',
    taskId,
    taskText: 'text',
    domain: 'fs',
    agentConfigId: 'config',
    groupKey: null,
    textKey: null,
    cluster: null,
    steps: 0,
    parts: { rhoS: 1, rhoA: 1, outcome: null, weights: { w1: 0.4, w2: 0.6 } },
    isLate: false,
    reward: 0.7,
    startedAt: null,
    endedAt: '2026-01-01T00:00:00.000Z',
    injected: [],
    ...members,
  };
}

function failed(message: string): RecordedTrajectory['calls'][number] {
  const { class: name, signature } = errorSignature('fetch', message);
  return { tool: 'fetch', params: {}, ok: false, error: { class: name, signature, message } };
}

describe('a mined history', () => {
  test('keeps what is known of a trajectory, under the key of its task', () => {
    const { steps: _steps, ...told } = minedHistory([
      { trajectory: stored('t', { groupKey: 'g' }), isLive: true, calls: [], feedback: [] },
    ])[0] ?? { steps: [] };
    expect(told).toEqual({
      id: 'session/t',
      sessionId: 'session',
      taskKey: 'group:g',
      agentConfigId: 'config',
      endedAt: '2026-01-01T00:00:00.000Z',
      outcome: null,
      acceptance: 1,
      reward: 0.7,
      domain: 'fs',
      isLive: true,
    });
  });

  test('takes a text for the key only where two trajectories have it', () => {
    const keys = (...texts: readonly string[]) =>
      minedHistory(
        texts.map((textKey, i) => ({
          trajectory: stored(`t${i}`, { textKey }),
          isLive: true,
          calls: [],
          feedback: [],
        })),
      ).map((one) => one.taskKey);
    expect(keys('a', 'a')).toEqual(['text:a', 'text:a']);
    expect(keys('a', 'b')).toEqual([null, null]);
  });

  test('gives failures that say nearly the same one signature, over all trajectories', () => {
    const words = 'error: could not read the answer of the server that was asked for the list of';
    const [one, other, third] = [`${words} users`, `${words} users`, `${words} groups`].map(failed);
    const history = [one, other, third].map((call, i) => {
      return { trajectory: stored(`t${i}`), isLive: true, calls: call === undefined ? [] : [call], feedback: [] };
    });
    expect(third?.error?.signature).not.toBe(one?.error?.signature);
    const signatures = minedHistory(history).map(({ steps }) => steps[0]?.sig);
    expect(signatures).toEqual([one?.error?.signature, one?.error?.signature, one?.error?.signature]);
  });
});
