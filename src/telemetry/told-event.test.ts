import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../base/sha256.ts';
import { callEventId } from './call.ts';
import type { TelemetryRecord } from './event.ts';
import { ToldClock } from './told-clock.ts';
import { readToldEvent } from './told-event.ts';

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
let ids = 0;
const read = (told: unknown) =>
  readToldEvent(told, {
    libraryId: 'lib',
    clock: new ToldClock(() => NOW),
    newId: () => `id-${ids++}`,
    hash: sha256Hex,
  });

function taken(told: object): TelemetryRecord {
  const event = read(told);
  if (event.kind === 'refused') throw new Error(event.reason);
  return event.incoming.record;
}

const reasonOf = (told: unknown) => {
  const event = read(told);
  return event.kind === 'refused' ? event.reason : null;
};
const call = { sessionId: 's1', tool: 'Read', ok: true };

describe('a told call', () => {
  test('needs its session, its tool and how it ended; all else has a default', () => {
    expect(taken({ ...call, host: 'h', callId: 'c' })).toEqual({
      v: 1,
      type: 'call',
      eventId: callEventId('h', 's1', 'c'),
      sessionId: 's1',
      taskId: 's1',
      libraryId: 'lib',
      seq: 0,
      tool: 'Read',
      params: {},
      output: '',
      ok: true,
      error: null,
      startedAt: '2026-01-01T12:00:00.000Z',
      durationMs: null,
      context: {
        taskText: '',
        turn: 0,
        lastUserText: '',
        lastAssistantText: '',
        agentConfigId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      injected: [],
    });
    for (const name of ['sessionId', 'tool'])
      expect(reasonOf({ ...call, [name]: undefined })).toBe(`${name} is missing`);
    expect(reasonOf({ ...call, ok: undefined })).toBe('ok or error is missing');
  });

  test('is the same event as that of the transcript of its host', () => {
    const event = read({ ...call, host: 'codex', callId: 7 });
    expect(event).toMatchObject({ incoming: { host: 'codex', record: { eventId: callEventId('codex', 's1', 7) } } });
    expect(event).not.toHaveProperty('incoming.nameCall');
  });

  test('without an id takes the one of its place in the session, and keeps one that it was given', () => {
    const event = read({ ...call, host: 'h' });
    const name = event.kind === 'taken' ? event.incoming.nameCall : undefined;
    expect(name?.(4)).toBe(callEventId('h', 's1', 4));
    expect(taken({ ...call, eventId: 'mine' }).eventId).toBe('mine');
  });

  test('began as long before it was told as it took, unless it says when', () => {
    expect(taken({ ...call, durationMs: 1500 })).toMatchObject({ startedAt: '2026-01-01T11:59:58.500Z' });
    expect(taken({ ...call, startedAt: '2026-01-01T10:00+02:00' })).toMatchObject({
      startedAt: '2026-01-01T08:00:00.000Z',
    });
    // Longer ago than time goes back.
    expect(taken({ ...call, durationMs: 3e12 })).toMatchObject({ startedAt: '1970-01-01T00:00:00.000Z' });
  });

  test('fails by its error, in words or with a class, or by its output', () => {
    const failed = (told: object) => taken({ ...call, ok: undefined, ...told });
    expect(failed({ error: 'ENOENT: no such file' })).toMatchObject({ ok: false, error: { class: 'not_found' } });
    expect(failed({ error: { message: 'access denied' } })).toMatchObject({ error: { message: 'access denied' } });
    expect(failed({ error: { class: 'cancelled' } })).toMatchObject({ ok: false, error: { class: 'cancelled' } });
    expect(failed({ ok: false, output: 'Error: timed out' })).toMatchObject({ error: { class: 'timeout' } });
    expect(failed({ error: null })).toMatchObject({ ok: true, error: null });
    expect(failed({ ok: null })).toMatchObject({ ok: null, error: null });
    expect(reasonOf({ ...call, error: 'no' })).toBe('ok is true and yet there is an error');
  });

  test('is redacted wherever a secret may stand, and cut', () => {
    const secret = 'DB_PASSWORD=hunter2planted';
    const text = JSON.stringify(
      taken({
        sessionId: 's1',
        tool: 'Bash',
        error: secret,
        params: { command: secret },
        output: `${'x'.repeat(20_000)} ${secret}`,
        context: { taskText: secret, lastUserText: secret, lastAssistantText: secret },
      }),
    );
    expect(text).not.toContain('hunter2planted');
    expect(text.length).toBeLessThan(10_000);
  });

  test('refuses what no record can hold, by name', () => {
    expect(reasonOf([])).toBe('the event is not an object');
    expect(reasonOf({ ...call, context: { turn: -1 } })).toBe('context.turn is not a whole number from 0 on');
    expect(reasonOf({ ...call, sessionId: 'a\nb' })).toBe('sessionId holds a control character');
    expect(reasonOf({ ...call, tool: 'x'.repeat(513) })).toBe('tool is longer than 512 characters');
    expect(reasonOf({ ...call, injected: ['r1', 2] })).toBe('injected is not a list of texts');
    expect(reasonOf({ ...call, v: 2 })).toBe('version 2 is not known');
  });
});

describe('a told mark', () => {
  const at = '2026-01-01T12:00:00.000Z';

  test('of each type needs what only its teller knows', () => {
    const mark = (type: string, more: object = {}) => taken({ type, sessionId: 's1', eventId: 'm', ...more });
    const base = { v: 1, eventId: 'm', sessionId: 's1', taskId: 's1', at };
    expect(mark('session_start', { interactive: true })).toEqual({ ...base, type: 'session_start', interactive: true });
    expect(mark('session_end')).toEqual({ ...base, type: 'session_end' });
    expect(mark('task_start', { taskText: 'mend it', groupKey: 'g', domains: ['fs'] })).toEqual({
      ...{ ...base, type: 'task_start', taskText: 'mend it', groupKey: 'g', domains: ['fs'], agentConfigId: '' },
    });
    expect(mark('task_end')).toEqual({ ...base, type: 'task_end', finalOutput: '', status: 'completed' });
    expect(mark('feedback', { kind: 'reject' })).toEqual({
      ...base,
      type: 'feedback',
      kind: 'reject',
      source: 'program',
    });
    expect(mark('outcome', { value: 0.5 })).toEqual({ ...base, type: 'outcome', value: 0.5, source: 'program' });
    expect(mark('injection', { ids: ['r1'] })).toMatchObject({ type: 'injection', ids: ['r1'] });
    expect(mark('retrieval', { chosen: ['r1'] })).toMatchObject({ type: 'retrieval', chosen: ['r1'], candidates: 0 });
    expect(reasonOf({ type: 'task_start', sessionId: 's1' })).toBe('taskText is missing');
    expect(reasonOf({ type: 'outcome', sessionId: 's1' })).toBe('value is missing');
    expect(reasonOf({ type: 'feedback', sessionId: 's1', kind: 'meh' })).toBe(
      'kind is none of accept, correct, reject',
    );
    expect(reasonOf({ type: 'gossip', sessionId: 's1' })).toBe('type "gossip" is not known');
  });

  test('gets an id of its own where it has none', () => {
    const [one, two] = [0, 1].map(() => taken({ type: 'session_end', sessionId: 's1' }).eventId);
    expect(one).not.toBe(two);
  });

  test('of a task names the agent as the calls of its host do', () => {
    const start = taken({ type: 'task_start', sessionId: 's1', taskText: 'x', host: 'h' });
    const own = taken({ ...call, host: 'h' });
    expect(start).toMatchObject({ agentConfigId: own.type === 'call' ? own.context.agentConfigId : '' });
  });

  test('is redacted', () => {
    const told = { type: 'task_start', sessionId: 's1', taskText: 'DB_PASSWORD=hunter2planted' };
    expect(JSON.stringify(taken(told))).not.toContain('hunter2planted');
  });
});

describe('whatever is told', () => {
  const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const marks: readonly Readonly<Record<string, unknown>>[] = [
    { ...call, host: SECRET, callId: SECRET, taskId: SECRET, eventId: SECRET, sessionId: SECRET, tool: SECRET },
    { ...call, params: { a: SECRET, [SECRET]: 1 }, output: [SECRET], injected: [SECRET] },
    { ...call, ok: false, error: SECRET },
    { ...call, ok: false, error: { class: SECRET, message: SECRET } },
    { ...call, context: { taskText: SECRET, lastUserText: SECRET, lastAssistantText: SECRET } },
    { ...call, context: { agentConfigId: SECRET, parentEventId: SECRET } },
    { type: 'session_start', host: SECRET },
    { type: 'session_end', eventId: SECRET, sessionId: SECRET, taskId: SECRET },
    { type: 'task_start', taskText: SECRET, groupKey: SECRET, domains: [SECRET], agentConfigId: SECRET },
    { type: 'task_end', finalOutput: SECRET, status: SECRET },
    { type: 'feedback', kind: 'correct', text: SECRET, source: SECRET },
    { type: 'outcome', value: 1, source: SECRET },
    { type: 'retrieval', chosen: [SECRET], withheld: [SECRET], query: SECRET, encoderId: SECRET },
    { type: 'injection', tag: SECRET, ids: [SECRET], contentHash: SECRET },
  ];

  for (const told of marks)
    test(`holds no secret any more: ${Object.keys(told).join(', ')}`, () => {
      const event = read({ sessionId: 's1', ...told });
      expect(event.kind).toBe('taken');
      expect(JSON.stringify(event)).not.toContain(SECRET);
    });

  test('keeps ids apart that look like secrets', () => {
    const ids = ['a', 'b'].map((end) => taken({ ...call, eventId: SECRET.slice(0, -1) + end }).eventId);
    expect(new Set(ids).size).toBe(2);
  });

  test('keeps the order in which it came, though all of it comes at once', () => {
    const clock = new ToldClock(() => NOW);
    const times = ['x', 'y', 'z'].map((tool) => {
      const event = readToldEvent({ ...call, tool }, { libraryId: 'lib', clock, newId: () => 'id', hash: sha256Hex });
      return event.kind === 'taken' && event.incoming.record.type === 'call' ? event.incoming.record.startedAt : null;
    });
    expect(times).toEqual(['2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00.001Z', '2026-01-01T12:00:00.002Z']);
  });

  test('remains cut where another library has cut it', () => {
    const told = { ...call, output: 'begin', outputTruncated: true, outputBytes: 9000 };
    expect(taken(told)).toMatchObject({ output: 'begin', outputTruncated: true, outputBytes: 9000 });
    const long = { ...told, output: 'x y '.repeat(3000) };
    expect(taken(long)).toMatchObject({ outputTruncated: true, outputBytes: 12_000 });
  });
});
