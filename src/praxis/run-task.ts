import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { agentSessions } from '../host/agent-sessions.ts';
import { systemClock } from '../host/clock.ts';
import { type Environment, readEnvironment } from '../host/environment.ts';
import { rememberLibrary } from '../host/last-library.ts';
import { type Lease, takeLease } from '../host/lease.ts';
import { ensureLibrary, findLibrary, USER_LIBRARY } from '../host/library-location.ts';
import { liveRegistry } from '../host/live-registry.ts';
import { createProcesses } from '../host/process/create-processes.ts';
import { ownIdentity } from '../host/process-identity.ts';
import { systemRandom } from '../host/random.ts';
import { prepareScratchFolder } from '../host/work-tree-folder.ts';
import { lockFile, openCheckpointFile } from '../policy/file-store/index.ts';
import { HUMAN_KEYS_VARIABLE, parseHumanKeys } from '../policy/index.ts';
import { createActor } from '../run/actors/create-actor.ts';
import type { Controller } from '../run/controller.ts';
import { type Guidance, NO_GUIDANCE } from '../run/guidance.ts';
import type { RunProgress } from '../run/progress.ts';
import type { RunResult } from '../run/result.ts';
import { failedResult, lostResult, refusedResult } from '../run/result-of.ts';
import type { RunPolicy } from '../run/run-policy.ts';
import type { RunDeps } from '../run/session/deps.ts';
import { drive } from '../run/session/drive.ts';
import { note } from '../run/session/inspect.ts';
import { openRun } from '../run/session/open.ts';
import type { OpenRequest } from '../run/session/open-request.ts';
import type { OpeningRequest } from '../run/session/opening.ts';
import type { RunStore } from '../run/store.ts';
import type { Task } from '../run/task.ts';
import { openSqliteLibrary } from '../store/sqlite/run-store.ts';
import { fillRecord } from '../telemetry/fill-record.ts';
import { confinement } from './confine.ts';
import { readController } from './controller-file.ts';
import type { RunRequest, RunWatch } from './door.ts';
import { drawOnParent, type Purse } from './draw.ts';
import { libraryGuidance } from './guidance.ts';
import { learnLater } from './learn-later.ts';
import { holdoutRate } from './library/holdout-rate.ts';
import type { LoadedTask } from './load-task.ts';
import { openTree } from './open-tree.ts';
import { readPolicyFile } from './policy-file.ts';
import { resolveTask } from './resolve-task.ts';
import { runFiles } from './run-files.ts';
import { sealRun } from './telemetry/seal-run.ts';
import { openWorktrees } from './worktrees.ts';

/** How long a run waits for a person who is signing its checkpoint, in ms. */
const CHECKPOINT_WAIT_MS = 10_000;

/** Runs one task to its end: task, lease, policy, checkpoint, then the loop. */
export async function runTask(
  request: RunRequest,
  watch: RunWatch,
  environment: Environment = readEnvironment(),
): Promise<RunResult> {
  const resolved = inGroup(await resolveTask(request, environment), request.group);
  const { task } = resolved.loaded;
  const read = readPolicyFile(task.policyPath);
  const controller = await readController(request.controllerFile, request.cwd);
  const lease = await takeLease(task.workTree, lockFile, systemClock);
  try {
    if (read.kind === 'fail-closed') return failedResult(task, read.decision);
    return await runLeased(request, watch, { ...resolved, policy: read.policy, controller, environment, lease });
  } finally {
    await lease.release();
  }
}

interface Leased {
  readonly loaded: LoadedTask;
  readonly sessionId: string | undefined;
  readonly policy: RunPolicy;
  readonly controller: Controller;
  readonly environment: Environment;
  readonly lease: Lease;
}

async function runLeased(request: RunRequest, watch: RunWatch, leased: Leased): Promise<RunResult> {
  const { loaded, environment } = leased;
  const { task } = loaded;
  const name = request.library ?? task.library ?? environment.library;
  const library = ensureLibrary({ home: environment.home, workTree: task.workTree, name }, systemRandom);
  rememberLibrary(task.workTree, library.libraryId);
  const store = await openSqliteLibrary(library.databasePath, {
    clock: systemClock,
    random: systemRandom,
    durability: 'power-cut',
    fill: fillRecord,
  });
  const drawing = await drawOnParent(
    {
      task,
      policy: leased.policy,
      parent: request.parent,
      reserve: request.reserve,
      isResume: request.resume.kind !== 'none',
    },
    { ledger: store.ledger, databasePath: library.databasePath },
    environment,
  );
  if (drawing.kind === 'refused') {
    await store.close();
    return refusedResult(task, drawing.reason);
  }
  const { purse } = drawing;
  const stopper = endWith(purse, watch.signal);
  const registry = liveRegistry(environment.home);
  const live = { kind: 'run', session: `${process.pid}-${task.id}`, tree: task.workTree, ...ownIdentity() };
  registry.register(live);
  const lessons = libraryGuidance({
    cwd: task.workTree,
    library: name,
    holdout: holdoutRate(environment),
    isEmpty: async () => (await store.experience.stamp()).version === 0 && !hasUserLibrary(environment, task.workTree),
  });
  const guidance = environment.isCaptureOff ? NO_GUIDANCE : lessons;
  try {
    const deps = await depsOf(
      { ...watch, signal: stopper.signal },
      leased,
      { store, libraryId: library.libraryId, guidance, registry, account: purse.account },
      live.session,
    );
    const opened = await openRun(openRequestOf(request, leased), deps);
    if (opened.kind === 'completed') return opened.result;
    if (opened.kind === 'lost') return lostResult(task, opened.record, opened.reason);
    // What a run left that was killed, be it this one or another of this tree.
    await deps.worktrees?.removeAll();
    if (purse.parent !== null) note(opened.session, drawnText(purse.parent));
    try {
      const result = await drive(opened.session);
      await sealRun(store, result.session);
      learnLater(task.workTree, name, environment);
      return result;
    } finally {
      await opened.session.checkpoint.release();
    }
  } finally {
    stopper.done();
    registry.unregister(live.kind, live.session);
    await lessons.close();
    await purse.close();
    await store.close();
  }
}

