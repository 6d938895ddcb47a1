import type { PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import type { CallRecord, TelemetryRecord } from '../event.ts';
import type { SessionPart } from '../store.ts';
import { type TaskRun, taskRuns } from '../task-run.ts';
import { domainOfTools } from '../tool-domain.ts';
import { toolNames } from '../tool-name.ts';
import { attributes, type OtlpSpan, type OtlpSpanEvent, unixNano } from './otlp.ts';

/**
 * The records of a part of a session as spans by the GenAI conventions of OpenTelemetry: one trace a task, `invoke_agent`
 * at its root, `execute_tool` for each call, outcomes and feedback as evaluation events. What has no time takes that of
 * the session. `rewards`: of the tasks, where they are known.
 */
export function genAiSpans(
  part: SessionPart,
  records: readonly TelemetryRecord[],
  rewards: ReadonlyMap<string, number>,
): readonly OtlpSpan[] {
  const runs = taskRuns(records).map((run) => ({ run, calls: [...run.steps, ...run.afterEnd] }));
  const traceIdOf = (run: TaskRun<CallRecord>) => sha256Hex(`${part.id}\n${run.taskId}`).slice(0, 32);
  const traceIds = new Map(runs.flatMap(({ run, calls }) => calls.map((call) => [call.eventId, traceIdOf(run)])));
  return runs.flatMap(({ run, calls }) => {
    const trace = { part, traceId: traceIdOf(run), traceIds };
    const root = rootSpan(trace, run, calls, records, rewards.get(run.taskId) ?? null);
    return [root, ...calls.map((call) => callSpan(trace, call, root.spanId))];
  });
}

interface Trace {
  readonly part: SessionPart;
  readonly traceId: string;
  /** Of each call of the part. */
  readonly traceIds: ReadonlyMap<string, string>;
}

function rootSpan(
  { part, traceId }: Trace,
  run: TaskRun<CallRecord>,
  calls: readonly CallRecord[],
  records: readonly TelemetryRecord[],
  reward: number | null,
): OtlpSpan {
  const starts = [run.startedAt ?? part.startedAt, ...calls.flatMap((call) => call.startedAt ?? [])];
  const startedAt = starts.toSorted()[0] ?? part.startedAt;
  const ends = calls.map((call) => endOf(part, call));
  const delivered = run.deliveredAt === null ? [] : [unixNano(run.deliveredAt)];
  const end = latest([unixNano(startedAt), ...ends, ...delivered]);
  const final = records.find((record) => record.type === 'task_end' && record.taskId === run.taskId);
  const agent = part.host ?? 'agent';
  return {
    traceId,
    spanId: sha256Hex(`${part.id}\n${run.taskId}\nroot`).slice(0, 16),
    name: `invoke_agent ${agent}`,
    kind: 1,
    startTimeUnixNano: unixNano(startedAt),
    endTimeUnixNano: end,
    attributes: attributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'gen_ai.agent.id': run.agentConfigId === '' ? null : run.agentConfigId,
      'gen_ai.conversation.id': part.sessionId,
      'gen_ai.input.messages': messages('user', run.taskText),
      'gen_ai.output.messages': final?.type === 'task_end' ? messages('assistant', final.finalOutput) : null,
      'praxis.session.part': part.id,
      'praxis.task.id': run.taskId,
      'praxis.task.domain': run.domain ?? domainOfTools(run.steps.flatMap((call) => toolNames(call.tool, call.params))),
      'praxis.task.group_key': run.groupKey,
      'praxis.task.reward': reward,
    }),
    events: evaluations(run.taskId, records, part),
    links: [],
    status: {},
  };
}

function messages(role: 'user' | 'assistant', content: string): string | null {
  return content === '' ? null : JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
}

/** What a verifier or the user said of the result. */
function evaluations(taskId: string, records: readonly TelemetryRecord[], part: SessionPart): readonly OtlpSpanEvent[] {
  return records.flatMap((record): readonly OtlpSpanEvent[] => {
    if (record.taskId !== taskId) return [];
    const event = { name: 'gen_ai.evaluation.result' } as const;
    if (record.type === 'outcome') {
      const said = { 'gen_ai.evaluation.name': record.source, 'gen_ai.evaluation.score.value': record.value };
      return [{ ...event, timeUnixNano: unixNano(record.at ?? part.endedAt), attributes: attributes(said) }];
    }
    if (record.type !== 'feedback') return [];
    const said = {
      'gen_ai.evaluation.name': `feedback of ${record.source}`,
      'gen_ai.evaluation.score.label': record.kind,
      'gen_ai.evaluation.explanation': record.text ?? null,
    };
    return [{ ...event, timeUnixNano: unixNano(record.at ?? part.endedAt), attributes: attributes(said) }];
  });
}

function callSpan({ part, traceId, traceIds }: Trace, call: CallRecord, rootSpanId: string): OtlpSpan {
  const parent = call.context.parentEventId;
  const parentTraceId = parent === undefined ? undefined : traceIds.get(parent);
  const { error } = call;
  return {
    traceId,
    spanId: spanIdOf(call.eventId),
    parentSpanId: parent === undefined || parentTraceId !== traceId ? rootSpanId : spanIdOf(parent),
    name: `execute_tool ${call.tool}`,
    kind: 1,
    startTimeUnixNano: unixNano(call.startedAt ?? part.startedAt),
    endTimeUnixNano: endOf(part, call),
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': call.eventId,
      'gen_ai.tool.call.arguments': textOf(call.params),
      'gen_ai.tool.call.result': textOf(call.output),
      'gen_ai.conversation.id': part.sessionId,
      'error.type': error?.class ?? null,
      'praxis.call.ok': call.ok,
      'praxis.call.seq': BigInt(call.seq),
      'praxis.error.signature': error?.signature ?? null,
      'praxis.injected': call.injected.length === 0 ? null : call.injected,
    }),
    events: [],
    // A subagent's task is a trace of its own, begun by a call of another one.
    links:
      parent === undefined || parentTraceId === undefined || parentTraceId === traceId
        ? []
        : [{ traceId: parentTraceId, spanId: spanIdOf(parent) }],
    status: error === null ? {} : { code: 2, message: error.message },
  };
}

function endOf(part: SessionPart, call: CallRecord): string {
  return unixNano(call.startedAt ?? part.startedAt, call.durationMs ?? 0);
}

/** 16 hex, as a span's id is. */
function spanIdOf(eventId: string): string {
  return /^[0-9a-f]{16,}$/.test(eventId) ? eventId.slice(0, 16) : sha256Hex(eventId).slice(0, 16);
}

function latest(nanos: readonly string[]): string {
  return nanos.reduce((a, b) => (BigInt(b) > BigInt(a) ? b : a));
}

function textOf(value: PlainJson): string | null {
  if (value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
