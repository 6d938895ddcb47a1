import type { PlainJson } from '../../base/exact-json.ts';
import { type CallVerdict, judgeCall } from '../call.ts';
import { lastProgram, shellCommandOf } from '../tool-name.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource, RecordFate } from './importer.ts';
import {
  contentText,
  isList,
  isObject,
  isoOrNull,
  type JsonObject,
  listMember,
  member,
  textMember,
} from './json-view.ts';
import type { Place } from './seen.ts';

const HOST = 'gemini';
const MESSAGE_TYPES: ReadonlySet<string> = new Set(['user', 'gemini', 'info', 'error', 'warning']);
const SHELL = 'run_shell_command';

/** Sessions of the Gemini CLI, one document each. */
export const geminiImporter: Importer = {
  format: 'gemini',
  name: 'gemini',
  layout: {
    kind: 'document',
    parts: 'messages',
    claims: (outline) =>
      textMember(outline, 'sessionId') !== null && listMember(outline, 'messages').some(isGeminiMessage),
  },
  open: (source, emit) => new GeminiReader(source, source.head, emit),
};

/** Sessions of newer versions: a head, then a message a line. */
export const geminiLinesImporter: Importer = {
  format: 'gemini',
  name: 'gemini-lines',
  layout: {
    kind: 'lines',
    claims: (line) => isGeminiMessage(line) || isHead(line),
  },
  open: (source, emit) => new GeminiReader(source, null, emit),
};

function isGeminiMessage(value: PlainJson | undefined): boolean {
  const type = textMember(value, 'type');
  if (type === null || !MESSAGE_TYPES.has(type) || textMember(value, 'timestamp') === null) return false;
  return member(value, 'content') !== undefined && member(value, 'sessionId') === undefined;
}

function isHead(value: PlainJson): boolean {
  return textMember(value, 'sessionId') !== null && textMember(value, 'projectHash') !== null;
}

class GeminiReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  #head: JsonObject | null;
  #session: Conversation | null = null;

  constructor(source: ImportSource, head: JsonObject | null, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#head = head;
    this.#emit = emit;
  }

  take(message: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(message) });
  }

  end(): void {
    this.#session?.end();
  }

  #read(message: PlainJson): RecordFate {
    if (isObject(message) && this.#head === null && isHead(message)) {
      this.#head = message;
      return 'passed';
    }
    const type = textMember(message, 'type');
    if (!isObject(message) || type === null || !MESSAGE_TYPES.has(type) || message.sessionId !== undefined)
      return 'unknown';
    const place = { at: isoOrNull(message.timestamp), rowId: textMember(message, 'id') };
    if (type === 'user') this.#conversation.prompt({ text: contentText(message.content), ...place });
    else if (type === 'gemini') this.#answer(this.#conversation, message, place);
    else return 'passed';
    return 'used';
  }

  #answer(session: Conversation, message: JsonObject, place: Place): void {
    session.learn({ model: textMember(message, 'model') });
    const text = contentText(message.content);
    session.said(text, place, true);
    const calls = listMember(message, 'toolCalls');
    for (const call of calls) this.#call(session, call, place, text === '');
    if (calls.length === 0) session.paused();
  }

  #call(session: Conversation, call: PlainJson, place: Place, isNewTurn: boolean): void {
    const tool = textMember(call, 'name') ?? '';
    const params = member(call, 'args') ?? null;
    const known = session.call({ callId: textMember(call, 'id'), tool, params, ...place }, isNewTurn);
    const output = outputOf(call);
    // Its time is that of its end.
    const ended = { at: isoOrNull(member(call, 'timestamp')), rowId: null };
    session.result(known, { output, verdict: verdictOf(call, tool, params, output), ...ended });
  }

  get #conversation(): Conversation {
    if (this.#session !== null) return this.#session;
    const sessionId = textMember(this.#head ?? {}, 'sessionId') ?? fileName(this.#source.path);
    this.#session = new Conversation(
      { host: HOST, sessionId, cwd: null, origin: 'transcript' },
      { host: HOST, version: null, model: null, permissionMode: null },
      this.#emit,
    );
    return this.#session;
  }
}

/** What the model was given: the answers of the function, else what the user was shown. */
function outputOf(call: PlainJson): string {
  const answers = listMember(call, 'result').map((part) => {
    const response = member(member(part, 'functionResponse'), 'response');
    return (
      textMember(response, 'output') ??
      textMember(response, 'error') ??
      (response === undefined ? '' : JSON.stringify(response))
    );
  });
  const text = answers.filter(Boolean).join('\n');
  if (text !== '') return text;
  const shown = member(call, 'resultDisplay');
  return typeof shown === 'string' ? shown : isList(shown) || isObject(shown) ? JSON.stringify(shown) : '';
}

function verdictOf(call: PlainJson, tool: string, params: PlainJson, output: string): CallVerdict {
  const status = textMember(call, 'status');
  if (status === 'cancelled') return judgeCall({ cancelled: true });
  if (status === 'error') return judgeCall({ isError: true });
  const exit = tool === SHELL ? /^Exit Code: (-?\d+)\s*$/m.exec(output)?.[1] : undefined;
  if (exit !== undefined) {
    const command = shellCommandOf(params);
    const program = command === undefined ? undefined : lastProgram(command);
    return judgeCall({ exitCode: Number(exit), ...(program === undefined ? {} : { program }) });
  }
  return judgeCall(status === 'success' ? { returned: true } : {});
}
