import { canonicalHash, printedText } from '../../base/canonical-json.ts';
import { isoTime } from '../../base/clock.ts';
import { PraxisError } from '../../base/errors.ts';
import { type ExactObject, exactFromPlain } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { uuidV7 } from '../../base/uuid.ts';
import { type Checkpoint, createCheckpoint, loadCheckpoint, type Policy } from '../../policy/index.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import { redactText } from '../../telemetry/redact.ts';
import { checkpointOf, RUNNING } from '../checkpoint-view.ts';
import type { Controller, ControllerState } from '../controller.ts';
import { type Counters, fromRow, type JournalledEvent, type StartedEvent } from '../journal.ts';
import { loadController } from '../mel-controller.ts';
import { intentId } from '../plan.ts';
import type { ProjectionRefs } from '../projections.ts';
import type { RunResult } from '../result.ts';
import { fold, type RunState } from '../state.ts';
import type { SessionRecord } from '../store.ts';
import type { Task } from '../task.ts';
import { completePassed } from './complete.ts';
import type { HeldCheckpoint, RunDeps } from './deps.ts';
import { restore } from './inspect.ts';
import { decideOpening, type FoundCheckpoint, type Opening, type OpeningRequest } from './opening.ts';
import { parPath, reportPath } from './projection-paths.ts';
import { documentOf } from './published-document.ts';
import { Recorder } from './recorder.ts';
import type { Session } from './session.ts';
import { readBack, takeUp } from './take-up.ts';

export interface OpenRequest {
  readonly task: Task;
  /** The task file as read, or the one that the flags stand for. */
  readonly taskText: string;
  readonly policy: Policy;
  readonly request: OpeningRequest;
  readonly answer: 'approve' | 'decline' | null;
  /** The run to resume; undefined: the newest of the task. */
  readonly sessionId: string | undefined;
  readonly refs: ProjectionRefs;
  /** The user named a controller for this run. */
  readonly isControllerGiven: boolean;
}

export type OpenedRun =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'lost'; readonly record: SessionRecord | null; readonly reason: string }
  /** It had passed already; what a crash had kept it from writing is there now. */
  | { readonly kind: 'completed'; readonly result: RunResult };

/** Begins a run or takes one up again. The checkpoint's lock is held when it returns a session. */
export async function openRun(request: OpenRequest, deps: RunDeps): Promise<OpenedRun> {
  const checkpoint = await deps.lockCheckpoint();
  try {
    return await openHeld(request, deps, checkpoint);
  } catch (error) {
    await checkpoint.release();
    throw error;
  }
}

async function openHeld(request: OpenRequest, deps: RunDeps, checkpoint: HeldCheckpoint): Promise<OpenedRun> {
  const { task } = request;
  const known = await knownRun(request, deps);
  if (known?.status === 'pass' && request.request !== 'new') {
    const result = await completePassed(request, deps, checkpoint, known);
    if (result !== undefined && request.request === 'resume') {
      await checkpoint.release();
      return { kind: 'completed', result };
    }
  }
  const opening = decideOpening({
    request: request.request,
    taskId: task.id,
    checkpointPath: task.checkpointPath,
    known,
    found: await findCheckpoint(task, checkpoint),
  });
  switch (opening.kind) {
    case 'lost':
      if (opening.session !== null) await endLeftAct(deps, await stateOfRun(deps, opening.session.id));
      await checkpoint.release();
      return { kind: 'lost', record: opening.session, reason: opening.reason };
    case 'resume':
      return { kind: 'session', session: await resume(request, deps, checkpoint, opening.session) };
    default:
      return { kind: 'session', session: await begin(request, deps, checkpoint, opening) };
  }
}

async function stateOfRun(deps: RunDeps, sessionId: string): Promise<RunState | undefined> {
  return fold(sessionId, (await deps.store.journal(sessionId)).map(fromRow));
}

