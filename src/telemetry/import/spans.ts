import type { PlainJson } from '../../base/exact-json.ts';
import { namedConfigId } from '../agent-config.ts';
import { judgeCall } from '../call.ts';
import { bounded, boundedText } from './bounded.ts';
import { Conversation } from './conversation.ts';
import type { Finding } from './importer.ts';
import {
  betweenMs,
  contentText,
  isList,
  isObject,
  type JsonObject,
  member,
  parsedOrText,
  textMember,
} from './json-view.ts';

/** A span, whatever it was written in. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly isError: boolean;
  readonly statusText: string | null;
  readonly attributes: JsonObject;
  readonly serviceName: string | null;
}

/** What the spans of one trace have told so far. */
interface Trace {
  readonly taskId: string;
  session: Conversation | null;
  conversationId: string | null;
  agentName: string | null;
  model: string | null;
  serviceName: string | null;
  taskText: string;
  answer: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Calls wait for the spans that tell whose they are. */
  readonly calls: Span[];
}

const TOOL_ARGUMENTS = ['gen_ai.tool.call.arguments', 'gen_ai.tool.args', 'input.value', 'gen_ai.tool.arguments'];
const TOOL_RESULTS = ['gen_ai.tool.call.result', 'gen_ai.output', 'output.value', 'gen_ai.tool.result'];
/** So many calls wait at most; then they are told with what is known. */
const MAX_WAITING = 200;

/** Reads spans that arrive in any order: a trace is a task, its conversation the session. */
export class SpanReader {
  readonly #emit: (finding: Finding) => void;
  readonly #host: string;
  readonly #traces = new Map<string, Trace>();
  #waiting = 0;

  constructor(host: string, emit: (finding: Finding) => void) {
    this.#host = host;
    this.#emit = emit;
  }

  take(span: Span): void {
    const isCall = textMember(span.attributes, 'gen_ai.operation.name') === 'execute_tool';
    this.#emit({ kind: 'record', fate: isCall ? 'used' : 'passed' });
    const trace = this.#traces.get(span.traceId) ?? newTrace(span.traceId);
    this.#traces.set(span.traceId, trace);
    learn(trace, span);
    if (!isCall) return;
    trace.calls.push({ ...span, attributes: boundedAttributes(span.attributes) });
    this.#waiting += 1;
    if (this.#waiting > MAX_WAITING) for (const waiting of this.#traces.values()) this.#tellCalls(waiting);
  }

  end(): void {
    for (const trace of [...this.#traces.values()].toSorted((a, b) => byTime(a.startedAt, b.startedAt))) {
      this.#tellCalls(trace);
      const session = this.#sessionOf(trace);
      session.stop({ finalOutput: trace.answer, at: trace.endedAt });
      session.end();
    }
    this.#traces.clear();
  }

  #tellCalls(trace: Trace): void {
    this.#waiting -= trace.calls.length;
    for (const span of trace.calls.splice(0).toSorted((a, b) => byTime(a.startedAt, b.startedAt))) {
      this.#call(this.#sessionOf(trace), span);
    }
  }

  #sessionOf(trace: Trace): Conversation {
    if (trace.session !== null) return trace.session;
    const sessionId = trace.conversationId ?? trace.taskId;
    const config = namedConfigId(this.#host, trace.serviceName, trace.agentName, trace.model);
    const session = new Conversation(
      { host: this.#host, sessionId, cwd: null, origin: 'transcript' },
      config,
      this.#emit,
    );
    session.newTask(trace.taskText, { at: trace.startedAt, rowId: null }, { taskId: trace.taskId });
    trace.session = session;
    return session;
  }

  #call(session: Conversation, span: Span): void {
    const { attributes } = span;
    const tool = textMember(attributes, 'gen_ai.tool.name') ?? span.name.replace(/^execute_tool /, '');
    const params = parsedOrText(firstOf(attributes, TOOL_ARGUMENTS));
    const callId = textMember(attributes, 'gen_ai.tool.call.id') ?? span.spanId;
    const known = session.call({ callId, tool, params, at: span.startedAt, rowId: null }, true);
    const errorType = textMember(attributes, 'error.type');
    const isError = span.isError || errorType !== null;
    const output = firstOf(attributes, TOOL_RESULTS) ?? (isError ? (span.statusText ?? errorType) : null);
    session.result(known, {
      output: output ?? '',
      verdict: judgeCall({ returned: true, isError }),
      durationMs: betweenMs(span.startedAt, span.endedAt),
      at: span.endedAt,
      rowId: null,
    });
  }
}

function newTrace(taskId: string): Trace {
  return {
    taskId,
    session: null,
    conversationId: null,
    agentName: null,
    model: null,
    serviceName: null,
    taskText: '',
    answer: null,
    startedAt: null,
    endedAt: null,
    calls: [],
  };
}

function learn(trace: Trace, span: Span): void {
  const { attributes } = span;
  trace.conversationId ??= textMember(attributes, 'gen_ai.conversation.id');
  trace.agentName ??= textMember(attributes, 'gen_ai.agent.name');
  trace.model ??= textMember(attributes, 'gen_ai.request.model');
  trace.serviceName ??= span.serviceName;
  if (trace.taskText === '') trace.taskText = boundedText(taskTextOf(attributes));
  const answer = answerOf(attributes);
  if (answer !== null && byTime(trace.endedAt, span.endedAt) <= 0) trace.answer = boundedText(answer);
  if (trace.startedAt === null || byTime(span.startedAt, trace.startedAt) < 0) trace.startedAt = span.startedAt;
  if (byTime(trace.endedAt, span.endedAt) < 0) trace.endedAt = span.endedAt;
}

function boundedAttributes(attributes: JsonObject): JsonObject {
  const value = bounded(attributes);
  return isObject(value) ? value : {};
}

function firstOf(attributes: JsonObject, names: readonly string[]): PlainJson | undefined {
  return names.map((name) => member(attributes, name)).find((value) => value !== undefined);
}

/** Unknown times come first. */
function byTime(a: string | null, b: string | null): number {
  const [one, two] = [a ?? '', b ?? ''];
  if (one === two) return 0;
  return one < two ? -1 : 1;
}

/** The first message of a user in what a model was sent. */
function taskTextOf(attributes: JsonObject): string {
  const messages = parsedOrText(member(attributes, 'gen_ai.input.messages'));
  if (!isList(messages)) return '';
  const user = messages.find((message) => textMember(message, 'role') === 'user');
  return user === undefined ? '' : messageText(user);
}

function answerOf(attributes: JsonObject): string | null {
  const messages = parsedOrText(member(attributes, 'gen_ai.output.messages'));
  if (isList(messages)) {
    const text = messages.map(messageText).filter(Boolean).join('\n');
    if (text !== '') return text;
  }
  const output = member(attributes, 'gen_ai.output');
  return textMember(attributes, 'gen_ai.output.type') === 'text' && typeof output === 'string' ? output : null;
}

/** A message has content, or parts. */
function messageText(message: PlainJson): string {
  return isObject(message) ? contentText(message.content ?? message.parts) : '';
}
