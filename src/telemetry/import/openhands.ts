import type { PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { type CallVerdict, judgeCall } from '../call.ts';
import { lastProgram } from '../tool-name.ts';
import { Conversation } from './conversation.ts';
import type { Finding, FormatReader, Importer, RecordFate } from './importer.ts';
import { isList, isObject, isoOrNull, type JsonObject, member, numberMember, textMember } from './json-view.ts';
import { KeySet } from './key-set.ts';
import type { Place } from './seen.ts';

const HOST = 'openhands';
/** Actions that do nothing outside of the conversation. */
const NO_CALLS: ReadonlySet<string> = new Set([
  ...['message', 'finish', 'system', 'recall', 'condensation', 'condensation_request', 'change_agent_state'],
  ...['reject', 'null', 'agent_state_changed'],
]);

/** Event lists of OpenHands: one run a file. */
export const openHandsImporter: Importer = {
  format: 'openhands',
  name: 'openhands',
  layout: { kind: 'document', parts: null, claims: (outline) => isList(outline) && outline.some(isEvent) },
  open: (_source, emit) => new OpenHandsReader(emit),
};

function isEvent(value: PlainJson): value is JsonObject {
  if (!isObject(value) || textMember(value, 'source') === null || value.id === undefined) return false;
  return textMember(value, 'action') !== null || textMember(value, 'observation') !== null;
}

class OpenHandsReader implements FormatReader {
  readonly #emit: (finding: Finding) => void;
  #session: Conversation | null = null;
  /** Ids of actions that are no calls. */
  readonly #ignored = new KeySet();

  constructor(emit: (finding: Finding) => void) {
    this.#emit = emit;
  }

  take(event: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(event) });
  }

  end(): void {
    this.#session?.end();
  }

  #read(event: PlainJson): RecordFate {
    if (!isEvent(event)) return 'unknown';
    this.#session ??= this.#open(event);
    const action = textMember(event, 'action');
    return action === null ? this.#observation(this.#session, event) : this.#action(this.#session, event, action);
  }

  #action(session: Conversation, event: JsonObject, action: string): RecordFate {
    const place = placeOf(event);
    const text = textMember(event.args, 'content') ?? textMember(event, 'message') ?? '';
    const model = textMember(member(event.tool_call_metadata, 'model_response'), 'model');
    if (model !== null) session.learn({ model });
    if (NO_CALLS.has(action) || textMember(event, 'source') !== 'agent') this.#ignored.add(callIdOf(event.id));
    if (textMember(event, 'source') === 'user') {
      if (action !== 'message') return 'passed';
      session.prompt({ text, ...place });
      return 'used';
    }
    if (textMember(event, 'source') !== 'agent') return 'passed';
    if (NO_CALLS.has(action)) return this.#words(session, event, action, place);
    const thought = textMember(event.args, 'thought');
    if (thought !== null) session.said(thought, place, true);
    const tool = textMember(event.tool_call_metadata, 'function_name') ?? action;
    session.call({ callId: callIdOf(event.id), tool, params: paramsOf(event.args), ...place }, thought === null);
    return 'used';
  }

  #words(session: Conversation, event: JsonObject, action: string, place: Place): RecordFate {
    if (action !== 'message' && action !== 'finish' && action !== 'reject') return 'passed';
    const text = textMember(event.args, action === 'message' ? 'content' : 'thought') ?? textMember(event, 'message');
    session.said(text ?? '', place, true);
    if (action !== 'message') session.paused();
    return 'used';
  }

  #observation(session: Conversation, event: JsonObject): RecordFate {
    const { cause } = event;
    if (typeof cause !== 'number' && typeof cause !== 'string') return 'passed';
    const callId = callIdOf(cause);
    if (this.#ignored.has(callId) || NO_CALLS.has(textMember(event, 'observation') ?? '')) return 'passed';
    const params = session.openCall(callId)?.params ?? null;
    const output = textMember(event, 'content') ?? textMember(event, 'message') ?? '';
    session.result(callId, { output, verdict: verdictOf(event, params), ...placeOf(event) });
    return 'used';
  }

  /** Only the first event tells one list from another. */
  #open(first: JsonObject): Conversation {
    const sessionId = sha256Hex(JSON.stringify(first)).slice(0, 32);
    return new Conversation(
      { host: HOST, sessionId, cwd: null, origin: 'transcript' },
      { host: HOST, version: null, model: null, permissionMode: null },
      this.#emit,
    );
  }
}

function placeOf(event: JsonObject): Place {
  return { at: isoOrNull(event.timestamp), rowId: null };
}

function callIdOf(id: PlainJson | undefined): string {
  return String(id);
}

function paramsOf(args: PlainJson | undefined): PlainJson {
  if (!isObject(args)) return args ?? null;
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== 'thought'));
}

function verdictOf(event: JsonObject, params: PlainJson): CallVerdict {
  if (textMember(event, 'observation') === 'error') return judgeCall({ isError: true });
  if (textMember(event, 'observation') === 'user_rejected') return judgeCall({ cancelled: true });
  const { extras } = event;
  const exitCode = numberMember(extras, 'exit_code') ?? numberMember(member(extras, 'metadata'), 'exit_code');
  if (exitCode === null) return judgeCall({ returned: true });
  const command = textMember(params, 'command');
  const program = command === null ? undefined : lastProgram(command);
  return judgeCall({ exitCode, ...(program === undefined ? {} : { program }) });
}