/** A child of a killed run may write as long as it lives: it is ended before anything else is done or said. */
async function endLeftAct(deps: RunDeps, state: RunState | undefined): Promise<void> {
  const act = state?.current;
  if (act?.stage === 'acting' && act.group !== null)
    await deps.processes.endGroup(act.group.group, act.group.startTime);
}

/** Every file that a run writes in the work tree where others read it, absolute. */
function statePaths(task: Task): readonly string[] {
  return [task.checkpointPath, ...[parPath(task), reportPath(task)].map((path) => `${task.workTree}/${path}`)];
}

async function knownRun(request: OpenRequest, deps: RunDeps): Promise<SessionRecord | undefined> {
  const { task, sessionId } = request;
  const runs = await deps.store.sessions({ taskId: task.id, workTree: task.workTree });
  const open: SessionRecord[] = [];
  for (const run of runs.filter((candidate) => !candidate.isClosed)) {
    // A crash at the very start leaves a session without a row: it never began.
    if (run.status === 'running' && (await deps.store.journal(run.id)).length === 0) {
      await deps.store.append(run.id, 0, { entries: [], session: { isClosed: true } });
    } else open.push(run);
  }
  if (sessionId === undefined) return open[0];
  const named = open.find((run) => run.id === sessionId);
  if (named !== undefined) return named;
  throw new PraxisError('RUN_NOT_FOUND', `session ${sessionId} is no unfinished run of this task in ${task.workTree}`, {
    hint: 'See the runs with `praxis sessions`.',
  });
}

async function findCheckpoint(task: Task, checkpoint: HeldCheckpoint): Promise<FoundCheckpoint> {
  const file = await checkpoint.read();
  if (file === undefined) return { kind: 'none' };
  const loaded = loadCheckpoint(file.bytes, task.checkpointPath);
  return loaded.kind === 'checkpoint'
    ? { kind: 'loaded', checkpoint: loaded.checkpoint }
    : { kind: 'refused', message: loaded.message };
}

/** Hash of what decides how a run behaves from day to day: its kind of actor and what it may do. */
function agentConfigId(task: Task): string {
  const actor = JSON.parse(JSON.stringify(task.actor));
  return canonicalHash(exactFromPlain({ host: 'praxis', actor })).slice(0, 32);
}

function countersOf(checkpoint: Checkpoint): Counters {
  const { metrics } = checkpoint;
  return {
    cycle: Number(metrics.cycle),
    toolCalls: Number(metrics.tool_calls),
    transcriptBytes: Number(metrics.transcript_bytes),
    sameFailureRetries: Number(metrics.same_failure_retries),
    noEvidenceCycles: Number(metrics.no_evidence_cycles),
    // Whatever acted for the run that wrote it is gone with that run.
    activeChildren: 0,
    childrenSpawned: Number(metrics.children_spawned),
    lastCheckpointTranscriptBytes: Number(metrics.last_checkpoint_transcript_bytes),
    taskPacketTokens: Number(metrics.task_packet_tokens),
    parentSummaryTokens: Number(metrics.parent_summary_tokens),
    memoryDigestTokens: Number(metrics.memory_digest_tokens),
    childResultWords: Number(metrics.child_result_words),
  };
}

function startedController(
  deps: RunDeps,
  policy: Policy,
  sessionId: string,
  cycle: number,
): Pick<StartedEvent, 'intents' | 'controller'> {
  const totalActions = Math.max(0, Number(policy.limits.max_cycles) - cycle);
  const intent = { action: 'start', totalActions, totalQueries: Math.ceil(totalActions / 2) } as const;
  const step = deps.controller.step(deps.controller.initial, intent, intentId(sessionId, cycle, 'start'));
  const controller: ControllerState = step.kind === 'completed' ? step.state : deps.controller.initial;
  return { intents: step.kind === 'completed' ? [intent] : [], controller };
}

