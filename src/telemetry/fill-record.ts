import type { PlainJson } from '../base/exact-json.ts';
import type { CallContext, CallRecord, MarkRecord, TelemetryRecord } from './event.ts';

/**
 * A known record with what it lacked and another telling of it knows: result, parameters, times, context. Undefined where
 * it gains nothing; nothing that is known is changed, but for how a task began and ended, and, where a transcript tells
 * again what a transcript has told (`isReread`), what stood around a call: a transcript that has grown knows better.
 */
export function fillRecord(
  known: TelemetryRecord,
  told: TelemetryRecord,
  isReread: boolean,
): TelemetryRecord | undefined {
  if (known.type === 'call' && told.type === 'call') return fillCall(known, told, isReread);
  if (known.type === 'call' || told.type === 'call' || known.type !== told.type) return undefined;
  if (known.type === 'task_start' || known.type === 'task_end') return retold(known, told);
  return known.at === null && told.at !== null ? { ...known, at: told.at } : undefined;
}

function retold(known: MarkRecord, told: MarkRecord): MarkRecord | undefined {
  const next = { ...told, at: told.at ?? known.at };
  return JSON.stringify(next) === JSON.stringify(known) ? undefined : next;
}

function fillCall(known: CallRecord, told: CallRecord, isReread: boolean): CallRecord | undefined {
  const gains: Partial<CallRecord> = {
    ...(known.ok === null && told.ok !== null && { ok: told.ok, error: told.error }),
    ...(isEmpty(known.params) && !isEmpty(told.params) && { params: told.params }),
    ...(isEmpty(known.output) && !isEmpty(told.output) && outputOf(told)),
    ...(known.startedAt === null && told.startedAt !== null && { startedAt: told.startedAt }),
    ...(known.durationMs === null && told.durationMs !== null && { durationMs: told.durationMs }),
    ...(known.injected.length === 0 && told.injected.length > 0 && { injected: told.injected }),
    // Who knows of no tasks calls the session one.
    ...(known.taskId === known.sessionId && told.taskId !== told.sessionId && { taskId: told.taskId, seq: told.seq }),
    ...(isReread ? rereadContext(known.context, told.context) : contextGains(known.context, told.context)),
  };
  return Object.keys(gains).length === 0 ? undefined : { ...known, ...gains };
}

function isEmpty(value: PlainJson): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function outputOf(told: CallRecord): Partial<CallRecord> {
  return {
    output: told.output,
    ...(told.outputTruncated !== undefined && { outputTruncated: told.outputTruncated }),
    ...(told.outputBytes !== undefined && { outputBytes: told.outputBytes }),
  };
}

function contextGains(known: CallContext, told: CallContext): { readonly context?: CallContext } {
  const gains = Object.fromEntries(
    Object.entries(told).filter(([key, value]) => {
      const before = Object.entries(known).find(([name]) => name === key)?.[1];
      return typeof value === 'string' && value !== '' && (before === undefined || before === '');
    }),
  );
  return Object.keys(gains).length === 0 ? {} : { context: { ...known, ...gains } };
}

/** Nothing is lost: a text that is told no longer stays. */
function rereadContext(known: CallContext, told: CallContext): { readonly context?: CallContext } {
  const context = { ...known, ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '')) };
  return JSON.stringify(context) === JSON.stringify(known) ? {} : { context };
}