/** A run that lives on another one ends with that: nothing may be spent once nobody is left to account for it. */
function endWith({ parent }: Purse, signal: AbortSignal): { readonly signal: AbortSignal; done(): void } {
  if (parent === null) return { signal, done: () => undefined };
  const own = new AbortController();
  const timer = setInterval(() => {
    if (parent.isGone()) own.abort();
  }, 500);
  return { signal: AbortSignal.any([signal, own.signal]), done: () => clearInterval(timer) };
}

function drawnText({ session, amounts }: NonNullable<Purse['parent']>): string {
  return `lives on session ${session}, which set ${amounts.toolCalls} tool calls and ${amounts.children} children aside for it`;
}

function openRequestOf(request: RunRequest, leased: Leased): OpenRequest {
  const { task, text } = leased.loaded;
  const isResume = request.resume.kind !== 'none';
  const opening: OpeningRequest = isResume ? 'resume' : request.isNew ? 'new' : 'run';
  return {
    task,
    taskText: text,
    policy: leased.policy,
    request: opening,
    answer: answerOf(request, leased.policy),
    sessionId: leased.sessionId,
    refs: { policy: shown(task, task.policyPath), checkpoint: shown(task, task.checkpointPath) },
    isControllerGiven: request.controllerFile !== null,
  };
}

/** A word at the terminal counts only where no keys could sign a record instead. */
function answerOf(request: RunRequest, policy: RunPolicy): 'approve' | 'decline' | null {
  if (request.answer === null) return null;
  if (policy.keyHashes.size > 0) {
    throw new PraxisError('USAGE', 'the policy names keys, so an answer has to be a signed record in the checkpoint', {
      hint: 'Sign it with `praxis checkpoint sign`, then resume without --answer.',
    });
  }
  if (!request.isTerminal) {
    throw new PraxisError('USAGE', '--answer is for a person at a terminal', { hint: 'Call it from a terminal.' });
  }
  return request.answer;
}

function shown(task: Task, path: string): string {
  const inside = relative(task.workTree, path);
  return inside.startsWith('..') ? path : inside;
}

function hasUserLibrary({ home }: Environment, workTree: string): boolean {
  const location = findLibrary({ home, workTree, name: USER_LIBRARY });
  return location !== undefined && existsSync(location.databasePath);
}

/** What of the rooms around it a run is joined with. */
interface Joined {
  readonly store: RunStore;
  readonly libraryId: string;
  readonly guidance: Guidance;
  readonly registry: ReturnType<typeof liveRegistry>;
  readonly account: Purse['account'];
}

async function depsOf(
  watch: RunWatch,
  leased: Leased,
  { store, libraryId, guidance, registry, account }: Joined,
  liveSession: string,
): Promise<RunDeps> {
  const { controller, environment, lease } = leased;
  const { task } = leased.loaded;
  const { tree, rules, criteriaFiles } = await openTree(task);
  const keys = parseHumanKeys(environment.humanKeysJson ?? undefined);
  if (keys.kind === 'refused') {
    throw new PraxisError('POLICY_INVALID', keys.message, { hint: `Mend ${HUMAN_KEYS_VARIABLE}.` });
  }
  prepareScratchFolder(task.workTree, '.coord');
  const confine = await confinement(task);
  const worktrees = openWorktrees(task, tree);
  if (worktrees === null && task.group.attempts > 1) {
    throw new PraxisError(
      'TASK_INVALID',
      `a group of ${task.group.attempts} attempts needs git, and ${task.workTree} is in no repository`,
      {
        hint: 'Make it one with `git init`, or leave the group out.',
      },
    );
  }
  return {
    clock: systemClock,
    random: systemRandom,
    store,
    libraryId,
    account,
    processes: createProcesses({
      outputDir: join(task.workTree, '.praxis', 'run'),
      clock: systemClock,
      childEnvironment: environment.childEnvironment,
    }),
    confine,
    tree,
    worktrees,
    files: runFiles(task.workTree),
    criteriaFiles,
    controller,
    actor: createActor(task.actor),
    sessions: agentSessions({ claude: environment.claudeFolder, codex: environment.codexFolder }),
    guidance,
    rules,
    isTreeShared: () => registry.list().some((other) => other.tree === task.workTree && other.session !== liveSession),
    lockCheckpoint: () => openCheckpointFile(task.checkpointPath, { waitMs: CHECKPOINT_WAIT_MS }),
    humanKeys: keys.keys,
    isCaptureOn: !environment.isCaptureOff,
    lives: lease.lives,
    onProgress: (event) => tell(watch, event),
    signal: watch.signal,
  };
}

function tell(watch: RunWatch, event: RunProgress): void {
  try {
    watch.onProgress(event);
  } catch (error) {
    // The run must not end halfway for a watcher's fault, nor may the fault be lost.
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** A group that the command asks for stands for that of the task file. */
function inGroup<Resolved extends { readonly loaded: LoadedTask }>(
  resolved: Resolved,
  attempts: number | null,
): Resolved {
  if (attempts === null) return resolved;
  const { loaded } = resolved;
  return { ...resolved, loaded: { ...loaded, task: { ...loaded.task, group: { ...loaded.task.group, attempts } } } };
}
