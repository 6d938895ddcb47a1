import type { PlainJson } from '../../base/exact-json.ts';
import { namedConfigId } from '../agent-config.ts';
import { Conversation } from './conversation.ts';
import type { Finding } from './importer.ts';
import { contentText, isList, isObject, type JsonObject, member, parsedOrText, textMember } from './json-view.ts';
import { compareTimes, ToldText } from './told-text.ts';
import { type FinishedCall, MAX_WAITING, WaitingCalls } from './waiting-calls.ts';

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
  readonly conversationId: ToldText;
  readonly agentName: ToldText;
  readonly model: ToldText;
  readonly serviceName: ToldText;
  readonly taskText: ToldText;
  readonly answer: ToldText;
  startedAt: string | null;
  endedAt: string | null;
  /** Calls wait for the spans that tell whose they are. */
  readonly calls: WaitingCalls;
}

const TOOL_ARGUMENTS = ['gen_ai.tool.call.arguments', 'gen_ai.tool.args', 'input.value', 'gen_ai.tool.arguments'];
const TOOL_RESULTS = ['gen_ai.tool.call.result', 'gen_ai.output', 'output.value', 'gen_ai.tool.result'];
/** A trace is over when so many others have begun. */
const MAX_TRACES = 2000;

/** Reads spans that arrive in any order: a trace is a task, its conversation the session. */
export class SpanReader {
  readonly #emit: (finding: Finding) => void;
  readonly #host: string;
  /** In order of their first span. */
  readonly #traces = new Map<string, Trace>();
  #waiting = 0;

  constructor(host: string, emit: (finding: Finding) => void) {
    this.#host = host;
    this.#emit = emit;
  }

  take(span: Span): void {
    const isCall = textMember(span.attributes, 'gen_ai.operation.name') === 'execute_tool';
    this.#emit({ kind: 'record', fate: isCall ? 'used' : 'passed' });
    const trace = this.#traceOf(span.traceId);
    learn(trace, span);
    if (!isCall) return;
    trace.calls.add(callOf(span));
    this.#waiting += 1;
    for (const oldest of this.#traces.values()) {
      if (this.#waiting <= MAX_WAITING) break;
      this.#tellCalls(oldest);
    }
  }

  end(): void {
    const traces = [...this.#traces.values()];
    for (const trace of traces.toSorted((a, b) => compareTimes(a.startedAt, b.startedAt))) this.#endTrace(trace);
  }

  #traceOf(traceId: string): Trace {
    const known = this.#traces.get(traceId);
    if (known !== undefined) return known;
    const [oldest] = this.#traces.values();
    if (this.#traces.size >= MAX_TRACES && oldest !== undefined) this.#endTrace(oldest);
    const made = newTrace(traceId);
    this.#traces.set(traceId, made);
    return made;
  }

  #endTrace(trace: Trace): void {
    this.#tellCalls(trace);
    const session = this.#sessionOf(trace);
    session.stop({ finalOutput: trace.answer.text, at: trace.endedAt });
    session.end();
    this.#traces.delete(trace.taskId);
  }

  #tellCalls(trace: Trace): void {
    if (trace.calls.count === 0) return;
    this.#waiting -= trace.calls.count;
    trace.calls.tell(this.#sessionOf(trace));
  }

  #sessionOf(trace: Trace): Conversation {
    if (trace.session !== null) return trace.session;
    const sessionId = trace.conversationId.text ?? trace.taskId;
    const config = namedConfigId(this.#host, trace.serviceName.text, trace.agentName.text, trace.model.text);
    const former = sessionId === trace.taskId ? {} : { formerId: trace.taskId };
    const session = new Conversation(
      { host: this.#host, sessionId, cwd: null, origin: 'transcript', ...former },
      config,
      this.#emit,
    );
    const began = { at: trace.startedAt, rowId: null };
    session.newTask(trace.taskText.text ?? '', began, { taskId: trace.taskId, mayBeginEarlier: true });
    trace.session = session;
    return session;
  }
}

function callOf({ spanId, name, attributes, startedAt, endedAt, ...span }: Span): FinishedCall {
  const errorType = textMember(attributes, 'error.type');
  const isError = span.isError || errorType !== null;
  return {
    callId: textMember(attributes, 'gen_ai.tool.call.id') ?? spanId,
    tool: textMember(attributes, 'gen_ai.tool.name') ?? name.replace(/^execute_tool /, ''),
    params: parsedOrText(firstOf(attributes, TOOL_ARGUMENTS)),
    output: firstOf(attributes, TOOL_RESULTS) ?? (isError ? (span.statusText ?? errorType) : null) ?? '',
    isError,
    startedAt,
    endedAt,
  };
}

function newTrace(taskId: string): Trace {
  return {
    taskId,
    session: null,
    conversationId: new ToldText('earliest'),
    agentName: new ToldText('earliest'),
    model: new ToldText('earliest'),
    serviceName: new ToldText('earliest'),
    taskText: new ToldText('earliest'),
    answer: new ToldText('latest'),
    startedAt: null,
    endedAt: null,
    calls: new WaitingCalls(),
  };
}

function learn(trace: Trace, span: Span): void {
  const { attributes } = span;
  trace.conversationId.learn(textMember(attributes, 'gen_ai.conversation.id'), span.startedAt);
  trace.agentName.learn(textMember(attributes, 'gen_ai.agent.name'), span.startedAt);
  trace.model.learn(textMember(attributes, 'gen_ai.request.model'), span.startedAt);
  trace.serviceName.learn(span.serviceName, span.startedAt);
  trace.taskText.learn(taskTextOf(attributes), span.startedAt);
  trace.answer.learn(answerOf(attributes), span.endedAt);
  if (trace.startedAt === null || compareTimes(span.startedAt, trace.startedAt) < 0) trace.startedAt = span.startedAt;
  if (compareTimes(trace.endedAt, span.endedAt) < 0) trace.endedAt = span.endedAt;
}

function firstOf(attributes: JsonObject, names: readonly string[]): PlainJson | undefined {
  return names.map((name) => member(attributes, name)).find((value) => value !== undefined);
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
