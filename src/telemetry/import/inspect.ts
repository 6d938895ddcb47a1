import type { PlainJson } from '../../base/exact-json.ts';
import { namedConfigId } from '../agent-config.ts';
import { judgeCall } from '../call.ts';
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
import { firstUserText, MessageReader, type MessageStyle } from './messages.ts';

const HOST = 'inspect';
/** Scores that are letters: correct, partial, incorrect, no answer. */
const LETTERS: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

/** Evaluation logs of Inspect. */
export const inspectImporter: Importer = {
  format: 'inspect',
  name: 'inspect',
  layout: {
    kind: 'document',
    parts: 'samples',
    claims: (outline) =>
      isObject(member(outline, 'eval')) &&
      listMember(outline, 'samples').some((one) => isList(member(one, 'messages'))),
  },
  open: (source, emit) => new InspectReader(source, emit),
};

class InspectReader implements FormatReader {
  readonly #emit: (finding: Finding) => void;
  readonly #run: string;
  readonly #task: string;
  readonly #config: string;

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#emit = emit;
    const run = member(source.head, 'eval');
    this.#run = textMember(run, 'eval_id') ?? textMember(run, 'run_id') ?? fileName(source.path);
    this.#task = textMember(run, 'task') ?? fileName(source.path);
    const solvers = listMember(member(source.head, 'plan'), 'steps').map((step) => textMember(step, 'solver') ?? '');
    this.#config = namedConfigId(HOST, textMember(run, 'model'), ...solvers);
  }

  take(sample: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(sample) });
  }

  end(): void {}

  #read(sample: PlainJson): RecordFate {
    if (!isObject(sample) || !isList(sample.messages)) return 'unknown';
    const sessionId = `${this.#run}/${String(sample.id)}/${String(sample.epoch ?? 1)}`;
    const session = new Conversation(
      { host: HOST, sessionId, cwd: null, origin: 'transcript' },
      this.#config,
      this.#emit,
    );
    const times = listMember(sample, 'events').map((event) => isoOrNull(member(event, 'timestamp')));
    const groupKey = `${HOST}/${this.#task}/${String(sample.id)}`;
    const attached = attachmentsOf(sample);
    const messages = sample.messages.map((message) => withAttachments(message, attached));
    const text = firstUserText(messages) || contentText(sample.input);
    session.newTask(text, { at: times.at(0) ?? null, rowId: null }, { taskId: sessionId, groupKey });
    const reader = new MessageReader(session, STYLE);
    for (const message of messages) reader.take(message);
    const at = times.at(-1) ?? null;
    const score = Object.values(isObject(sample.scores) ? sample.scores : {})
      .map(scoreOf)
      .find((value) => value !== null);
    if (score !== undefined && score !== null) session.outcome(score, HOST, { at, rowId: null });
    session.stop({ at, status: isObject(sample.error) ? 'failed' : 'completed' });
    session.end();
    return 'used';
  }
}

const STYLE: MessageStyle = {
  verdict: (message) => {
    const type = textMember(member(message, 'error'), 'type');
    if (type === 'timeout') return judgeCall({ timedOut: true });
    return judgeCall({
      returned: true,
      isError: isObject(member(message, 'error')) || textMember(message, 'parse_error') !== null,
    });
  },
};

function scoreOf(score: PlainJson): number | null {
  const value = member(score, 'value');
  if (typeof value === 'number') return value >= 0 && value <= 1 ? value : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' && Object.hasOwn(LETTERS, value) ? (LETTERS[value] ?? null) : null;
}

/** Long texts lie apart and are named by their hash. */
function attachmentsOf(sample: JsonObject): ReadonlyMap<string, string> {
  const entries = Object.entries(isObject(sample.attachments) ? sample.attachments : {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function withAttachments(value: PlainJson, attached: ReadonlyMap<string, string>, depth = 0): PlainJson {
  if (attached.size === 0 || depth > 8) return value;
  if (typeof value === 'string') {
    const name = /^attachment:\/\/([0-9a-f]{8,64})$/.exec(value)?.[1];
    return name === undefined ? value : (attached.get(name) ?? value);
  }
  if (isList(value)) return value.map((item) => withAttachments(item, attached, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withAttachments(item, attached, depth + 1)]),
  );
}
