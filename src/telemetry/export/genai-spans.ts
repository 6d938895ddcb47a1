import type { PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { type CallFacts, FactReader } from '../call-facts.ts';
import type { CallRecord, MarkRecord, TelemetryRecord } from '../event.ts';
import type { SessionPart } from '../store.ts';
import { type TaskRun, taskRuns } from '../task-run.ts';
import { domainOfTools } from '../tool-domain.ts';
import { attributes, type OtlpSpan, type OtlpSpanEvent, unixNano } from './otlp.ts';

/** A call without what was passed to it and what came back, and with how long it took. */
interface SpannedCall extends CallFacts {
  readonly durationMs: number | null;
}

/**
 * The records of a part of a session as spans by the GenAI conventions of OpenTelemetry: one trace a task, `invoke_agent`
 * at its root, `execute_tool` for each call, outcomes and feedback as evaluation events. What has no time takes that of
 * the session. All records are taken first; then come the roots, and each call that was taken gives its span. What is
 * kept in between are facts: a part may be larger than the memory.
 */
export class PartSpans {
  readonly #part: SessionPart;
  readonly #reader = new FactReader();
  readonly #facts: (SpannedCall | MarkRecord)[] = [];
  readonly #finalOutputs = new Map<string, string>();
  readonly #evaluations = new Map<string, OtlpSpanEvent[]>();
  /** The task of each call. */
  readonly #tasks = new Map<string, string>();

  constructor(part: SessionPart) {
    this.#part = part;
  }

  take(record: TelemetryRecord): void {
    const facts = this.#reader.read(record);
    if (facts.type === 'call') {
      this.#facts.push({ ...facts, durationMs: record.type === 'call' ? record.durationMs : null });
      this.#tasks.set(facts.eventId, facts.taskId);
      return;
    }
    this.#facts.push(facts);
    if (record.type === 'task_end' && !this.#finalOutputs.has(record.taskId))
      this.#finalOutputs.set(record.taskId, record.finalOutput);
    const evaluation = evaluationOf(facts, this.#part);
    if (evaluation === null) return;
    const known = this.#evaluations.get(facts.taskId);
    if (known === undefined) this.#evaluations.set(facts.taskId, [evaluation]);
    else known.push(evaluation);
  }

  /** `rewards`: of the tasks, where they are known. */
  roots(rewards: ReadonlyMap<string, number>): readonly OtlpSpan[] {
    return taskRuns(this.#facts).map((run) => this.#root(run, rewards.get(run.taskId) ?? null));
  }

  /** The span of a call; undefined for one that was not taken. */
  call(call: CallRecord): OtlpSpan | undefined {
    if (!this.#tasks.has(call.eventId)) return undefined;
    return callSpan(this.#part, call, this.#tasks.get(call.context.parentEventId ?? ''));
  }

  #root(run: TaskRun<SpannedCall>, reward: number | null): OtlpSpan {
    const part = this.#part;
    const calls = [...run.steps, ...run.afterEnd];
    const starts = [run.startedAt ?? part.startedAt, ...calls.flatMap((call) => call.startedAt ?? [])];
    const startedAt = starts.toSorted()[0] ?? part.startedAt;
    const ends = calls.map((call) => endOf(part, call));
    const delivered = run.deliveredAt === null ? [] : [unixNano(run.deliveredAt)];
    const agent = part.host ?? 'agent';
    return {
      traceId: traceIdOf(part, run.taskId),
      spanId: rootSpanIdOf(part, run.taskId),
      name: `invoke_agent ${agent}`,
      kind: 1,
      startTimeUnixNano: unixNano(startedAt),
      endTimeUnixNano: latest([unixNano(startedAt), ...ends, ...delivered]),
      attributes: attributes({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        'gen_ai.agent.id': run.agentConfigId === '' ? null : run.agentConfigId,
        'gen_ai.conversation.id': part.sessionId,
        'gen_ai.input.messages': messages('user', run.taskText),
        'gen_ai.output.messages': messages('assistant', this.#finalOutputs.get(run.taskId) ?? ''),
        'praxis.session.part': part.id,
        'praxis.task.id': run.taskId,
        'praxis.task.domain': run.domain ?? domainOfTools(run.steps.flatMap((call) => call.tools)),
        'praxis.task.group_key': run.groupKey,
        'praxis.task.reward': reward,
      }),
      events: this.#evaluations.get(run.taskId) ?? [],
      links: [],
      status: {},
    };
  }
}

function traceIdOf(part: SessionPart, taskId: string): string {
  return sha256Hex(`${part.id}\n${taskId}`).slice(0, 32);
}

function rootSpanIdOf(part: SessionPart, taskId: string): string {
  return sha256Hex(`${part.id}\n${taskId}\nroot`).slice(0, 16);
}

function messages(role: 'user' | 'assistant', content: string): string | null {
  return content === '' ? null : JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
}

/** What a verifier or the user said of the result; null for a record that is neither. */
function evaluationOf(record: MarkRecord, part: SessionPart): OtlpSpanEvent | null {
  const event = { name: 'gen_ai.evaluation.result', timeUnixNano: unixNano(record.at ?? part.endedAt) } as const;
  if (record.type === 'outcome') {
    const said = { 'gen_ai.evaluation.name': record.source, 'gen_ai.evaluation.score.value': record.value };
    return { ...event, attributes: attributes(said) };
  }
  if (record.type !== 'feedback') return null;
  const said = {
    'gen_ai.evaluation.name': `feedback of ${record.source}`,
    'gen_ai.evaluation.score.label': record.kind,
    'gen_ai.evaluation.explanation': record.text ?? null,
  };
  return { ...event, attributes: attributes(said) };
}

/** `parentTask`: the task of the call that this one is inside of, where it is known. */
function callSpan(part: SessionPart, call: CallRecord, parentTask: string | undefined): OtlpSpan {
  const parent = parentTask === undefined ? undefined : call.context.parentEventId;
  const { error, taskId } = call;
  return {
    traceId: traceIdOf(part, taskId),
    spanId: spanIdOf(call.eventId),
    parentSpanId: parent === undefined || parentTask !== taskId ? rootSpanIdOf(part, taskId) : spanIdOf(parent),
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
      parent === undefined || parentTask === undefined || parentTask === taskId
        ? []
        : [{ traceId: traceIdOf(part, parentTask), spanId: spanIdOf(parent) }],
    status: error === null ? {} : { code: 2, message: error.message },
  };
}

function endOf(part: SessionPart, call: Pick<CallRecord, 'startedAt' | 'durationMs'>): string {
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
