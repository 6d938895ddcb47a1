import type { TelemetryRecord } from './event.ts';

/** A record as a line of the spool holds it. */
export interface SpooledRecord {
  readonly record: TelemetryRecord;
  readonly text: string;
  /** The writer left it to the drain to tell which lessons were in view of the call. */
  readonly lacksInjected: boolean;
}

const TYPES: Readonly<Record<TelemetryRecord['type'], true>> = {
  call: true,
  session_start: true,
  session_end: true,
  task_start: true,
  task_end: true,
  feedback: true,
  outcome: true,
  retrieval: true,
  injection: true,
};

/** Reads a line of the spool; undefined where it is torn, no record, or one of a newer version. */
export function readSpooled(text: string): SpooledRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  if (value.type !== 'call' || value.injected !== undefined) return { record: value, text, lacksInjected: false };
  return { record: { ...value, injected: [] }, text, lacksInjected: true };
}

/** Writers are of this package; what is checked is what a torn line or another program would get wrong. */
function isRecord(value: unknown): value is TelemetryRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { v, type, eventId, sessionId, taskId } = value as Readonly<Record<string, unknown>>;
  const isNamed = [eventId, sessionId, taskId].every((id) => typeof id === 'string' && id !== '');
  if (v !== 1 || !isNamed || typeof type !== 'string' || !Object.hasOwn(TYPES, type)) return false;
  return type === 'call' ? isCall(value) : isTime(value, 'at');
}

function isCall(value: object): boolean {
  if (!('tool' in value && typeof value.tool === 'string' && 'ok' in value && 'error' in value)) return false;
  const { ok, error } = value;
  if (ok !== null && typeof ok !== 'boolean') return false;
  if ((ok === false) !== (error !== null)) return false;
  const hasContext = 'context' in value && typeof value.context === 'object' && value.context !== null;
  return hasContext && (error === null || isError(error)) && isTime(value, 'startedAt');
}

function isError(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'class' in error &&
    typeof error.class === 'string' &&
    'signature' in error &&
    typeof error.signature === 'string'
  );
}

function isTime(value: object, name: string): boolean {
  const time: unknown = Reflect.get(value, name);
  return time === null || (typeof time === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(time));
}
