import type { CallContext, CallRecord, MarkRecord, TelemetryRecord } from './event.ts';
import { toolNames } from './tool-name.ts';

/** What is concluded from a call: its record without what was passed to it and what came back. */
export interface CallFacts
  extends Pick<CallRecord, 'type' | 'eventId' | 'taskId' | 'seq' | 'tool' | 'ok' | 'error' | 'startedAt' | 'injected'> {
  /** Normalised names, one for each command of a shell line. */
  readonly tools: readonly string[];
  readonly context: Pick<CallContext, 'taskText' | 'agentConfigId'>;
}

/** Reads the facts of the records of one session, whose texts are mostly the same ones. */
export class FactReader {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, readonly string[]>();

  read(record: TelemetryRecord): CallFacts | MarkRecord {
    if (record.type !== 'call') return record.type === 'task_end' ? { ...record, finalOutput: '' } : record;
    const { type, eventId, taskId, seq, tool, ok, error, startedAt, injected, context } = record;
    return {
      type,
      eventId,
      taskId: this.#text(taskId),
      seq,
      tool: this.#text(tool),
      ok,
      error: error && {
        class: this.#text(error.class),
        message: this.#text(error.message),
        signature: this.#text(error.signature),
      },
      startedAt,
      injected: this.#list(injected),
      tools: this.#list(toolNames(tool, record.params)),
      context: { taskText: this.#text(context.taskText), agentConfigId: this.#text(context.agentConfigId) },
    };
  }

  #text(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }

  #list(list: readonly string[]): readonly string[] {
    const key = list.join('\n');
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    this.#lists.set(key, list);
    return list;
  }
}
