import type { PlainJson } from '../../base/exact-json.ts';
import { type AgentFacts, agentConfigId } from '../agent-config.ts';
import { readCorrection } from '../correction.ts';
import { bounded, boundedText } from './bounded.ts';
import type { Finding, FoundCall, ImportedSession } from './importer.ts';
import { betweenMs } from './json-view.ts';
import { keptOutput } from './kept-output.ts';
import { KeySet } from './key-set.ts';
import type { Place, SeenCallStart, SeenPrompt, SeenResult, TaskOptions } from './seen.ts';

interface Task {
  readonly taskId: string;
  readonly text: string;
  readonly place: Place;
  /** Time that is part of its name. */
  readonly namedAt: string | null;
  readonly groupKey: string | null;
  configId: string | null;
  seq: number;
  turn: number;
  lastUserText: string;
  lastAssistantText: string;
  /** Text of the agent after its last call: what the user sees as the answer. */
  answer: string | null;
  answeredAt: string | null;
  isInterrupted: boolean;
  /** The source says that the agent has stopped, and no call came after it. */
  isStopped: boolean;
  isEnded: boolean;
}

interface OpenCall {
  readonly task: Task;
  readonly start: SeenCallStart;
  readonly callId: string | number;
  readonly seq: number;
  readonly turn: number;
  readonly lastUserText: string;
  readonly lastAssistantText: string;
}

/** More calls than that are never under way; the oldest is told as one without a result. */
const MAX_OPEN = 256;
const UNKNOWN_TOOL = 'unknown';

/** Follows one session of a source: which task a call belongs to, which result to which call, and what a user corrects. */
export class Conversation {
  readonly sessionId: string;
  readonly #session: ImportedSession;
  readonly #emit: (finding: Finding) => void;
  #agent: AgentFacts | string;
  #task: Task | null = null;
  #isAnnounced = false;
  #prompts = 0;
  #calls = 0;
  readonly #agents = new Map<string, Task>();
  readonly #open = new Map<string | number, OpenCall>();
  readonly #seen = new KeySet();
  readonly #taskIds = new Set<string>();

  /** `agent`: what is known of it, or its `agentConfigId` where the source names it by other words. */
  constructor(session: ImportedSession, agent: AgentFacts | string, emit: (finding: Finding) => void) {
    this.sessionId = session.sessionId;
    this.#session = session;
    this.#agent = agent;
    this.#emit = emit;
  }

  /** Takes note of what is told of the agent; it holds for the tasks that begin from here on. */
  learn(facts: Partial<Omit<AgentFacts, 'host'>>): void {
    if (typeof this.#agent !== 'string') this.#agent = { ...this.#agent, ...facts };
  }

  /** A message of the user: a new task, or feedback on the one before where it corrects an answer. */
  prompt(prompt: SeenPrompt): void {
    this.announce();
    const before = this.#task;
    const text = boundedText(prompt.text);
    if (before?.answer != null && !before.isInterrupted && readCorrection(text).isCorrection) {
      this.#endTask(before, 'completed');
      this.#emit({
        kind: 'feedback',
        feedback: { ...this.#base(before, prompt), verdict: 'correct', text, source: 'phrases' },
      });
      before.lastUserText = text;
      return;
    }
    this.newTask(text, prompt, { taskId: prompt.taskId ?? null });
  }

  /** Text of the agent. `isNewTurn`: it belongs to another response of the model than what came before. */
  said(text: string, place: Place, isNewTurn: boolean, agentId: string | null = null): void {
    const task = this.#taskOf(agentId, place, false);
    if (task === null) return;
    if (isNewTurn) task.turn += 1;
    if (text.trim() === '') return;
    this.#tell(task);
    task.lastAssistantText = boundedText(text);
    task.answer = task.lastAssistantText;
    task.answeredAt = place.at;
    this.#emit({ kind: 'said', text });
  }

  /** What a subagent was asked to do. */
  agentPrompt(agentId: string, text: string, place: Place): void {
    this.announce();
    const task = this.#agents.get(agentId);
    if (task === undefined)
      this.#agents.set(agentId, this.#newTask(`${this.sessionId}/${agentId}`, boundedText(text), place));
    else task.lastUserText = boundedText(text);
  }

  /** Number of subagents whose tasks were met. */
  get agentCount(): number {
    return this.#agents.size;
  }

