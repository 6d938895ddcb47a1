import type { PlainJson } from '../../base/exact-json.ts';
import { callEventId } from '../call.ts';
import { claudeDuration, claudeOutput, claudeVerdict } from './claude-code-call.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource, RecordFate } from './importer.ts';
import { contentText, isList, isObject, isoOrNull, type JsonObject, member, textMember } from './json-view.ts';
import type { Place } from './seen.ts';

const HOST = 'claude-code';
const USED: ReadonlySet<string> = new Set(['assistant', 'user', 'result']);
const PASSED: ReadonlySet<string> = new Set([
  ...['system', 'stream_event', 'rate_limit_event', 'tool_progress', 'tool_use_summary', 'auth_status', 'keep_alive'],
  ...['control_request', 'control_response', 'control_cancel_request', 'prompt_suggestion'],
]);

/** What `claude -p --output-format stream-json` prints. */
export const claudeCodeStreamImporter: Importer = {
  format: 'claude-code',
  name: 'claude-code-stream',
  layout: { kind: 'lines', claims: isStreamRecord },
  open: (source, emit) => new ClaudeCodeStreamReader(source, emit),
};

function isStreamRecord(row: PlainJson): boolean {
  const type = textMember(row, 'type');
  return type !== null && textMember(row, 'session_id') !== null && (USED.has(type) || PASSED.has(type));
}

class ClaudeCodeStreamReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  #session: Conversation | null = null;
  #cwd: string | null = null;
  #version: string | null = null;
  #lastMessage: string | null = null;
  #prompt = '';

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(row: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(row) });
  }

  end(): void {
    this.#session?.end();
  }

  #read(row: PlainJson): RecordFate {
    const type = textMember(row, 'type');
    if (!isObject(row) || type === null) return 'unknown';
    if (type === 'system') this.#system(row);
    else if (type === 'assistant') this.#assistant(row);
    else if (type === 'user') this.#user(row);
    else if (type === 'result') this.#result(row);
    else if (!PASSED.has(type)) return 'unknown';
    return PASSED.has(type) ? 'passed' : 'used';
  }

  #system(row: JsonObject): void {
    if (textMember(row, 'subtype') !== 'init') return;
    this.#cwd = textMember(row, 'cwd');
    this.#version = textMember(row, 'claude_code_version');
    this.#sessionOf(row).learn({
      version: this.#version,
      model: textMember(row, 'model'),
      permissionMode: textMember(row, 'permissionMode'),
    });
  }

  #assistant(row: JsonObject): void {
    const session = this.#sessionOf(row);
    const agent = agentOf(row);
    const message = textMember(row.message, 'id');
    let isNewTurn = message === null || message !== this.#lastMessage;
    this.#lastMessage = message;
    const content = member(row.message, 'content');
    for (const block of isList(content) ? content : []) {
      const type = textMember(block, 'type');
      if (type === 'text') {
        if (agent === null) this.#beginTask(session, row);
        session.said(textMember(block, 'text') ?? '', placeOf(row), isNewTurn, agent);
      } else if (type === 'tool_use') {
        if (agent === null) this.#beginTask(session, row);
        this.#call(session, row, block, isNewTurn);
      } else continue;
      isNewTurn = false;
    }
  }

  #call(session: Conversation, row: JsonObject, block: PlainJson, isNewTurn: boolean): void {
    const parent = textMember(row, 'parent_tool_use_id');
    session.call(
      {
        callId: textMember(block, 'id'),
        tool: textMember(block, 'name') ?? '',
        params: member(block, 'input') ?? null,
        agentId: agentOf(row),
        ...(parent === null ? {} : { parentEventId: callEventId(HOST, session.sessionId, parent) }),
        ...placeOf(row),
      },
      isNewTurn,
    );
  }

  #user(row: JsonObject): void {
    const session = this.#sessionOf(row);
    const content = member(row.message, 'content') ?? '';
    const results = isList(content) ? content.filter((block) => textMember(block, 'type') === 'tool_result') : [];
    const raw = results.length === 1 ? row.tool_use_result : undefined;
    for (const block of results) {
      const callId = textMember(block, 'tool_use_id');
      if (callId === null) continue;
      const verdict = claudeVerdict(session.openCall(callId), block, raw, null);
      const durationMs = claudeDuration(raw);
      session.result(callId, { output: claudeOutput(block), verdict, durationMs, ...placeOf(row) }, agentOf(row));
    }
    if (results.length > 0 || row.isSynthetic === true) return;
    const text = contentText(content);
    if (agentOf(row) === null && !text.startsWith('<')) this.#prompt = text;
  }

  /** One record a turn; two where something came back from the background. */
  #result(row: JsonObject): void {
    const session = this.#sessionOf(row);
    this.#beginTask(session, row);
    const isFailed = row.is_error === true || textMember(row, 'subtype') !== 'success';
    const at = isoOrNull(row.timestamp);
    session.stop({ finalOutput: textMember(row, 'result'), status: isFailed ? 'failed' : 'completed', at });
    session.leaveTask();
    this.#emit({ kind: 'usage', usage: row });
  }

  #beginTask(session: Conversation, row: JsonObject): void {
    if (session.hasTask) return;
    session.newTask(this.#prompt, placeOf(row));
    this.#prompt = '';
  }

  #sessionOf(row: JsonObject): Conversation {
    if (this.#session !== null) return this.#session;
    const sessionId = textMember(row, 'session_id') ?? fileName(this.#source.path);
    this.#session = new Conversation(
      { host: HOST, sessionId, cwd: this.#cwd, origin: 'stream' },
      { host: HOST, version: this.#version, model: null, permissionMode: null },
      this.#emit,
    );
    return this.#session;
  }
}

function placeOf(row: JsonObject): Place {
  return { at: isoOrNull(row.timestamp), rowId: textMember(row, 'uuid') };
}

function agentOf(row: JsonObject): string | null {
  const parent = textMember(row, 'parent_tool_use_id');
  return parent === null ? null : (textMember(row, 'agent_id') ?? parent);
}
