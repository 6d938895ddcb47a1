import { isoTime } from '../base/clock.ts';
import { sha256Hex, type TextHash } from '../base/sha256.ts';
import { type CallVerdict, callEventId, callRecord } from './call.ts';
import type { CallContext, CallRecord, MarkRecord } from './event.ts';
import { markRecord } from './mark-record.ts';
import { redactText } from './redact.ts';
import type { IncomingRecord } from './store.ts';
import type { ToldClock } from './told-clock.ts';
import { Refusal, ToldMembers } from './told-members.ts';

/** What a program does not tell of an event. */
export interface EventDefaults {
  /** The library that records it; a program cannot choose another. */
  readonly libraryId: string;
  readonly clock: ToldClock;
  /** A new unique id. */
  newId(): string;
  readonly hash: TextHash;
}

export type ToldEvent =
  /** `lacksInjected`: which guidelines were in view of the call is not told. */
  | { readonly kind: 'taken'; readonly incoming: IncomingRecord; readonly lacksInjected: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

const MARKS: ReadonlySet<string> = new Set([
  'session_start',
  'session_end',
  'task_start',
  'task_end',
  'feedback',
  'outcome',
  'retrieval',
  'injection',
]);

/**
 * Reads an event as a program tells it, and makes it fit for a disk. Of a call `sessionId`, `tool` and `ok` or `error`
 * are required, of a mark `type`, `sessionId` and what only it can tell; all else has defaults.
 */
export function readToldEvent(told: unknown, defaults: EventDefaults): ToldEvent {
  try {
    const members = new ToldMembers(told);
    if (members.number('v', 1) !== 1) throw new Refusal(`version ${JSON.stringify(members.raw('v'))} is not known`);
    const type = members.text('type', 'call');
    if (type !== 'call' && !MARKS.has(type)) throw new Refusal(`type ${JSON.stringify(type)} is not known`);
    const sessionId = redactText(members.id('sessionId'));
    const event = { members, sessionId, toldMs: defaults.clock.timeFor(sessionId) };
    const incoming = type === 'call' ? call(event, defaults) : mark(type, event, defaults);
    const lacksInjected = type === 'call' && members.raw('injected') === undefined;
    return { kind: 'taken', incoming: { ...incoming, seenMs: event.toldMs }, lacksInjected };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

interface NamedEvent {
  readonly members: ToldMembers;
  /** Redacted. */
  readonly sessionId: string;
  /** Stands for a time that is not told. */
  readonly toldMs: number;
}

function call({ members, sessionId, toldMs }: NamedEvent, { libraryId, hash }: EventDefaults): IncomingRecord {
  const host = hostOf(members) ?? 'other';
  const durationMs = members.durationMs('durationMs');
  const callId = members.callId('callId');
  const eventId = eventIdOf(members);
  const { verdict, errorText } = verdictOf(members);
  const seen = callRecord({
    eventId: eventId ?? (callId === null ? '' : callEventId(host, sessionId, callId, hash)),
    host,
    sessionId,
    taskId: redactText(members.idOrNull('taskId') ?? sessionId),
    libraryId,
    callId: callId ?? '',
    seq: members.count('seq'),
    tool: redactText(members.id('tool')),
    params: members.json('params', {}),
    output: members.json('output', ''),
    verdict,
    ...(errorText !== undefined && { errorText }),
    startedAt: members.time('startedAt') ?? isoTime(Math.max(0, toldMs - (durationMs ?? 0))),
    durationMs,
    context: contextOf(members.object('context'), host),
    injected: members.texts('injected').map(redactText),
  });
  const record = { ...seen, ...cutBefore(members, seen) };
  if (eventId !== null || callId !== null) return { record, host };
  return { record, host, nameCall: (ordinal) => callEventId(host, sessionId, ordinal, hash) };
}

/** Who runs the agent; null where it is not told. */
function hostOf(members: ToldMembers): string | null {
  const host = members.textOrNull('host');
  return host === null ? null : redactText(host);
}

/** An id that looks like a secret is no longer itself, and yet remains another than all others. */
function eventIdOf(members: ToldMembers): string | null {
  const id = members.idOrNull('eventId');
  return id === null || redactText(id) === id ? id : sha256Hex(id).slice(0, 32);
}

/** An output that another library has cut remains a part. */
function cutBefore(members: ToldMembers, { outputBytes }: CallRecord): Partial<CallRecord> {
  if (members.flagOrNull('outputTruncated') !== true) return {};
  const bytes = Math.max(members.count('outputBytes'), outputBytes ?? 0);
  return { outputTruncated: true, ...(bytes > 0 && { outputBytes: bytes }) };
}

/** `ok`, or `error` in its place: an error is a failure, no error is none. */
function verdictOf(members: ToldMembers): { readonly verdict: CallVerdict; readonly errorText?: string } {
  const ok = members.raw('ok');
  const error = members.raw('error');
  if (ok === undefined && error === undefined) throw new Refusal('ok or error is missing');
  if (ok !== undefined && ok !== null && typeof ok !== 'boolean') throw new Refusal('ok is not true, false or null');
  if (error === undefined || error === null) return { verdict: { ok: ok === undefined ? true : ok } };
  if (ok === true || ok === null) throw new Refusal(`ok is ${ok} and yet there is an error`);
  if (typeof error === 'string') return { verdict: { ok: false }, errorText: error };
  const inner = new ToldMembers(error, 'error');
  const text = inner.textOrNull('message');
  const verdict: CallVerdict =
    inner.textOrNull('class') === 'cancelled' ? { ok: false, errorClass: 'cancelled' } : { ok: false };
  return text === null ? { verdict } : { verdict, errorText: text };
}

function contextOf(members: ToldMembers, host: string): CallContext {
  const parentEventId = members.textOrNull('parentEventId');
  return {
    taskText: members.text('taskText', ''),
    turn: members.count('turn'),
    lastUserText: members.text('lastUserText', ''),
    lastAssistantText: members.text('lastAssistantText', ''),
    ...(parentEventId !== null && { parentEventId: redactText(parentEventId) }),
    agentConfigId: agentConfigOf(members) ?? configOf(host),
  };
}

function agentConfigOf(members: ToldMembers): string | null {
  const id = members.textOrNull('agentConfigId');
  return id === null ? null : redactText(id);
}

let lastHost = { host: '', configId: '' };

/** Of an agent of which nothing but its host is known, which is mostly that of the call before. */
function configOf(host: string): string {
  if (lastHost.host !== host || lastHost.configId === '')
    lastHost = { host, configId: sha256Hex(JSON.stringify({ host })).slice(0, 32) };
  return lastHost.configId;
}

/** Of a task whose host is not told the calls tell it. */
function configOrNone(host: string | null): string {
  return host === null ? '' : configOf(host);
}

function mark(type: string, event: NamedEvent, { newId }: EventDefaults): IncomingRecord {
  const { members, sessionId, toldMs } = event;
  const base = {
    v: 1 as const,
    eventId: eventIdOf(members) ?? newId(),
    sessionId,
    taskId: redactText(members.idOrNull('taskId') ?? sessionId),
    at: members.time('at') ?? isoTime(toldMs),
  };
  const host = hostOf(members);
  return { record: markRecord(markOf(type, base, members, host)), host };
}

type MarkBase = Pick<MarkRecord, 'v' | 'eventId' | 'sessionId' | 'taskId' | 'at'>;

function markOf(type: string, base: MarkBase, members: ToldMembers, host: string | null): MarkRecord {
  switch (type) {
    case 'session_start': {
      const interactive = members.flagOrNull('interactive');
      return { ...base, type, ...(interactive !== null && { interactive }) };
    }
    case 'task_start': {
      const groupKey = members.textOrNull('groupKey');
      const domains = members.texts('domains');
      return {
        ...base,
        type,
        taskText: members.requiredText('taskText'),
        ...(domains.length > 0 && { domains }),
        ...(groupKey !== null && { groupKey }),
        agentConfigId: agentConfigOf(members) ?? configOrNone(host),
      };
    }
    case 'task_end':
      return {
        ...base,
        type,
        finalOutput: members.text('finalOutput', ''),
        status: members.text('status', 'completed'),
      };
    case 'feedback': {
      const text = members.textOrNull('text');
      const kind = members.word('kind', ['accept', 'correct', 'reject']);
      return { ...base, type, kind, ...(text !== null && { text }), source: members.text('source', 'program') };
    }
    case 'outcome':
      return { ...base, type, value: members.share('value'), source: members.text('source', 'program') };
    case 'retrieval':
      return {
        ...base,
        type,
        candidates: members.count('candidates'),
        chosen: members.texts('chosen'),
        withheld: members.texts('withheld'),
        query: members.text('query', ''),
        encoderId: members.text('encoderId', ''),
      };
    case 'injection':
      return {
        ...base,
        type,
        tag: members.text('tag', ''),
        ids: members.texts('ids'),
        contentHash: members.text('contentHash', ''),
      };
    default:
      return { ...base, type: 'session_end' };
  }
}
