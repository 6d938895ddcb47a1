import { describe, expect, test } from 'vitest';
import { at, callOf, failedCall, markOf } from '../../../test/support/telemetry-records.ts';
import { otlpSample } from '../../../test/telemetry/otlp-sample.ts';
import type { TelemetryRecord } from '../event.ts';
import type { SessionPart } from '../store.ts';
import { PartSpans } from './genai-spans.ts';
import { type OtlpAttribute, type OtlpSpan, otlpRequest, unixNano } from './otlp.ts';

const PART: SessionPart = {
  v: 1,
  id: 's1',
  sessionId: 's1',
  host: 'claude-code',
  source: 'live',
  startedAt: at(0),
  endedAt: at(9),
  calls: 2,
  sealedAt: null,
  epoch: null,
};

/** The spans of records, each root before its calls. */
function spansOf(...records: readonly TelemetryRecord[]): readonly OtlpSpan[] {
  const spans = new PartSpans(PART);
  for (const record of records) spans.take(record);
  const calls = records.flatMap((record) => (record.type === 'call' ? (spans.call(record) ?? []) : []));
  const roots = spans.roots(new Map([['t1', 0.5]]));
  return roots.flatMap((root) => [root, ...calls.filter((call) => call.traceId === root.traceId)]);
}

const attributeOf = (attributes: readonly OtlpAttribute[], key: string) =>
  attributes.find((one) => one.key === key)?.value;
const start = markOf('task_start', 'm1', { taskText: 'mend it', agentConfigId: 'agent' });

/** The paths of all members, lists as their members. */
function pathsOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, member]) => pathsOf(member, `${path}.${key}`));
}

describe('spans', () => {
  test('are one trace a task, with the agent at its root and a span for each call', () => {
    const [root, call, failed] = spansOf(start, callOf('c1'), failedCall('c2', { startedAt: at(2), durationMs: 7.5 }));
    expect(root).toMatchObject({ name: 'invoke_agent claude-code', startTimeUnixNano: unixNano(at(0)) });
    expect(root?.endTimeUnixNano).toBe(unixNano(at(2), 7.5));
    expect(attributeOf(root?.attributes ?? [], 'praxis.task.reward')).toEqual({ doubleValue: 0.5 });
    expect(attributeOf(root?.attributes ?? [], 'gen_ai.input.messages')).toEqual({
      stringValue: '[{"role":"user","parts":[{"type":"text","content":"mend it"}]}]',
    });
    expect(call).toMatchObject({ name: 'execute_tool Read', traceId: root?.traceId, parentSpanId: root?.spanId });
    expect(call?.status).toEqual({});
    expect(attributeOf(call?.attributes ?? [], 'gen_ai.tool.call.arguments')).toEqual({
      stringValue: '{"path":"a.txt"}',
    });
    expect(failed?.status).toEqual({ code: 2, message: 'Error: not found' });
    expect(attributeOf(failed?.attributes ?? [], 'error.type')).toEqual({ stringValue: 'not_found' });
    for (const span of [root, call, failed]) {
      expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(span?.spanId).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  test('of another task are another trace', () => {
    const spans = spansOf(callOf('c1'), callOf('c2', { taskId: 't2' }));
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(2);
    expect(new Set(spans.map((span) => span.spanId)).size).toBe(4);
  });

  test('begin before what happened in them, whenever the task says that it began', () => {
    const [root] = spansOf(markOf('task_start', 'm1', { at: at(5), taskText: 'x', agentConfigId: 'a' }), callOf('c1'));
    expect(root?.startTimeUnixNano).toBe(unixNano(at(1)));
  });

  test('of a call inside another hang under it, and link to it where it is of another task', () => {
    const context = { ...callOf('c1').context, parentEventId: 'c1' };
    const [, parent, inner, , agent] = spansOf(
      callOf('c1'),
      callOf('c2', { context, startedAt: at(2) }),
      callOf('c3', { context, startedAt: at(3), taskId: 's1/agent' }),
    );
    expect(inner).toMatchObject({ parentSpanId: parent?.spanId, links: [] });
    expect(agent?.parentSpanId).not.toBe(parent?.spanId);
    expect(agent?.links).toEqual([{ traceId: parent?.traceId, spanId: parent?.spanId }]);
  });

  test('take the time of the session where a record has none', () => {
    const [root, call] = spansOf(callOf('c1', { startedAt: null, durationMs: null }));
    expect(call).toMatchObject({ startTimeUnixNano: unixNano(at(0)), endTimeUnixNano: unixNano(at(0)) });
    expect(root?.startTimeUnixNano).toBe(unixNano(at(0)));
  });

  test('tell what a verifier and the user said as evaluations', () => {
    const [root] = spansOf(
      start,
      markOf('outcome', 'o1', { at: at(3), value: 0.75, source: 'tests' }),
      markOf('feedback', 'f1', { at: at(4), kind: 'correct', text: 'not that', source: 'user' }),
      markOf('outcome', 'o2', { at: at(3), value: 0, source: 'tests', taskId: 't2' }),
    );
    const said = root?.events.map(({ name, attributes }) => ({ name, said: attributes.map(({ value }) => value) }));
    expect(said).toEqual([
      { name: 'gen_ai.evaluation.result', said: [{ stringValue: 'tests' }, { doubleValue: 0.75 }] },
      {
        name: 'gen_ai.evaluation.result',
        said: [{ stringValue: 'feedback of user' }, { stringValue: 'correct' }, { stringValue: 'not that' }],
      },
    ]);
  });

  test('are the same each time they are exported', () => {
    expect(spansOf(start, callOf('c1'))).toEqual(spansOf(start, callOf('c1')));
  });

  test('are requests of the shape that the official serialiser writes', () => {
    const samples = otlpSample().json.map((one) => JSON.parse(new TextDecoder().decode(one)));
    const official = new Set(samples.flatMap((sample) => pathsOf(sample)));
    const spans: readonly OtlpSpan[] = spansOf(start, callOf('c1', { injected: ['r1'] }), failedCall('c2'));
    const own = new Set(pathsOf(JSON.parse(JSON.stringify(otlpRequest(spans, '1.2.3')))));
    const added = [...own].filter((path) => !official.has(path) && !path.startsWith('.resourceSpans[].resource'));
    // The sample has none.
    expect(added).toEqual(['.resourceSpans[].scopeSpans[].scope.version']);
  });
});
