import type { PlainJson } from '../../base/exact-json.ts';
import { claudeDuration, claudeOutput, claudeVerdict } from './claude-code-call.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource, RecordFate } from './importer.ts';
import { contentText, isList, isObject, isoOrNull, type JsonObject, member, textMember } from './json-view.ts';

/** Types of rows that hold no call of their own. Copies of calls lie inside `progress` and `api-request…`. */
const PASSED: ReadonlySet<string> = new Set([
  ...['summary', 'system', 'attachment', 'progress', 'queue-operation', 'last-prompt', 'mode', 'permission-mode'],
  ...['cost-state', 'tools-used', 'file-history-snapshot', 'custom-title', 'ai-title', 'agent-name', 'agent-setting'],
  ...['atis-latch', 'api-request', 'api-request-shape', 'api-request-blob', 'saved_hook_context', 'worktree-state'],
  ...['attribution-snapshot', 'content-replacement', 'pr-link', 'tag', 'task-summary', 'file-history-delta'],
]);
/** Machine-made texts in the place of a prompt. */
const NO_PROMPT =
  /^\s*(?:<command-|<local-command-|<task-notification>|<system-reminder>|\[Request interrupted by user)/;

/** Transcripts of Claude Code, of the main agent or of a subagent. */
export const claudeCodeImporter: Importer = {
  format: 'claude-code',
  name: 'claude-code',
  layout: { kind: 'lines', claims: isTranscriptRow },
  open: (source, emit) => new ClaudeCodeReader(source, emit),
};

function isTranscriptRow(row: PlainJson): boolean {
  const type = textMember(row, 'type');
  if (type === null || textMember(row, 'sessionId') === null) return false;
  return type === 'user' || type === 'assistant' ? isObject(member(row, 'message')) : PASSED.has(type);
}

class ClaudeCodeReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  readonly #sessions = new Map<string, Conversation>();
  readonly #prompts = new Set<string>();
  #hasMainRows = false;
  #lastMessage: string | null = null;
  #permissionMode: string | null = null;

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(row: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(row) });
  }

  end(): void {
    for (const session of this.#sessions.values()) {
      session.end();
      if (this.#hasMainRows) continue;
      for (let n = 0; n < session.agentCount; n++) this.#emit({ kind: 'trajectory' });
    }
  }

  #read(row: PlainJson): RecordFate {
    const type = textMember(row, 'type');
    if (!isObject(row) || type === null) return 'unknown';
    if (type === 'user') this.#user(row);
    else if (type === 'assistant') this.#assistant(row);
    else if (PASSED.has(type)) this.#other(row, type);
    else return 'unknown';
    return PASSED.has(type) ? 'passed' : 'used';
  }

  #user(row: JsonObject): void {
    const session = this.#sessionOf(row);
    const content = member(row.message, 'content') ?? '';
    const results = isList(content) ? content.filter((block) => textMember(block, 'type') === 'tool_result') : [];
    if (results.length > 0) {
      const raw = results.length === 1 ? row.toolUseResult : undefined;
      for (const block of results) this.#result(session, row, block, raw);
      return;
    }
    const text = contentText(content);
    if (/^\s*\[Request interrupted by user/.test(text)) session.interrupted();
    const agent = agentOf(row);
    if (agent !== null) {
      if (!isMachineMade(row, text)) session.agentPrompt(agent, text, placeOf(row));
    } else if (!isMachineMade(row, text)) this.#prompt(session, row, text);
  }

  #prompt(session: Conversation, row: JsonObject, text: string): void {
    // A resumed session may repeat its rows.
    const rowId = textMember(row, 'uuid');
    if (rowId !== null && this.#prompts.has(rowId)) return;
    if (rowId !== null) this.#prompts.add(rowId);
    this.#permissionMode = textMember(row, 'permissionMode') ?? this.#permissionMode;
    session.learn({ permissionMode: this.#permissionMode });
    session.prompt({ text, taskId: textMember(row, 'promptId'), ...placeOf(row) });
  }

  #result(session: Conversation, row: JsonObject, block: PlainJson, raw: PlainJson | undefined): void {
    const callId = textMember(block, 'tool_use_id');
    if (callId === null) return;
    const verdict = claudeVerdict(session.openCall(callId), block, raw, textMember(row, 'toolDenialKind'));
    const durationMs = claudeDuration(raw);
    session.result(callId, { output: claudeOutput(block), verdict, durationMs, ...placeOf(row) }, agentOf(row));
  }

  #assistant(row: JsonObject): void {
    const session = this.#sessionOf(row);
    const model = textMember(row.message, 'model');
    if (model !== null && model !== '<synthetic>') session.learn({ model });
    const agent = agentOf(row);
    const message = textMember(row.message, 'id');
    let isNewTurn = message === null || message !== this.#lastMessage;
    this.#lastMessage = message;
    const content = member(row.message, 'content');
    if (typeof content === 'string') session.said(content, placeOf(row), isNewTurn, agent);
    for (const block of isList(content) ? content : []) {
      const type = textMember(block, 'type');
      if (type === 'text') session.said(textMember(block, 'text') ?? '', placeOf(row), isNewTurn, agent);
      else if (type === 'tool_use') {
        session.call(
          {
            callId: textMember(block, 'id'),
            tool: textMember(block, 'name') ?? '',
            params: member(block, 'input') ?? null,
            agentId: agent,
            ...placeOf(row),
          },
          isNewTurn,
        );
      } else continue;
      isNewTurn = false;
    }
    if (agent === null && textMember(row.message, 'stop_reason') === 'end_turn') session.paused();
  }

  #other(row: JsonObject, type: string): void {
    if (type === 'permission-mode') this.#permissionMode = textMember(row, 'permissionMode') ?? this.#permissionMode;
    if (type === 'system') {
      const subtype = textMember(row, 'subtype');
      if (subtype === 'stop_hook_summary' || subtype === 'turn_duration') this.#sessionOf(row).paused();
    }
    if (type !== 'attachment' || textMember(row.attachment, 'type') !== 'queued_command') return;
    // What a user types while the agent works is written nowhere else.
    if (member(row.attachment, 'humanTurn') !== true || row.isSidechain === true) return;
    this.#prompt(this.#sessionOf(row), row, contentText(member(row.attachment, 'prompt')));
  }

  #sessionOf(row: JsonObject): Conversation {
    const sessionId = textMember(row, 'sessionId') ?? fileName(this.#source.path);
    if (row.isSidechain !== true) this.#hasMainRows = true;
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const cwd = textMember(row, 'cwd');
    const made = new Conversation(
      { host: 'claude-code', sessionId, cwd, origin: 'transcript' },
      { host: 'claude-code', version: textMember(row, 'version'), model: null, permissionMode: null },
      this.#emit,
    );
    this.#sessions.set(sessionId, made);
    made.announce();
    return made;
  }
}

function placeOf(row: JsonObject) {
  return { at: isoOrNull(row.timestamp), rowId: textMember(row, 'uuid') };
}

/** Older versions wrote a subagent's rows, without its name, into the file of its parent. */
function agentOf(row: JsonObject): string | null {
  return row.isSidechain === true ? (textMember(row, 'agentId') ?? 'sidechain') : null;
}

function isMachineMade(row: JsonObject, text: string): boolean {
  const source = textMember(row, 'rowSource');
  if (row.isMeta === true || row.isCompactSummary === true || source === 'hook' || source === 'harness') return true;
  return NO_PROMPT.test(text);
}
