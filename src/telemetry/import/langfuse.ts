import type { PlainJson } from '../../base/exact-json.ts';
import { namedConfigId } from '../agent-config.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource } from './importer.ts';
import {
  contentText,
  isList,
  isObject,
  isoOrNull,
  type JsonObject,
  listMember,
  member,
  parsedOrText,
  textMember,
} from './json-view.ts';
import { firstUserText } from './messages.ts';
import { compareTimes, ToldText } from './told-text.ts';
import { type FinishedCall, MAX_WAITING, WaitingCalls } from './waiting-calls.ts';

const HOST = 'langfuse';

/** Traces exported from Langfuse: `{"trace":{…},"observations":[…]}`. */
export const langfuseImporter: Importer = {
  format: 'langfuse',
  name: 'langfuse',
  layout: {
    kind: 'document',
    parts: 'observations',
    claims: (outline) => isObject(member(outline, 'trace')) && isList(member(outline, 'observations')),
  },
  open: (source, emit) => new LangfuseReader(source, emit),
};

class LangfuseReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  /** They come in no order. */
  readonly #calls = new WaitingCalls();
  readonly #taskText = new ToldText('earliest');
  readonly #model = new ToldText('earliest');
  readonly #agent = new ToldText('earliest');
  #endedAt: string | null = null;
  #session: Conversation | null = null;

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(row: PlainJson): void {
    if (!isObject(row) || textMember(row, 'type') === null) {
      this.#emit({ kind: 'record', fate: 'unknown' });
      return;
    }
    const ended = isoOrNull(row.endTime) ?? isoOrNull(row.startTime);
    if (compareTimes(this.#endedAt, ended) < 0) this.#endedAt = ended;
    const found = member(parsedOrText(row.metadata), 'attributes');
    const attributes = isObject(found) ? found : {};
    const isCall = row.type === 'TOOL' || textMember(attributes, 'gen_ai.tool.name') !== null;
    this.#emit({ kind: 'record', fate: isCall ? 'used' : 'passed' });
    if (!isCall) {
      this.#learn(row, attributes);
      return;
    }
    this.#calls.add(callOf(row, attributes));
    if (this.#calls.count >= MAX_WAITING) this.#calls.tell(this.#conversation);
  }

  end(): void {
    // A document of another kind has neither.
    if (this.#endedAt === null && !isObject(member(this.#source.head, 'trace'))) return;
    this.#calls.tell(this.#conversation);
    const finalOutput = inputText(member(member(this.#source.head, 'trace'), 'output')) || null;
    this.#conversation.stop({ finalOutput, at: this.#endedAt });
    this.#conversation.end();
  }

  /** Model, agent and task show themselves in the other observations. */
  #learn(row: JsonObject, attributes: JsonObject): void {
    const at = isoOrNull(row.startTime);
    this.#model.learn(textMember(row, 'model') ?? textMember(attributes, 'gen_ai.request.model'), at);
    if (row.type === 'AGENT') {
      this.#agent.learn(textMember(attributes, 'gen_ai.agent.name') ?? textMember(row, 'name'), at);
    }
    if (row.type === 'GENERATION') this.#taskText.learn(inputText(row.input), at);
  }

  get #conversation(): Conversation {
    if (this.#session !== null) return this.#session;
    const { head, path } = this.#source;
    const trace = member(head, 'trace');
    const taskId = textMember(trace, 'id') ?? fileName(path);
    const sessionId = textMember(trace, 'sessionId') ?? taskId;
    const config = namedConfigId(HOST, this.#agent.text, this.#model.text);
    const session = new Conversation({ host: HOST, sessionId, cwd: null, origin: 'transcript' }, config, this.#emit);
    const text = this.#taskText.text ?? inputText(member(trace, 'input'));
    session.newTask(text, { at: isoOrNull(member(trace, 'timestamp')), rowId: null }, { taskId });
    this.#session = session;
    return session;
  }
}

function callOf(row: JsonObject, attributes: JsonObject): FinishedCall {
  const named = textMember(attributes, 'gen_ai.tool.name') ?? textMember(attributes, 'tool.name');
  const isError = textMember(row, 'level') === 'ERROR';
  return {
    callId: textMember(attributes, 'gen_ai.tool.call.id') ?? textMember(row, 'id'),
    tool: named ?? textMember(row, 'name') ?? '',
    params: parsedOrText(row.input),
    output: row.output ?? (isError ? textMember(row, 'statusMessage') : null) ?? '',
    isError,
    startedAt: isoOrNull(row.startTime),
    endedAt: isoOrNull(row.endTime),
  };
}

/** What a user said in an input, which may be messages, one message or a text, each perhaps as JSON in a text. */
function inputText(input: PlainJson | undefined): string {
  const value = parsedOrText(input);
  if (typeof value === 'string') return value;
  if (isList(value)) return firstUserText(value);
  const messages = listMember(value, 'messages');
  if (messages.length > 0) return firstUserText(messages);
  return contentText(member(value, 'content') ?? member(member(value, 'new_message'), 'parts'));
}
