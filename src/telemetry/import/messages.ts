import type { PlainJson } from '../../base/exact-json.ts';
import type { CallVerdict } from '../call.ts';
import type { Conversation } from './conversation.ts';
import { contentText, isObject, isoOrNull, listMember, member, textMember } from './json-view.ts';
import { parsePythonLiteral } from './python-literal.ts';

/** Where formats of message lists differ. */
export interface MessageStyle {
  /** Whether a result tells of success. */
  verdict(message: PlainJson, text: string): CallVerdict;
  /** Whether a call is the agent's: the environment has calls of its own in some. Default: all are. */
  isAgents?(call: PlainJson): boolean;
}

/** Whether a value is a message of a chat. */
export function isMessage(value: PlainJson | undefined): boolean {
  return /^(?:system|developer|user|assistant|tool|function)$/.test(textMember(value, 'role') ?? '');
}

/** The first thing that the user says in a list of messages. */
export function firstUserText(messages: readonly PlainJson[]): string {
  const first = messages.find((message) => textMember(message, 'role') === 'user');
  return contentText(member(first, 'content'));
}

/** Reads the messages of a task into a conversation; a call without an id is paired with the next result without one. */
export class MessageReader {
  readonly #session: Conversation;
  readonly #style: MessageStyle;
  readonly #unpaired: (string | number)[] = [];
  /** Ids that came again: the present name of the call, and how often the id was given. */
  readonly #again = new Map<string, { readonly name: string; readonly n: number }>();
  /** Ids of calls that are not the agent's. */
  readonly #foreign = new Set<string>();
  #isFirstUser = true;

  constructor(session: Conversation, style: MessageStyle) {
    this.#session = session;
    this.#style = style;
  }

  take(message: PlainJson): void {
    const role = textMember(message, 'role');
    const text = contentText(member(message, 'content'));
    const at = isoOrNull(member(message, 'timestamp'));
    if (role === 'user') {
      if (!this.#isFirstUser) this.#session.userSaid(text);
      this.#isFirstUser = false;
    }
    if (role === 'assistant') this.#session.said(text, { at, rowId: null }, true);
    if (role === 'assistant' || role === 'user') this.#calls(message, at);
    if (role === 'tool' || role === 'function') this.#result(message, text, at);
  }

  #calls(message: PlainJson, at: string | null): void {
    for (const call of listMember(message, 'tool_calls')) {
      const callId = textMember(call, 'id');
      if (this.#isForeign(message, call)) {
        if (callId !== null) this.#foreign.add(callId);
        continue;
      }
      this.#call(callId, call, at);
    }
    // Before tools there were functions, one a message.
    const legacy = member(message, 'function_call');
    if (isObject(legacy) && textMember(message, 'role') === 'assistant') this.#call(null, { function: legacy }, at);
  }

  #isForeign(message: PlainJson, call: PlainJson): boolean {
    return textMember(message, 'role') !== 'assistant' || this.#style.isAgents?.(call) === false;
  }

  #call(callId: string | null, call: PlainJson, at: string | null): void {
    const described = member(call, 'function');
    const source = isObject(described) ? described : call;
    const tool = (typeof described === 'string' ? described : textMember(source, 'name')) ?? '';
    const name = callId === null ? null : this.#nameOf(callId);
    const known = this.#session.call(
      { callId: name, tool, params: argumentsOf(member(source, 'arguments')), at, rowId: null },
      false,
    );
    if (callId === null) this.#unpaired.push(known);
  }

  /** Some recorded models give one id to several calls. */
  #nameOf(callId: string): string {
    if (!this.#session.knows(callId)) return callId;
    const n = (this.#again.get(callId)?.n ?? 1) + 1;
    const name = `${callId}/${n}`;
    this.#again.set(callId, { name, n });
    return name;
  }

  #result(message: PlainJson, text: string, at: string | null): void {
    const id = textMember(message, 'tool_call_id') ?? textMember(message, 'id');
    if (id !== null && this.#foreign.has(id)) return;
    const requestor = textMember(message, 'requestor');
    if (requestor !== null && requestor !== 'assistant') return;
    const isKnown = textMember(message, 'tool_call_id') !== null || (id !== null && this.#session.knows(id));
    const callId = isKnown && id !== null ? (this.#again.get(id)?.name ?? id) : this.#unpaired.shift();
    if (callId === undefined) return;
    this.#session.result(callId, { output: text, verdict: this.#style.verdict(message, text), at, rowId: null });
  }
}

/** Arguments come as JSON in a text, as a Python literal in a text, or as they are. */
function argumentsOf(value: PlainJson | undefined): PlainJson {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    return parsePythonLiteral(value) ?? value;
  }
}
