import type { PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { judgeCall } from '../call.ts';
import { codexItem } from './codex-call.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource, RecordFate } from './importer.ts';
import { isObject, member, textMember } from './json-view.ts';

const HOST = 'codex';
const NOWHERE = { at: null, rowId: null } as const;
const TYPES: ReadonlySet<string> = new Set([
  ...['thread.started', 'turn.started', 'turn.completed', 'turn.failed', 'item.started', 'item.updated'],
  ...['item.completed', 'error'],
]);

/** What `codex exec --json` prints. */
export const codexExecImporter: Importer = {
  format: 'codex',
  name: 'codex-exec',
  layout: {
    kind: 'lines',
    claims: (row) =>
      /^(?:thread|turn|item)\./.test(textMember(row, 'type') ?? '') && member(row, 'payload') === undefined,
  },
  open: (source, emit) => new CodexExecReader(source, emit),
};

class CodexExecReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  #session: Conversation | null = null;
  /** By item id: what was announced and is not finished. */
  readonly #started = new Map<string, PlainJson>();

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(row: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(row) });
  }

  /** An item has its name from how it ends, so that one without an end has none yet. */
  end(): void {
    const open = new Set<string | number>();
    for (const [id, item] of this.#started) open.add(this.#begin(id, item, id));
    this.#session?.end((callId) => !open.has(callId));
  }

  #read(row: PlainJson): RecordFate {
    const type = textMember(row, 'type');
    if (!isObject(row) || type === null || !TYPES.has(type)) return 'unknown';
    switch (type) {
      case 'thread.started':
        this.#open(textMember(row, 'thread_id'));
        return 'used';
      case 'turn.started':
        this.#conversation.newTask('', NOWHERE);
        return 'used';
      case 'turn.completed':
      case 'turn.failed':
        this.#conversation.stop({ status: type === 'turn.completed' ? 'completed' : 'failed', at: null });
        if (isObject(row.usage)) this.#emit({ kind: 'usage', usage: row.usage });
        return 'used';
      case 'item.started':
        this.#itemStarted(row.item);
        return 'used';
      case 'item.completed':
        return this.#itemCompleted(row.item);
      default:
        return 'passed';
    }
  }

  #itemStarted(item: PlainJson | undefined): void {
    const id = textMember(item, 'id');
    const call = codexItem(item);
    if (id === null || call === undefined) return;
    const isKnown = this.#started.has(id);
    this.#started.set(id, item ?? null);
    if (isKnown) return;
    const { sessionId } = this.#conversation;
    const { tool, params } = call;
    this.#emit({ kind: 'call-started', call: { sessionId, taskId: sessionId, callId: id, tool, params } });
  }

  #itemCompleted(item: PlainJson | undefined): RecordFate {
    if (textMember(item, 'type') === 'agent_message') {
      this.#conversation.said(textMember(item, 'text') ?? '', NOWHERE, true);
      return 'used';
    }
    const id = textMember(item, 'id');
    const call = codexItem(item);
    if (id === null || call === undefined) return 'passed';
    const toldAs = this.#started.delete(id) ? id : undefined;
    const callId = this.#begin(id, item ?? null, toldAs);
    const verdict = judgeCall(call.outcome ?? {});
    this.#conversation.result(callId, { output: call.output, verdict, durationMs: null, ...NOWHERE });
    return 'used';
  }

  /** Item ids begin again in a resumed run: what the item holds tells two of them apart. */
  #begin(id: string, item: PlainJson, toldAs: string | undefined): string | number {
    const session = this.#conversation;
    const call = codexItem(item);
    const callId = sha256Hex(`${session.sessionId}\n${id}\n${JSON.stringify(item)}`).slice(0, 32);
    const start = { callId, tool: call?.tool ?? '', params: call?.params ?? null, ...NOWHERE };
    return session.call(toldAs === undefined ? start : { ...start, toldAs }, false);
  }

  #open(threadId: string | null): Conversation {
    const sessionId = threadId ?? fileName(this.#source.path);
    if (this.#session?.sessionId === sessionId) return this.#session;
    this.#session?.end();
    this.#session = new Conversation(
      { host: HOST, sessionId, cwd: null, origin: 'stream' },
      { host: HOST, version: null, model: null, permissionMode: null },
      this.#emit,
    );
    this.#session.announce();
    return this.#session;
  }

  get #conversation(): Conversation {
    return this.#session ?? this.#open(null);
  }
}
