import type { PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { namedConfigId } from '../agent-config.ts';
import { judgeCall } from '../call.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, ImportedSession, Importer, ImportSource } from './importer.ts';
import { isList, isObject, listMember, member, textMember } from './json-view.ts';
import { firstUserText, isMessage, MessageReader, type MessageStyle } from './messages.ts';

const HOST = 'chat';
const NOWHERE = { at: null, rowId: null } as const;
const MAX_OPENING = 100;
/** No field tells how a call ended, and only a failure is worded in a way that all agree on. */
const STYLE: MessageStyle = {
  verdict: (_message, text) => judgeCall(text.startsWith('Error') ? { isError: true } : {}),
};

/** OpenAI chat messages, a list a line: `{"messages":[…]}`. */
export const chatLinesImporter: Importer = {
  format: 'chat',
  name: 'chat-lines',
  layout: { kind: 'lines', claims: isMessagesObject },
  open: (source, emit) => new ChatLinesReader(source, emit),
};

/** OpenAI chat messages in one document: an array of messages, or of lists of messages. */
export const chatImporter: Importer = {
  format: 'chat',
  name: 'chat',
  layout: {
    kind: 'document',
    parts: null,
    claims: (outline) => isList(outline) && outline.some((item) => isMessage(item) || isMessageList(item)),
  },
  open: (source, emit) => new ChatReader(source, emit),
};

/** OpenAI chat messages in one object: `{"messages":[…]}` over several lines. */
export const chatObjectImporter: Importer = {
  format: 'chat',
  name: 'chat-object',
  layout: { kind: 'document', parts: 'messages', claims: isMessagesObject },
  open: (source, emit) => new ChatReader(source, emit),
};

function isMessagesObject(value: PlainJson): boolean {
  return isMessageList(member(value, 'messages')) && !isObject(member(value, 'eval'));
}

function isMessageList(value: PlainJson | undefined): boolean {
  return isList(value) && value.some(isMessage);
}

class ChatLinesReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  readonly #ids = new Map<string, number>();

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(line: PlainJson): void {
    const messages = isList(line) ? line : listMember(line, 'messages');
    const isKnown = messages.some(isMessage);
    this.#emit({ kind: 'record', fate: isKnown ? 'used' : 'unknown' });
    if (!isKnown) return;
    const own = textMember(line, 'id') ?? textMember(line, 'session_id') ?? textMember(line, 'conversation_id');
    // A line never grows, so that what it holds names it, wherever the file lies.
    const id = own ?? sha256Hex(JSON.stringify(messages)).slice(0, 32);
    const n = (this.#ids.get(id) ?? 0) + 1;
    this.#ids.set(id, n);
    const model = textMember(line, 'model');
    const list = openList(n === 1 ? id : `${id}-${n}`, messages, model, this.#source, this.#emit);
    for (const message of messages) list.reader.take(message);
    list.session.end();
  }

  end(): void {}
}

class ChatReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  /** Of the one list that the document is: what comes before the first word of the user, which names it. */
  #opening: PlainJson[] | null = [];
  #list: OpenList | null = null;
  #lists = 0;

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(part: PlainJson): void {
    if (!isList(part) && isMessage(part)) this.#message(part);
    else this.#wholeList(part);
  }

  end(): void {
    if (this.#list === null && this.#opening !== null && this.#opening.length > 0) this.#unopened(this.#opening);
    this.#list?.session.end();
  }

  #wholeList(part: PlainJson): void {
    const isKnown = isList(part) && part.some(isMessage);
    this.#emit({ kind: 'record', fate: isKnown ? 'used' : 'unknown' });
    if (!isKnown) return;
    const list = this.#open(part);
    for (const message of part) list.reader.take(message);
    list.session.end();
  }

  #message(message: PlainJson): void {
    if (this.#opening === null) {
      this.#list?.reader.take(message);
      return;
    }
    this.#opening.push(message);
    if (textMember(message, 'role') === 'user' || this.#opening.length > MAX_OPENING) this.#flush(this.#opening);
  }

  /** The user has not spoken yet, so that the list has no name and waits for the next import. */
  #unopened(opening: readonly PlainJson[]): void {
    if (opening.some((message) => textMember(message, 'role') === 'assistant')) {
      this.#flush(opening);
      return;
    }
    this.#emit({ kind: 'record', fate: 'used' });
    this.#emit({ kind: 'trajectory' });
    this.#emit({ kind: 'session', session: sessionOf(sha256Hex(this.#source.path).slice(0, 32)) });
  }

  #flush(opening: readonly PlainJson[]): void {
    this.#opening = null;
    this.#emit({ kind: 'record', fate: 'used' });
    this.#list = this.#open(opening);
    for (const message of opening) this.#list.reader.take(message);
  }

  /** A list may grow until the next import, so that only where it lies and how it begins name it. */
  #open(messages: readonly PlainJson[]): OpenList {
    const place = `${this.#source.path}\n${this.#lists}\n${firstUserText(messages)}`;
    this.#lists += 1;
    const { head } = this.#source;
    const id = textMember(head, 'id') ?? sha256Hex(place).slice(0, 32);
    return openList(id, messages, textMember(head, 'model'), this.#source, this.#emit);
  }
}

interface OpenList {
  readonly session: Conversation;
  readonly reader: MessageReader;
}

function openList(
  sessionId: string,
  messages: readonly PlainJson[],
  model: string | null,
  source: ImportSource,
  emit: (finding: Finding) => void,
): OpenList {
  const config = namedConfigId(HOST, model ?? fileName(source.path));
  const session = new Conversation(sessionOf(sessionId), config, emit);
  session.newTask(firstUserText(messages), NOWHERE, { taskId: sessionId });
  return { session, reader: new MessageReader(session, STYLE) };
}

function sessionOf(sessionId: string): ImportedSession {
  return { host: HOST, sessionId, cwd: null, origin: 'transcript' };
}
