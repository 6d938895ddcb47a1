import type { PlainJson } from '../base/exact-json.ts';
import { sha256Hex, type TextHash } from '../base/sha256.ts';
import type { CallContext, CallError, CallRecord } from './event.ts';
import { errorSignature, signatureOf } from './fingerprint.ts';
import { redactJson, redactText } from './redact.ts';
import { touchesSecretFile, unstoredOutput } from './secret-file.ts';
import { toolNames } from './tool-name.ts';

/** What is known of how a call ended; what is absent is unknown. */
export interface CallOutcome {
  readonly returned?: boolean;
  readonly threw?: boolean;
  readonly timedOut?: boolean;
  readonly transportError?: boolean;
  /** The result is flagged as an error. */
  readonly isError?: boolean;
  /** The output fits its declared schema. */
  readonly schemaValid?: boolean;
  readonly exitCode?: number;
  /** Program whose exit code it is: the last command of the line. */
  readonly program?: string;
  /** Stopped, refused by the user, or given up because a sibling failed. */
  readonly cancelled?: boolean;
}

/** `ok` null: cannot be judged. */
export type CallVerdict = { readonly ok: true | null } | { readonly ok: false; readonly errorClass?: 'cancelled' };

/** For these exit code 1 says "no match" or "differs". */
const ANSWERS_BY_EXIT_CODE: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'diff', 'cmp', 'test', '[']);

/** Whether a call succeeded: it returned, reported no error, and its output was well formed where a schema is known. */
export function judgeCall(outcome: CallOutcome): CallVerdict {
  if (outcome.cancelled === true) return { ok: false, errorClass: 'cancelled' };
  if (outcome.threw === true || outcome.timedOut === true || outcome.transportError === true) return { ok: false };
  if (outcome.isError === true || outcome.schemaValid === false || outcome.returned === false) return { ok: false };
  if (outcome.exitCode !== undefined) return { ok: isGoodExit(outcome.exitCode, outcome.program ?? '') };
  const isKnown = outcome.returned === true || outcome.isError === false || outcome.schemaValid === true;
  return { ok: isKnown ? true : null };
}

function isGoodExit(exitCode: number, program: string): boolean {
  const name = program.replace(/^shell:/, '').replace(/^.*[\\/]/, '');
  return exitCode === 0 || (exitCode === 1 && ANSWERS_BY_EXIT_CODE.has(name));
}

/** A finished call as it was seen: nothing redacted or cut yet. */
export interface SeenCall {
  readonly host: string;
  readonly sessionId: string;
  readonly taskId: string;
  readonly libraryId: string;
  /** Where it is made already; absent: it is made of the next. */
  readonly eventId?: string;
  /** The host's id of the call, or its ordinal in the session. */
  readonly callId: string | number;
  readonly seq: number;
  readonly tool: string;
  readonly params: PlainJson;
  readonly output: PlainJson;
  readonly verdict: CallVerdict;
  /** What a failure is known by; absent: its output. */
  readonly errorText?: string;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  readonly context: CallContext;
  readonly injected?: readonly string[];
}

const MAX_OUTPUT_BYTES = 8192;
const MAX_CONTEXT_CHARACTERS = 500;

/** Id of the event of a call, the same by whatever way it arrives: 32 hex. */
export function callEventId(
  host: string,
  sessionId: string,
  callId: string | number,
  hash: TextHash = sha256Hex,
): string {
  return hash(`${host}\n${sessionId}\n${callId}`).slice(0, 32);
}

/** The record of a call, fit for a disk: redacted, its output at most `maxOutputBytes` of UTF-8 and its context texts 500 characters. */
export function callRecord(told: SeenCall, maxOutputBytes: number = MAX_OUTPUT_BYTES): CallRecord {
  const seen = touchesSecretFile(told.params) ? withoutOutput(told) : told;
  const params = redactJson(seen.params);
  const output = redactJson(seen.output);
  return {
    v: 1,
    type: 'call',
    eventId: seen.eventId ?? callEventId(seen.host, seen.sessionId, seen.callId),
    sessionId: seen.sessionId,
    taskId: seen.taskId,
    libraryId: seen.libraryId,
    seq: seen.seq,
    tool: seen.tool,
    params,
    ...cutOutput(output, maxOutputBytes),
    ok: seen.verdict.ok,
    error: seen.verdict.ok === false ? callError(seen, params, output) : null,
    startedAt: seen.startedAt,
    durationMs: seen.durationMs,
    context: cutContext(seen.context),
    injected: seen.injected ?? [],
  };
}

function withoutOutput(seen: SeenCall): SeenCall {
  const { errorText: _, ...rest } = seen;
  return { ...rest, output: unstoredOutput(seen.output) };
}

function callError(seen: SeenCall, params: PlainJson, output: PlainJson): CallError {
  const tool = toolNames(seen.tool, params).at(-1) ?? seen.tool;
  const text = seen.errorText === undefined ? textOf(output) : redactText(seen.errorText);
  const found = errorSignature(tool, text);
  const message = cutCharacters(found.line, MAX_CONTEXT_CHARACTERS);
  if (seen.verdict.ok !== false || seen.verdict.errorClass === undefined) {
    return { class: found.class, message, signature: found.signature };
  }
  const { errorClass } = seen.verdict;
  return { class: errorClass, message, signature: signatureOf(tool, errorClass, found.text) };
}

function cutOutput(
  output: PlainJson,
  maxBytes: number,
): Pick<CallRecord, 'output' | 'outputTruncated' | 'outputBytes'> {
  const text = textOf(output);
  // No character takes more than three bytes for each of its units.
  if (3 * text.length <= maxBytes) return { output };
  const bytes = new TextEncoder().encode(text);
  if (bytes.byteLength <= maxBytes) return { output };
  const cut = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, wholeCharacters(bytes, maxBytes)));
  return { output: cut, outputTruncated: true, outputBytes: bytes.byteLength };
}

/** The largest length of at most `limit` that does not split a character. */
function wholeCharacters(bytes: Uint8Array, limit: number): number {
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

function cutContext(context: CallContext): CallContext {
  return {
    ...context,
    taskText: cutText(context.taskText),
    lastUserText: cutText(context.lastUserText),
    lastAssistantText: cutText(context.lastAssistantText),
  };
}

/** Redacted before it is cut: half a secret has no form to know it by. */
function cutText(text: string): string {
  return cutCharacters(redactText(text), MAX_CONTEXT_CHARACTERS);
}

function cutCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return Array.from(text.slice(0, 2 * limit))
    .slice(0, limit)
    .join('');
}

function textOf(value: PlainJson): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
