import { describe, expect, test } from 'vitest';
import { at, atMs, callOf, failedCall, markOf } from '../../test/support/telemetry-records.ts';
import { floorEncoder } from '../models/floor-encoder.ts';
import { FactReader } from '../telemetry/call-facts.ts';
import type { TelemetryRecord } from '../telemetry/event.ts';
import { sealedSession } from './sealed-session.ts';
import { textKey } from './task-key.ts';

const sealed = (endSeconds: number, ...records: readonly TelemetryRecord[]) => {
  const reader = new FactReader();
  const facts = records.map((record) => reader.read(record));
  return sealedSession(facts, atMs(endSeconds), { encoder: floorEncoder });
};
const start = markOf('task_start', 'm1', { taskText: 'Mend  it', agentConfigId: 'agent' });
const end = markOf('task_end', 'm2', { at: at(10), finalOutput: 'done', status: 'completed' });
const interactive = markOf('session_start', 'm0', { interactive: true });

describe('a sealed session', () => {
  test('gives each task its reward and what it is made of', () => {
    const { tasks } = sealed(20, start, callOf('c1'), failedCall('c2', { startedAt: at(2) }), end);
    expect(tasks).toMatchObject([
      {
        taskId: 't1',
        taskText: 'Mend  it',
        textKey: textKey('mend it'),
        domain: 'fs',
        agentConfigId: 'agent',
        steps: 2,
        parts: { rhoS: 0.5, rhoA: null, outcome: null },
        reward: 0.5,
        startedAt: at(0),
        endedAt: at(10),
      },
    ]);
  });

  test('leaves what cannot be judged or was cancelled out of the share of success', () => {
    const cancelled = { class: 'cancelled', message: '', signature: '' };
    const { tasks } = sealed(
      20,
      callOf('c1'),
      callOf('c2', { ok: null }),
      callOf('c3', { ok: false, error: cancelled }),
      failedCall('c4'),
    );
    expect(tasks[0]).toMatchObject({ steps: 4, parts: { rhoS: 0.5 } });
    expect(sealed(20, start).tasks[0]?.parts.rhoS).toBe(1);
  });

  test('takes silence for acceptance where a user was there, and no longer than the session lasted', () => {
    const calls = [interactive, start, callOf('c1'), end];
    expect(sealed(10 + 120, ...calls).tasks[0]).toMatchObject({ parts: { rhoA: 1 }, reward: 1 });
    expect(sealed(10 + 119, ...calls).tasks[0]?.parts.rhoA).toBeNull();
    expect(sealed(10 + 120, ...calls.slice(1)).tasks[0]?.parts.rhoA).toBeNull();
  });

  test('marks what the user corrected, and whether late', () => {
    const correction = (seconds: number) =>
      markOf('feedback', 'f1', { at: at(seconds), kind: 'correct', source: 'phrases' });
    const calls = [interactive, start, callOf('c1'), end];
    expect(sealed(999, ...calls, correction(100)).tasks[0]).toMatchObject({ parts: { rhoA: 0 }, isLate: false });
    expect(sealed(999, ...calls, correction(200)).tasks[0]).toMatchObject({
      parts: { rhoA: 0 },
      isLate: true,
      reward: 0.4,
    });
  });

  test('lets the word of a verifier count in place of acceptance', () => {
    const outcome = markOf('outcome', 'o1', { at: at(9), value: 0, source: 'tests' });
    expect(sealed(999, interactive, start, callOf('c1'), outcome, end).tasks[0]).toMatchObject({
      parts: { rhoA: 1, outcome: 0 },
      reward: 0.4,
    });
  });

  test('moves calls to their place by time, and names only those that move', () => {
    const { moved } = sealed(
      20,
      callOf('b', { startedAt: at(2), seq: 0 }),
      callOf('a', { startedAt: at(1), seq: 1 }),
      callOf('c', { startedAt: at(3), seq: 2 }),
      callOf('d', { startedAt: at(4), seq: 9, taskId: 't2' }),
    );
    expect(moved).toEqual([
      { eventId: 'a', seq: 0 },
      { eventId: 'b', seq: 1 },
      { eventId: 'd', seq: 0 },
    ]);
  });

  test('has a vector of a task only where no group key says what it attempts', () => {
    const keyed = markOf('task_start', 'm1', { taskText: 'mend it', agentConfigId: 'a', groupKey: 'g' });
    expect(sealed(20, keyed).tasks[0]?.vector).toBeNull();
    expect(sealed(20, start).tasks[0]?.vector).toHaveLength(floorEncoder.dims);
  });

  test('is of the domain of most of its commands, or that which was told', () => {
    const bash = (id: string, command: string) => callOf(id, { tool: 'Bash', params: { command } });
    const calls = [bash('c1', 'git add . && git commit -m x'), callOf('c2')];
    expect(sealed(20, ...calls).tasks[0]?.domain).toBe('code');
    const told = markOf('task_start', 'm1', { taskText: 'x', agentConfigId: 'a', domains: ['k8s', 'fs'] });
    expect(sealed(20, told, ...calls).tasks[0]?.domain).toBe('k8s');
    expect(sealed(20, start).tasks[0]?.domain).toBe('other');
  });

  test('names each lesson that was in view of a task once', () => {
    const calls = [callOf('c1', { injected: ['u2', 'r1'] }), callOf('c2', { injected: ['r1'] })];
    expect(sealed(20, ...calls).tasks[0]?.injected).toEqual(['r1', 'u2']);
  });
});
