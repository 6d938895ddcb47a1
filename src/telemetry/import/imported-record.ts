import { sha256Hex, type TextHash } from '../../base/sha256.ts';
import { utf8Start } from '../../base/utf8.ts';
import { callEventId, callRecord } from '../call.ts';
import type { CallContext, MarkRecord } from '../event.ts';
import { redactText } from '../redact.ts';
import { storedParams } from './bounded.ts';
import type {
  Finding,
  FoundBase,
  FoundCall,
  FoundFeedback,
  FoundOutcome,
  FoundTask,
  FoundTaskEnd,
  ImportedRecord,
  ImportedSession,
} from './importer.ts';

const MAX_TEXT_BYTES = 16_384;
const MAX_OUTPUT_BYTES = 8192;
const MAX_CONTEXT = 2000;
const MAX_REMEMBERED = 64;

/** Turns what readers find into records fit for a disk: redacted, cut, named so that a second import gives the same names. */
export class RecordMaker {
  readonly #libraryId: string;
  readonly #hash: TextHash;
  /** The same texts stand in the contexts of many calls. */
  readonly #redacted = new Map<string, string>();

  constructor(libraryId: string, hash: TextHash = sha256Hex) {
    this.#libraryId = libraryId;
    this.#hash = hash;
  }

  /** The record of a finding; undefined for what is only counted. */
  record(host: string, finding: Finding): ImportedRecord | undefined {
    switch (finding.kind) {
      case 'call':
        return finding.call.isNamed ? this.#call(host, finding.call) : undefined;
      case 'task':
        return taskStart(this.#named(host, finding.task, 'task_start'), finding.task);
      case 'task-end':
        return taskEnd(this.#named(host, finding.end, 'task_end'), finding.end);
      case 'feedback':
        return this.#feedback(host, finding.feedback);
      case 'outcome':
        return outcome(this.#named(host, finding.outcome, 'outcome'), finding.outcome);
      default:
        return undefined;
    }
  }

  #call(host: string, call: FoundCall): ImportedRecord {
    const sessionId = redactText(call.sessionId);
    const record = callRecord({
      eventId: callEventId(host, sessionId, call.callId, this.#hash),
      host,
      sessionId,
      taskId: redactText(call.taskId),
      libraryId: this.#libraryId,
      callId: call.callId,
      seq: call.seq,
      tool: redactText(call.tool),
      params: call.params,
      output: call.output,
      verdict: call.verdict,
      startedAt: call.at,
      durationMs: call.durationMs,
      context: this.#context(call.context),
    });
    const { outputBytes, rowId } = call;
    const cut = outputBytes === null ? {} : { outputTruncated: true, outputBytes };
    return { record: { ...record, params: storedParams(record.params), ...cut }, rowId };
  }

  #feedback(host: string, found: FoundFeedback): ImportedRecord {
    const text = stored(found.text, MAX_TEXT_BYTES);
    const { verdict: kind, source } = found;
    // A task begins and ends once; it may be corrected more often.
    const base = this.#named(host, found, `feedback\n${found.at ?? ''}\n${text}`);
    return { record: { ...base, type: 'feedback', kind, text, source }, rowId: found.rowId };
  }

  /** What all marks have; `name` tells those of one task apart. */
  #named(host: string, place: FoundBase, name: string): MarkBase {
    const { sessionId, taskId, taskAt, at } = place;
    const eventId = stableUuid(taskAt, this.#hash(`${host}\n${sessionId}\n${taskId}\n${name}`));
    return { v: 1, eventId, sessionId: redactText(sessionId), taskId: redactText(taskId), at };
  }

  #context(context: CallContext): CallContext {
    return {
      ...context,
      taskText: this.#contextText(context.taskText),
      lastUserText: this.#contextText(context.lastUserText),
      lastAssistantText: this.#contextText(context.lastAssistantText),
    };
  }

  #contextText(text: string): string {
    const known = this.#redacted.get(text);
    if (known !== undefined) return known;
    // Redacted before it is cut, with enough behind the cut to know a secret by.
    const redacted = redactText(text).slice(0, MAX_CONTEXT);
    const [oldest] = this.#redacted.keys();
    if (this.#redacted.size >= MAX_REMEMBERED && oldest !== undefined) this.#redacted.delete(oldest);
    this.#redacted.set(text, redacted);
    return redacted;
  }
}

/** A session as it may be stored: its names may hold what is private. */
export function redactedSession(session: ImportedSession): ImportedSession {
  return {
    ...session,
    sessionId: redactText(session.sessionId),
    cwd: session.cwd === null ? null : redactText(session.cwd),
    ...(session.formerId !== undefined && { formerId: redactText(session.formerId) }),
  };
}

type MarkBase = Pick<MarkRecord, 'v' | 'eventId' | 'sessionId' | 'taskId' | 'at'>;

function taskStart(base: MarkBase, task: FoundTask): ImportedRecord {
  const group = task.groupKey === null ? {} : { groupKey: redactText(task.groupKey) };
  const taskText = stored(task.taskText, MAX_TEXT_BYTES);
  const { agentConfigId, rowId } = task;
  return { record: { ...base, type: 'task_start', taskText, ...group, agentConfigId }, rowId };
}

function taskEnd(base: MarkBase, end: FoundTaskEnd): ImportedRecord {
  const finalOutput = stored(end.finalOutput, MAX_OUTPUT_BYTES);
  const status = redactText(end.status);
  return { record: { ...base, type: 'task_end', finalOutput, status }, rowId: end.rowId };
}

function outcome(base: MarkBase, { value, source, rowId }: FoundOutcome): ImportedRecord {
  return { record: { ...base, type: 'outcome', value, source: redactText(source) }, rowId };
}

function stored(text: string, maxBytes: number): string {
  return utf8Start(redactText(text), maxBytes);
}

/** UUIDv7 whose random bits are those of a hash in hex: it sorts by time, and the same name always has the same. */
function stableUuid(at: string | null, hash: string): string {
  const millis = at === null ? 0 : Date.parse(at);
  const time = Math.max(0, millis).toString(16).padStart(12, '0').slice(-12);
  const variant = (0x8 | (Number.parseInt(hash.charAt(3), 16) & 0x3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}
