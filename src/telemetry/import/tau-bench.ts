import type { PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { namedConfigId } from '../agent-config.ts';
import { judgeCall } from '../call.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource, RecordFate } from './importer.ts';
import { isList, isObject, type JsonObject, listMember, member, numberMember, textMember } from './json-view.ts';
import { firstUserText, MessageReader, type MessageStyle } from './messages.ts';

const HOST = 'tau-bench';
const STYLE: MessageStyle = {
  verdict: (_message, text) => judgeCall({ returned: true, isError: text.startsWith('Error') }),
};
/** The benchmark has two worlds, known by what their tools deal with. */
const DOMAINS: readonly (readonly [name: string, tools: RegExp])[] = [
  ['airline', /reservation|flight|airport/],
  ['retail', /order|product|find_user_id/],
];

/** Result files of tau-bench: an array of runs. */
export const tauBenchImporter: Importer = {
  format: 'tau-bench',
  name: 'tau-bench',
  layout: { kind: 'document', parts: null, claims: (outline) => isList(outline) && outline.some(isRun) },
  open: (source, emit) => new TauBenchReader(source, emit),
};

function isRun(value: PlainJson): value is JsonObject {
  return isObject(value) && isList(value.traj) && value.task_id !== undefined;
}

class TauBenchReader implements FormatReader {
  readonly #file: string;
  readonly #emit: (finding: Finding) => void;
  readonly #ids = new Map<string, number>();

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#file = fileName(source.path);
    this.#emit = emit;
  }

  take(run: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(run) });
  }

  end(): void {}

  #read(run: PlainJson): RecordFate {
    if (!isRun(run)) return 'unknown';
    const messages = listMember(run, 'traj');
    const sessionId = this.#nameOf(run);
    const session = new Conversation(
      { host: HOST, sessionId, cwd: null, origin: 'transcript', ...userOf(run) },
      namedConfigId(HOST, this.#file),
      this.#emit,
    );
    const groupKey = `${HOST}/${domainOf(run, messages, this.#file)}/${String(run.task_id)}`;
    session.newTask(firstUserText(messages), { at: null, rowId: null }, { taskId: sessionId, groupKey });
    const reader = new MessageReader(session, STYLE);
    for (const message of messages) reader.take(message);
    const reward = numberMember(run, 'reward');
    if (reward !== null) session.outcome(reward, HOST, { at: null, rowId: null });
    session.stop({ at: null });
    session.end();
    return 'used';
  }

  /** A run carries no name, and the same design may be run twice on a task: what it holds names it. */
  #nameOf(run: JsonObject): string {
    const id = sha256Hex(`${this.#file}\n${JSON.stringify(run)}`).slice(0, 32);
    const n = (this.#ids.get(id) ?? 0) + 1;
    this.#ids.set(id, n);
    return n === 1 ? id : `${id}-${n}`;
  }
}

function userOf(run: JsonObject): { readonly userHash?: string } {
  const user = textMember(member(run.info, 'task'), 'user_id') ?? '';
  return user === '' ? {} : { userHash: sha256Hex(user) };
}

function domainOf(run: JsonObject, messages: readonly PlainJson[], file: string): string {
  const expected = listMember(member(run.info, 'task'), 'actions').map((action) => textMember(action, 'name') ?? '');
  const called = messages.map((message) => textMember(message, 'name') ?? '');
  const tools = [...expected, ...called].join(' ');
  const named = /airline|retail/i.exec(file)?.[0].toLowerCase();
  return named ?? DOMAINS.find(([, pattern]) => pattern.test(tools))?.[0] ?? 'unknown';
}