  /** Number of subagents that made calls. */
  get workingAgents(): number {
    return [...this.#agents.values()].filter((task) => task.seq > 0).length;
  }

  /** A call of the agent. A second one with the same id is none. Gives what the call is known by. */
  call(start: SeenCallStart, isNewTurn: boolean): string | number {
    const callId = start.callId ?? this.#calls;
    if (!this.#seen.add(callId)) return callId;
    this.#calls += 1;
    const task = this.#taskOf(start.agentId ?? null, start, true);
    if (isNewTurn || task.turn === 0) task.turn += 1;
    this.#tell(task);
    const { turn, lastUserText, lastAssistantText } = task;
    const params = bounded(start.params);
    const open = { task, start: { ...start, params }, callId, seq: task.seq, turn, lastUserText, lastAssistantText };
    task.seq += 1;
    task.answer = null;
    task.isStopped = false;
    this.#open.set(callId, open);
    const { sessionId } = this;
    if (start.toldAs === undefined) {
      this.#emit({ kind: 'call-started', call: { sessionId, taskId: task.taskId, callId, tool: start.tool, params } });
    }
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#leaveOpen(oldest, true);
    return callId;
  }

  /** Tool and params of a call that has no result yet. */
  openCall(callId: string | number): { readonly tool: string; readonly params: PlainJson } | undefined {
    return this.#open.get(callId)?.start;
  }

  /** The result of a call; of one that is missing, the call counts with unknown params. */
  result(callId: string | number, result: SeenResult, agentId: string | null = null): void {
    const open = this.#open.get(callId);
    if (open !== undefined) {
      this.#open.delete(callId);
      this.#emit({ kind: 'call', call: this.#found(open, result, true) });
      return;
    }
    if (this.#seen.add(callId)) this.#calls += 1;
    const task = this.#taskOf(agentId, result, true);
    this.#tell(task);
    const start = { callId: null, tool: UNKNOWN_TOOL, params: null, at: null, rowId: null };
    const { seq, turn, lastUserText, lastAssistantText } = task;
    task.seq += 1;
    const lost = { task, start, callId, seq, turn, lastUserText, lastAssistantText };
    this.#emit({ kind: 'call', call: { ...this.#found(lost, result, true), rowId: null } });
  }

  /** Forgets a call that turned out to be none. */
  drop(callId: string | number): void {
    this.#open.delete(callId);
  }

  /** Whether a call of that id was met, open or not. */
  knows(callId: string | number): boolean {
    return this.#seen.has(callId);
  }

  /** The user stopped the agent. */
  interrupted(): void {
    if (this.#task !== null) this.#task.isInterrupted = true;
  }

  /** A verifier's judgement of the present task, 0 to 1. */
  outcome(value: number, source: string, place: Place): void {
    const task = this.#taskOf(null, place, true);
    this.#tell(task);
    this.#emit({
      kind: 'outcome',
      outcome: { ...this.#base(task, place), value: Math.min(1, Math.max(0, value)), source },
    });
  }

  /** The agent has stopped, for all that is known: the task may go on when something comes back from the background. */
  paused(): void {
    if (this.#task !== null) this.#task.isStopped = true;
  }

  /** The present task is over for good. */
  stop(end: { readonly finalOutput?: string | null; readonly status?: string; readonly at: string | null }): void {
    const task = this.#task;
    if (task === null) return;
    if (end.finalOutput != null) task.answer = boundedText(end.finalOutput);
    task.answeredAt = end.at ?? task.answeredAt;
    this.#endTask(task, end.status ?? (task.isInterrupted ? 'interrupted' : 'completed'));
  }

  /** A message of the user that begins no task: the source tells where tasks begin. */
  userSaid(text: string): void {
    if (this.#task !== null) this.#task.lastUserText = boundedText(text);
  }

  get hasTask(): boolean {
    return this.#task !== null;
  }

  /** A new task where the source itself says where one begins: its text is no feedback on the one before. */
  newTask(text: string, place: Place, options: TaskOptions = {}): void {
    this.announce();
    this.#closeTask();
    this.#prompts += 1;
    this.#task = this.#newTask(this.#taskIdOf(options), boundedText(text), place, options);
    this.#emit({ kind: 'trajectory' });
  }

  /** Forgets the present task, so that what follows belongs to the next one. */
  leaveTask(): void {
    this.#task = null;
  }

  /** Announces the session before anything of it is told. */
  announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.#emit({ kind: 'session', session: this.#session });
  }

  /** The source ends here. `isNamed` false for an open call: it is told so, see `FoundCall`. */
  end(isNamed: (callId: string | number) => boolean = () => true): void {
    for (const callId of [...this.#open.keys()]) this.#leaveOpen(callId, isNamed(callId));
    if (this.#task !== null) this.#tell(this.#task);
    if (this.#task?.isStopped === true || this.#task?.isInterrupted === true) this.#closeTask();
    for (const task of this.#agents.values()) this.#tell(task);
  }

  #leaveOpen(callId: string | number, isNamed: boolean): void {
    const open = this.#open.get(callId);
    if (open === undefined) return;
    this.#open.delete(callId);
    const none = { output: null, verdict: { ok: null }, at: null, rowId: null, durationMs: null } as const;
    this.#emit({ kind: 'call', call: this.#found(open, none, isNamed) });
  }

  #found(open: OpenCall, result: SeenResult, isNamed: boolean): FoundCall {
    const { task, start, callId, seq } = open;
    return {
      sessionId: this.sessionId,
      taskId: task.taskId,
      taskAt: task.namedAt,
      at: start.at,
      rowId: start.rowId === null ? null : `${start.rowId}/${callId}`,
      callId,
      ...(start.toldAs === undefined ? {} : { toldAs: start.toldAs }),
      tool: start.tool,
      params: start.params,
      seq,
      isNamed,
      ...keptOutput(result.output, result.verdict),
      ...(result.outputBytes == null ? {} : { outputBytes: result.outputBytes }),
      verdict: result.verdict,
      durationMs: result.durationMs ?? betweenMs(start.at, result.at),
      context: {
        taskText: task.text,
        turn: open.turn,
        lastUserText: open.lastUserText,
        lastAssistantText: open.lastAssistantText,
        ...(start.parentEventId === undefined ? {} : { parentEventId: start.parentEventId }),
        agentConfigId: this.#configOf(task),
      },
    };
  }

  #taskOf(agentId: string | null, place: Place, isNeeded: true): Task;
  #taskOf(agentId: string | null, place: Place, isNeeded: boolean): Task | null;
  #taskOf(agentId: string | null, place: Place, isNeeded: boolean): Task | null {
    this.announce();
    if (agentId !== null) {
      const known = this.#agents.get(agentId) ?? this.#newTask(`${this.sessionId}/${agentId}`, '', place);
      this.#agents.set(agentId, known);
      return known;
    }
    if (this.#task !== null || !isNeeded) return this.#task;
    // Calls before the first prompt are a task without text.
    this.#task = this.#newTask(this.#taskIdOf({}), '', place);
    this.#emit({ kind: 'trajectory' });
    return this.#task;
  }

  /** One turn of a host may hold several prompts; the later ones take a number. */
  #taskIdOf(prompt: { readonly taskId?: string | null }): string {
    const own = prompt.taskId ?? `${this.sessionId}/${this.#prompts}`;
    let id = own;
    for (let n = 2; this.#taskIds.has(id); n++) id = `${own}/${n}`;
    this.#taskIds.add(id);
    return id;
  }

  #newTask(taskId: string, text: string, place: Place, options: TaskOptions = {}): Task {
    return {
      taskId,
      text,
      place: { at: place.at, rowId: place.rowId },
      namedAt: options.mayBeginEarlier === true ? null : place.at,
      groupKey: options.groupKey ?? null,
      configId: null,
      seq: 0,
      turn: 0,
      lastUserText: text,
      lastAssistantText: '',
      answer: null,
      answeredAt: null,
      isInterrupted: false,
      isStopped: false,
      isEnded: false,
    };
  }

  #configOf(task: Task): string {
    task.configId ??= typeof this.#agent === 'string' ? this.#agent : agentConfigId(this.#agent);
    return task.configId;
  }

  /** Told as late as possible: the model shows itself only in the first answer. */
  #tell(task: Task): void {
    if (task.configId !== null) return;
    const { text, groupKey } = task;
    const agent = this.#configOf(task);
    this.#emit({
      kind: 'task',
      task: { ...this.#base(task, task.place), taskText: text, groupKey, agentConfigId: agent },
    });
  }

  #endTask(task: Task, status: string): void {
    if (task.isEnded) return;
    task.isEnded = true;
    this.#tell(task);
    const place = { at: task.answeredAt, rowId: null };
    this.#emit({ kind: 'task-end', end: { ...this.#base(task, place), finalOutput: task.answer ?? '', status } });
  }

  #closeTask(): void {
    const task = this.#task;
    if (task !== null) this.#endTask(task, task.answer === null || task.isInterrupted ? 'interrupted' : 'completed');
  }

  #base(task: Task, place: Place) {
    const { at, rowId } = place;
    return { sessionId: this.sessionId, taskId: task.taskId, taskAt: task.namedAt, at, rowId };
  }
}
