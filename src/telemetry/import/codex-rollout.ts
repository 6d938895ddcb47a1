import type { PlainJson } from '../../base/exact-json.ts';
import { type CallVerdict, judgeCall } from '../call.ts';
import { boundedText } from './bounded.ts';
import { codexItem, outputText, outputVerdict, scriptVerdict } from './codex-call.ts';
import { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import type { Finding, FormatReader, Importer, ImportSource, RecordFate } from './importer.ts';
import {
  contentText,
  isObject,
  isoFromMs,
  isoOrNull,
  type JsonObject,
  member,
  numberMember,
  parsedOrText,
  textMember,
} from './json-view.ts';

const HOST = 'codex';
const LINE_TYPES: ReadonlySet<string> = new Set([
  ...['session_meta', 'turn_context', 'world_state', 'response_item', 'event_msg', 'compacted'],
  ...['token_usage_record', 'inter_agent_communication_metadata'],
]);
/** Rollouts of 2025 wrote some items without an envelope. */
const BARE_TYPES: ReadonlySet<string> = new Set([
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['local_shell_call', 'local_shell_call_output'],
]);
const NO_PROMPT = /^\s*(?:<environment_context>|<user_instructions>|# AGENTS\.md)/;

/** Sessions of Codex on disk. */
export const codexRolloutImporter: Importer = {
  format: 'codex',
  name: 'codex-rollout',
  layout: {
    kind: 'lines',
    claims: (row) => LINE_TYPES.has(textMember(row, 'type') ?? '') && isObject(member(row, 'payload')),
  },
  open: (source, emit) => new CodexRolloutReader(source, emit),
};

/** A script of code mode: it counts only where no call was made in it. */
interface Script {
  readonly callId: string;
  hasCalls: boolean;
}

class CodexRolloutReader implements FormatReader {
  readonly #source: ImportSource;
  readonly #emit: (finding: Finding) => void;
  #session: Conversation | null = null;
  /** Thread of a subagent: its prompts are not the user's. */
  #agentId: string | null = null;
  #turnId: string | null = null;
  /** Which rows tell of prompts in this file; the event wins where there are both. */
  #promptsBy: 'event' | 'item' | null = null;
  #lastPrompt: string | null = null;
  /** User messages that are prompts unless the file has events for these. */
  #candidates: { readonly text: string; readonly at: string | null }[] = [];
  readonly #scripts = new Map<string, Script>();
  readonly #ignored = new Set<string>();
  readonly #verdicts = new Map<string, CallVerdict>();

  constructor(source: ImportSource, emit: (finding: Finding) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  take(row: PlainJson): void {
    this.#emit({ kind: 'record', fate: this.#read(row) });
  }

  end(): void {
    this.#settleCandidates();
    this.#session?.end((callId) => !this.#scripts.has(String(callId)));
    // A subagent's prompt is not the user's: its thread is a task once it does something.
    for (let n = 0; n < (this.#session?.workingAgents ?? 0); n++) this.#emit({ kind: 'trajectory' });
  }

  #read(row: PlainJson): RecordFate {
    const type = textMember(row, 'type');
    if (!isObject(row)) return 'unknown';
    const at = isoOrNull(row.timestamp);
    if (type !== null && BARE_TYPES.has(type)) return this.#item(row, at);
    if (type === null || !LINE_TYPES.has(type)) return this.#readBareMeta(row, at);
    const { payload } = row;
    if (type === 'session_meta') this.#meta(payload);
    else if (type === 'turn_context') this.#turnContext(payload);
    else if (type === 'response_item') return this.#item(payload, at);
    else if (type === 'event_msg') return this.#event(payload, at);
    else if (type === 'token_usage_record') this.#emit({ kind: 'usage', usage: payload ?? null });
    return 'passed';
  }

  #readBareMeta(row: JsonObject, at: string | null): RecordFate {
    if (textMember(row, 'record_type') !== null) return 'passed';
    if (textMember(row, 'id') === null || at === null || this.#session !== null) return 'unknown';
    this.#meta(row);
    return 'passed';
  }

  /** The first one counts: a fork of an older version copies that of its parent after its own. */
  #meta(payload: PlainJson | undefined): void {
    if (this.#session !== null) return;
    const threadId = textMember(payload, 'id') ?? fileName(this.#source.path);
    const isAgent =
      isObject(member(member(payload, 'source'), 'subagent')) || textMember(payload, 'thread_source') === 'subagent';
    if (isAgent) this.#agentId = threadId;
    this.#begin(
      textMember(payload, 'session_id') ?? threadId,
      textMember(payload, 'cwd'),
      textMember(payload, 'cli_version'),
    );
  }

  #begin(sessionId: string, cwd: string | null, version: string | null): Conversation {
    this.#session = new Conversation(
      { host: HOST, sessionId, cwd, origin: 'transcript' },
      { host: HOST, version, model: null, permissionMode: null },
      this.#emit,
    );
    this.#session.announce();
    return this.#session;
  }

  get #conversation(): Conversation {
    return this.#session ?? this.#begin(fileName(this.#source.path), null, null);
  }

  #turnContext(payload: PlainJson | undefined): void {
    this.#turnId = textMember(payload, 'turn_id') ?? this.#turnId;
    const approval = textMember(payload, 'approval_policy');
    this.#conversation.learn({
      model: textMember(payload, 'model'),
      // As the host's hooks name it.
      permissionMode: approval === null ? null : approval === 'never' ? 'bypassPermissions' : 'default',
    });
  }

  #event(payload: PlainJson | undefined, at: string | null): RecordFate {
    switch (textMember(payload, 'type')) {
      case 'user_message':
        this.#userEvent('event', textMember(payload, 'message') ?? '', null, at);
        return 'used';
      case 'item_completed':
        return this.#itemCompleted(payload, at);
      case 'task_started':
        this.#turnId = textMember(payload, 'turn_id');
        return 'passed';
      case 'agent_message':
        this.#said(textMember(payload, 'message') ?? '', at);
        return 'used';
      case 'turn_aborted':
        this.#session?.interrupted();
        return 'used';
      case 'task_complete':
        this.#settleCandidates();
        this.#session?.paused();
        return 'used';
      default:
        return 'passed';
    }
  }

  #userEvent(by: 'event' | 'item', text: string, turnId: string | null, at: string | null): void {
    this.#candidates = [];
    const isTwin = this.#promptsBy !== null && this.#promptsBy !== by && (by === 'item' || text === this.#lastPrompt);
    if (by === 'event' || this.#promptsBy === null) this.#promptsBy = by;
    if (isTwin) return;
    this.#lastPrompt = text;
    if (this.#agentId !== null) this.#conversation.agentPrompt(this.#agentId, text, { at, rowId: null });
    else this.#conversation.prompt({ text, taskId: turnId ?? this.#turnId, at, rowId: null });
    // Of a version that names its turns, the next prompt comes with a name of its own.
    this.#turnId = null;
  }

  #itemCompleted(payload: PlainJson | undefined, at: string | null): RecordFate {
    const item = member(payload, 'item');
    const type = textMember(item, 'type');
    if (type === 'UserMessage') {
      const text = contentText(member(item, 'content'));
      this.#userEvent('item', text, textMember(payload, 'turn_id'), at);
      return 'used';
    }
    if (type === 'AgentMessage') {
      this.#said(contentText(member(item, 'content')), at);
      return 'used';
    }
    const call = codexItem(item);
    const id = textMember(item, 'id');
    if (call === undefined || id === null) return 'passed';
    const verdict = judgeCall(call.outcome ?? {});
    if (!id.startsWith('exec-')) {
      this.#learnVerdict(id, verdict, at);
      return 'used';
    }
    this.#settleCandidates();
    for (const script of this.#scripts.values()) script.hasCalls = true;
    const started = isoFromMs(numberMember(payload, 'started_at_ms')) ?? at;
    this.#conversation.call(
      { callId: id, tool: call.tool, params: call.params, agentId: this.#agentId, at: started, rowId: null },
      false,
    );
    const ended = isoFromMs(numberMember(payload, 'completed_at_ms')) ?? at;
    const durationMs = durationOf(item);
    this.#conversation.result(id, { output: call.output, verdict, durationMs, at: ended, rowId: null }, this.#agentId);
    return 'used';
  }

  /** The item of a call that the model made itself comes before its output, or long after, when the process ends. */
  #learnVerdict(callId: string, verdict: CallVerdict, at: string | null): void {
    const session = this.#conversation;
    if (session.openCall(callId) !== undefined) this.#verdicts.set(callId, verdict);
    else if (session.knows(callId) && verdict.ok !== null) {
      session.result(callId, { output: null, verdict, at, rowId: null, durationMs: null }, this.#agentId);
    }
  }

  #item(payload: PlainJson | undefined, at: string | null): RecordFate {
    switch (textMember(payload, 'type')) {
      case 'message':
        return this.#message(payload, at);
      case 'function_call':
        this.#call(payload, parsedOrText(member(payload, 'arguments')), at);
        return 'used';
      case 'custom_tool_call':
        this.#call(payload, { input: member(payload, 'input') ?? null }, at);
        return 'used';
      case 'local_shell_call':
        this.#call(payload, member(payload, 'action') ?? null, at);
        return 'used';
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'local_shell_call_output':
        this.#output(payload, at);
        return 'used';
      default:
        return 'passed';
    }
  }

  #message(payload: PlainJson | undefined, at: string | null): RecordFate {
    const role = textMember(payload, 'role');
    const text = contentText(member(payload, 'content'));
    if (role === 'assistant') this.#said(text, at);
    else if (role === 'user' && this.#promptsBy === null && this.#agentId === null && !NO_PROMPT.test(text)) {
      this.#candidates.push({ text: boundedText(text), at });
    }
    return 'used';
  }

  #said(text: string, at: string | null): void {
    this.#settleCandidates();
    this.#conversation.said(text, { at, rowId: null }, true, this.#agentId);
  }

  /** The agent is at work, and no event came before: these messages are the prompts. */
  #settleCandidates(): void {
    if (this.#candidates.length === 0) return;
    const candidates = this.#candidates;
    this.#candidates = [];
    for (const { text, at } of candidates) {
      this.#conversation.prompt({ text, taskId: this.#turnId, at, rowId: null });
      this.#turnId = null;
    }
  }

  #call(payload: PlainJson | undefined, params: PlainJson, at: string | null): void {
    this.#settleCandidates();
    const name =
      textMember(payload, 'name') ?? (textMember(payload, 'type') === 'local_shell_call' ? 'local_shell' : '');
    const namespace = textMember(payload, 'namespace');
    const callId = textMember(payload, 'call_id') ?? textMember(payload, 'id');
    if (name === 'write_stdin') {
      if (callId !== null) this.#ignored.add(callId);
      return;
    }
    const tool = namespace === null || namespace === 'functions' ? name : `${namespace}${name}`;
    const known = this.#conversation.call({ callId, tool, params, agentId: this.#agentId, at, rowId: null }, true);
    if (name === 'exec' && namespace === 'functions')
      this.#scripts.set(String(known), { callId: String(known), hasCalls: false });
  }

  #output(payload: PlainJson | undefined, at: string | null): void {
    const callId = textMember(payload, 'call_id');
    if (callId === null || this.#ignored.has(callId)) return;
    const session = this.#conversation;
    const output = member(payload, 'output');
    const place = { output: outputText(output), at, rowId: null };
    const script = this.#scripts.get(callId);
    if (script !== undefined) {
      const verdict = scriptVerdict(output);
      // It goes on in the background, and its calls are still to come.
      if (verdict === null && !script.hasCalls) return;
      this.#scripts.delete(callId);
      if (script.hasCalls) session.drop(callId);
      else session.result(callId, { ...place, verdict: verdict ?? { ok: null } }, this.#agentId);
      return;
    }
    const params = session.openCall(callId)?.params ?? null;
    const verdict = this.#verdicts.get(callId) ?? outputVerdict(output, params);
    this.#verdicts.delete(callId);
    session.result(callId, { ...place, verdict }, this.#agentId);
  }
}

function durationOf(item: PlainJson | undefined): number | null {
  const duration = member(item, 'duration');
  const secs = numberMember(duration, 'secs');
  const nanos = numberMember(duration, 'nanos');
  return secs === null || nanos === null ? null : secs * 1000 + nanos / 1e6;
}
