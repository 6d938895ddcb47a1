import type { PlainJson } from '../../base/exact-json.ts';
import { namedConfigId } from '../agent-config.ts';
import { judgeCall } from '../call.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource } from './importer.ts';
import {
  betweenMs,
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

const HOST = 'langfuse';
const MAX_HELD = 50_000;

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

/** An observation as far as it is used. */
interface Observation {
  readonly row: JsonObject;
  readonly attributes: JsonObject;
  readonly startedAt: string | null;
}

class LangfuseReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  /** They come in no order. */
  readonly #calls: Observation[] = [];
  #taskText = '';
  #model: string | null = null;
  #agent: string | null = null;

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(row: PlainJson): void {
    if (!isObject(row) || textMember(row, 'type') === null) {
      this.#emit({ kind: 'record', fate: 'unknown' });
      return;
    }
    const metadata = parsedOrText(row.metadata);
    const found = member(metadata, 'attributes');
    const observation = { row, attributes: isObject(found) ? found : {}, startedAt: isoOrNull(row.startTime) };
    const isCall = row.type === 'TOOL' || textMember(observation.attributes, 'gen_ai.tool.name') !== null;
    this.#emit({ kind: 'record', fate: isCall ? 'used' : 'passed' });
    if (isCall && this.#calls.length < MAX_HELD) this.#calls.push(observation);
    else this.#learn(observation);
  }

  end(): void {
    const { head, path } = this.#source;
    const trace = member(head, 'trace');
    const taskId = textMember(trace, 'id') ?? fileName(path);
    const sessionId = textMember(trace, 'sessionId') ?? taskId;
    const config = namedConfigId(HOST, this.#agent, this.#model);
    const session = new Conversation({ host: HOST, sessionId, cwd: null, origin: 'transcript' }, config, this.#emit);
    const text = this.#taskText || inputText(member(trace, 'input'));
    session.newTask(text, { at: isoOrNull(member(trace, 'timestamp')), rowId: null }, { taskId });
    for (const call of this.#calls.toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? -1 : 1))) {
      this.#call(session, call);
    }
    session.stop({ finalOutput: inputText(member(trace, 'output')) || null, at: null });
    session.end();
  }

  /** Model, agent and task show themselves in the other observations. */
  #learn({ row, attributes }: Observation): void {
    this.#model ??= textMember(row, 'model') ?? textMember(attributes, 'gen_ai.request.model');
    if (row.type === 'AGENT') this.#agent ??= textMember(attributes, 'gen_ai.agent.name') ?? textMember(row, 'name');
    if (row.type === 'GENERATION' && this.#taskText === '') this.#taskText = inputText(row.input);
  }

  #call(session: Conversation, { row, attributes, startedAt }: Observation): void {
    const tool =
      textMember(attributes, 'gen_ai.tool.name') ??
      textMember(attributes, 'tool.name') ??
      textMember(row, 'name') ??
      '';
    const callId = textMember(attributes, 'gen_ai.tool.call.id') ?? textMember(row, 'id');
    const known = session.call({ callId, tool, params: parsedOrText(row.input), at: startedAt, rowId: null }, true);
    const isError = textMember(row, 'level') === 'ERROR';
    const output = row.output ?? null;
    session.result(known, {
      output: output ?? (isError ? textMember(row, 'statusMessage') : null) ?? '',
      verdict: judgeCall({ returned: true, isError }),
      durationMs: betweenMs(startedAt, isoOrNull(row.endTime)),
      at: isoOrNull(row.endTime),
      rowId: null,
    });
  }
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
