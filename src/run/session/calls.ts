import { isoTime } from '../../base/clock.ts';
import { callRecord } from '../../telemetry/call.ts';
import type { CallRecord } from '../../telemetry/event.ts';
import type { PlannedEvent } from '../journal.ts';
import type { Session } from './session.ts';
import { stateOf } from './session.ts';

/** A call as its actor tells it. */
export interface ToolCall {
  readonly callId: string;
  readonly tool: string;
  readonly params: CallRecord['params'];
  /** Its place among the calls of the act. */
  readonly index: number;
  /** ISO 8601 UTC; null: when the act began. */
  readonly at: string | null;
  readonly ok: boolean | null;
  readonly output: CallRecord['output'];
  readonly durationMs: number;
}

/** A call that was announced and has no result yet. */
export function begun(
  { callId, tool, params, at }: Pick<ToolCall, 'callId' | 'tool' | 'params' | 'at'>,
  index: number,
): ToolCall {
  return { callId, tool, params, at, index, ok: null, output: '', durationMs: 0 };
}

/** What the calls of one act have in common. */
export interface CallsOf {
  readonly planned: PlannedEvent;
  readonly startedAtMs: number;
  /** The act was given up before it came to its end. */
  readonly isCancelled: boolean;
  /** Of an attempt of a group. */
  readonly attempt?: { readonly taskId: string; readonly number: number };
}

/** A call as telemetry keeps it. */
export function callOf(session: Session, act: CallsOf, call: ToolCall): CallRecord {
  const { task, deps } = session;
  const { sessionId, counters, current } = stateOf(session);
  const { planned, attempt } = act;
  const before = counters.toolCalls - (current?.intended?.charges.toolCalls ?? 0);
  return callRecord({
    host: 'praxis',
    sessionId,
    taskId: attempt?.taskId ?? task.id,
    libraryId: deps.libraryId,
    callId: attempt === undefined ? call.callId : `${call.callId}:${attempt.number}`,
    seq: attempt === undefined ? before + call.index : call.index,
    tool: call.tool,
    params: call.params,
    output: call.output,
    verdict: act.isCancelled && call.ok === null ? { ok: false, errorClass: 'cancelled' } : { ok: call.ok },
    startedAt: call.at ?? isoTime(act.startedAtMs),
    durationMs: call.durationMs,
    context: {
      taskText: task.goal,
      turn: counters.cycle,
      lastUserText: task.goal,
      lastAssistantText: planned.inequality,
      agentConfigId: session.agentConfigId,
    },
    injected: planned.guidelines,
  });
}

/** Keeps the calls of one act, each as soon as its result is there. */
export class CallKeeper {
  readonly #session: Session;
  readonly #act: CallsOf;
  readonly #kept = new Set<string>();
  #signature: string | undefined;

  constructor(session: Session, act: CallsOf) {
    this.#session = session;
    this.#act = act;
  }

  /** A crash after it tells the same call anew; it is kept once. */
  async keep(call: ToolCall): Promise<void> {
    if (this.#kept.has(call.callId)) return;
    this.#kept.add(call.callId);
    const record = this.#recordOf(call, this.#act);
    const { recorder, deps } = this.#session;
    if (deps.isCaptureOn) await recorder.commit({ events: [record], isProvisional: true });
  }

  /** Those of which no result came. */
  rest(calls: readonly ToolCall[], isCancelled: boolean): readonly CallRecord[] {
    const act = { ...this.#act, isCancelled };
    return calls.filter((call) => !this.#kept.has(call.callId)).map((call) => this.#recordOf(call, act));
  }

  /** Signature of the last call that failed by itself; undefined where none did. */
  get signature(): string | undefined {
    return this.#signature;
  }

  #recordOf(call: ToolCall, act: CallsOf): CallRecord {
    const record = callOf(this.#session, act, call);
    if (record.error !== null && record.error.class !== 'cancelled') this.#signature = record.error.signature;
    return record;
  }
}
