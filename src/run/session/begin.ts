import { canonicalHash, printedText } from '../../base/canonical-json.ts';
import { isoTime } from '../../base/clock.ts';
import { type ExactObject, exactFromPlain, isExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { uuidV7 } from '../../base/uuid.ts';
import type { Checkpoint, UsageName } from '../../policy/index.ts';
import { redactText } from '../../telemetry/redact.ts';
import { cyclesLeft } from '../bounds.ts';
import { checkpointOf, RUNNING } from '../checkpoint-view.ts';
import { fold } from '../fold/fold.ts';
import type { Counters, JournalledEvent, StartedEvent } from '../journal.ts';
import { intentId } from '../plan.ts';
import type { RunPolicy } from '../run-policy.ts';
import { stepController } from '../step-controller.ts';
import type { SessionRecord } from '../store.ts';
import type { Task } from '../task.ts';
import { NO_USAGE, UNKNOWN_USAGE, type Usage } from '../usage.ts';
import { assemble } from './assemble.ts';
import type { HeldCheckpoint, RunDeps } from './deps.ts';
import { firstCheckpoint } from './first-checkpoint.ts';
import { makeRoom } from './make-room.ts';
import type { OpenRequest } from './open-request.ts';
import type { Opening } from './opening.ts';
import { Recorder } from './recorder.ts';
import type { Session } from './session.ts';
import { startMarks } from './start-marks.ts';
import { statePaths } from './state-paths.ts';
import { warnAtStart } from './warn-at-start.ts';

/** Begins a run, at zero or with what an adopted checkpoint counted. */
export async function begin(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  opening: Extract<Opening, { kind: 'begin' | 'adopt' }>,
): Promise<Session> {
  const { task, policy } = request;
  const at = isoTime(deps.clock.nowMs());
  const sessionId = uuidV7(deps.clock, deps.random);
  await deps.files.sweep(statePaths(task), null);
  if (opening.kind === 'begin') await makeRoom(request, deps, checkpoint, opening, at);
  const adopted = opening.kind === 'adopt' ? opening.checkpoint : null;
  const base = opening.kind === 'adopt' ? opening.document : firstCheckpoint(policy, task.id, at);
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
    adopted:
      adopted === null
        ? null
        : {
            counters: countersOf(adopted),
            elapsedMs,
            evidenceRefs: adopted.evidenceRefs,
            usage: usageOfDocument(base, adopted),
          },
    ...startedController(deps, policy, base, sessionId, adopted === null ? 0 : Number(adopted.metrics.cycle)),
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
  await session.recorder.commit({ events: startMarks(session, at) });
  deps.onProgress({
    kind: 'started',
    session: sessionId,
    goal: task.goal,
    policyId: policy.policyId,
    isResumed: false,
  });
  warnAtStart(session);
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

function startedController(
  deps: RunDeps,
  policy: RunPolicy,
  base: ExactObject,
  sessionId: string,
  cycle: number,
): Pick<StartedEvent, 'intents' | 'controller'> {
  const totalActions = cyclesLeft(policy, base, cycle);
  const intent = { action: 'start', totalActions, totalQueries: Math.ceil(totalActions / 2) } as const;
  const { controller } = deps;
  const id = intentId(sessionId, cycle, 'start');
  return { intents: [intent], controller: stepController(controller, controller.initial, intent, id) };
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

/** What an adopted checkpoint says was used; one without a goal says nothing, and no child means nothing was. */
function usageOfDocument(document: ExactObject, checkpoint: Checkpoint): Usage {
  const usage = document.get('usage') ?? null;
  if (!isExactObject(usage)) return checkpoint.metrics.children_spawned === 0n ? NO_USAGE : UNKNOWN_USAGE;
  const value = (name: UsageName): number | null => {
    const found = usage.get(name) ?? null;
    return found === null ? null : Number(found);
  };
  return {
    inputTokens: value('input_tokens'),
    cachedInputTokens: value('cached_input_tokens'),
    outputTokens: value('output_tokens'),
    costMicrousd: value('cost_microusd'),
  };
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