async function begin(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  opening: Extract<Opening, { kind: 'begin' | 'adopt' }>,
): Promise<Session> {
  const { task, policy } = request;
  const at = isoTime(deps.clock.nowMs());
  const sessionId = uuidV7(deps.clock, deps.random);
  await deps.files.sweep(statePaths(task), null);
  if (opening.kind === 'begin') await makeRoom(task, deps, opening, at);
  const adopted = opening.kind === 'adopt' ? opening.checkpoint : null;
  const base = adopted?.document ?? createCheckpoint({ taskId: task.id, parentId: null, updatedAt: at });
  const elapsedMs = adopted === null ? 0 : Math.ceil(Number(adopted.metrics.elapsed_seconds) * 1000);
  const started: StartedEvent = {
    kind: 'started',
    taskId: task.id,
    taskText: redactText(request.taskText) === request.taskText ? request.taskText : null,
    taskFile: task.file,
    policyId: policy.policyId,
    policySha256: policy.hash,
    controllerSha256: deps.controller.sha256,
    agentConfigId: agentConfigId(task),
    adopted: adopted === null ? null : { counters: countersOf(adopted), elapsedMs, evidenceRefs: adopted.evidenceRefs },
    ...startedController(deps, policy, sessionId, adopted === null ? 0 : Number(adopted.metrics.cycle)),
    checkpointSha256: '',
  };
  const first = firstEntry(sessionId, base, { at, elapsedMs, event: started });
  // File first: a crash here leaves a checkpoint that a resume adopts, never a journal whose checkpoint is gone.
  await (adopted === null ? checkpoint.create(first.document) : checkpoint.publish(first.document));
  await deps.store.createSession(sessionRecord(task, sessionId, at));
  const session = assemble(request, deps, checkpoint, {
    recorder: new Recorder({
      store: deps.store,
      clock: deps.clock,
      state: first.state,
      nextSeq: 0,
      earlierMs: elapsedMs,
      waiting: [first.entry],
    }),
    base,
    published: first.document,
    inDoubtMs: 0,
    agentConfigId: started.agentConfigId,
  });
  session.recorder.keep(first.sha256, printedText(first.document));
  session.recorder.keep(deps.controller.sha256, deps.controller.source);
  session.recorder.keep(policy.hash, printedText(policy.document));
  await session.recorder.commit({ events: deps.isCaptureOn ? startMarks(session, at) : [] });
  deps.onProgress({
    kind: 'started',
    session: sessionId,
    goal: task.goal,
    policyId: policy.policyId,
    isResumed: false,
  });
  return session;
}

function firstEntry(sessionId: string, base: ExactObject, entry: JournalledEvent & { readonly event: StartedEvent }) {
  const draft = fold(sessionId, [entry]);
  if (draft === undefined) throw new TypeError('a start begins a state');
  const document = checkpointOf(base, draft, RUNNING);
  const sha256 = sha256Hex(printedText(document));
  const event = { ...entry.event, checkpointSha256: sha256 };
  return { entry: { ...entry, event }, state: { ...draft, started: event, published: [sha256] }, document, sha256 };
}

/** A run keeps the controller it began with, whatever is embedded now; another one that was asked for is refused. */
async function controllerOfRun(
  deps: RunDeps,
  request: OpenRequest,
  record: SessionRecord,
  sha256: string,
): Promise<Controller> {
  if (deps.controller.sha256 === sha256) return deps.controller;
  if (request.isControllerGiven) {
    throw new PraxisError(
      'RUN_NOT_RESUMABLE',
      `session ${record.id} is steered by controller ${sha256}, not by ${deps.controller.sha256}`,
      { hint: 'Resume it without --controller, or with the one it began with.' },
    );
  }
  const loaded = loadController((await deps.store.blob(sha256)) ?? '', `controller ${sha256}`);
  if (loaded.kind === 'controller') return loaded.controller;
  throw new PraxisError('STORE_CORRUPT', loaded.problems[0] ?? 'the controller of the run cannot be read', {
    hint: 'The library was damaged; begin anew with `--new`.',
  });
}

/** An old checkpoint keeps its content under the name of the run it belonged to. */
async function makeRoom(
  task: Task,
  deps: RunDeps,
  opening: Extract<Opening, { kind: 'begin' }>,
  at: string,
): Promise<void> {
  const { closes, movesAside } = opening;
  if (closes !== null) {
    const rows = await deps.store.journal(closes.id);
    await endLeftAct(deps, fold(closes.id, rows.map(fromRow)));
    const last = rows.at(-1);
    await deps.store.append(closes.id, (last?.seq ?? -1) + 1, {
      entries: [
        {
          at,
          elapsedMs: last?.elapsedMs ?? 0,
          kind: 'replaced',
          body: { reason: closes.status === 'pass' ? 'finished' : 'given up with --new' },
        },
      ],
      session: { isClosed: true, ...(closes.endedAt === null ? { endedAt: at } : {}) },
    });
  }
  if (movesAside) {
    const name = closes?.id ?? at.replaceAll(':', '-');
    await deps.files.moveAside(task.checkpointPath, task.checkpointPath.replace(/(\.[^./]*)?$/, `.${name}$1`));
  }
}

function sessionRecord(task: Task, id: string, at: string): SessionRecord {
  return {
    v: 1,
    id,
    taskId: task.id,
    topic: task.topic,
    goal: redactText(task.goal),
    workTree: task.workTree,
    checkpointPath: task.checkpointPath,
    startedAt: at,
    endedAt: null,
    status: 'running',
    exit: null,
    cycles: 0,
    isClosed: false,
  };
}

function startMarks(session: Session, at: string): readonly MarkRecord[] {
  const { deps, task, recorder } = session;
  const base = () => ({
    v: 1 as const,
    eventId: uuidV7(deps.clock, deps.random),
    sessionId: recorder.state.sessionId,
    taskId: task.id,
    at,
  });
  return [
    { ...base(), type: 'session_start' },
    { ...base(), type: 'task_start', taskText: redactText(task.goal), agentConfigId: session.agentConfigId },
  ];
}

async function resume(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  record: SessionRecord,
): Promise<Session> {
  const rows = await deps.store.journal(record.id);
  const back = readBack(record.id, rows, deps.lives);
  await endLeftAct(deps, back.state);
  await deps.files.sweep(statePaths(request.task), back.state.current?.intended?.outputName ?? null);
  const { started } = back.state;
  const steered = { ...deps, controller: await controllerOfRun(deps, request, record, started.controllerSha256) };
  const sha256 = back.state.published[0] ?? '';
  const published = documentOf(await deps.store.blob(sha256), sha256);
  const session = assemble(request, steered, checkpoint, {
    recorder: new Recorder({
      store: deps.store,
      clock: deps.clock,
      state: back.state,
      nextSeq: back.nextSeq,
      earlierMs: back.aliveMs,
      waiting: [],
    }),
    base: published,
    published,
    inDoubtMs: back.inDoubtMs,
    agentConfigId: started.agentConfigId,
  });
  session.recorder.keep(request.policy.hash, printedText(request.policy.document));
  if (back.state.pendingDrift.length > 0) await restore(session, back.state.pendingDrift);
  await takeUp(session, request.answer);
  return session;
}

function assemble(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  own: Pick<Session, 'recorder' | 'base' | 'published' | 'inDoubtMs' | 'agentConfigId'>,
): Session {
  return {
    task: request.task,
    policy: request.policy,
    deps,
    refs: request.refs,
    checkpoint,
    critiqueText: '',
    treeAfterAct: null,
    treeBeforeAct: null,
    prompt: '',
    observations: null,
    isLockPassed: false,
    result: null,
    ...own,
  };
}
