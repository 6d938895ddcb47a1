import type { CallRecord } from '../../telemetry/event.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { Candidate, Turn } from '../actor.ts';
import { runCritique } from '../criteria/run-critique.ts';
import type { Critique } from '../critique.ts';
import type { AttemptedEvent, PlannedEvent } from '../journal.ts';
import type { ProcessEnd } from '../processes.ts';
import { judgeChanges } from '../scope.ts';
import { KEPT_OUTPUT } from '../session/act.ts';
import { callOf } from '../session/calls.ts';
import { follow, type Outcome } from '../session/follow.ts';
import { keepPatch } from '../session/inspect.ts';
import { leftMs, type Session, stateOf } from '../session/session.ts';
import type { TreeChange } from '../tree.ts';
import { treeChanges } from '../tree-changes.ts';
import { attemptTaskId } from './attempt-marks.ts';
import type { AttemptTree, Worktrees } from './worktrees.ts';
import { worthOf } from './worth.ts';

/** What an attempt is made of. */
export interface AttemptPlan {
  readonly session: Session;
  readonly planned: PlannedEvent;
  readonly candidate: Candidate;
  readonly cycle: number;
  /** Counts from 1. */
  readonly number: number;
  readonly outputName: string;
  readonly promptFile: string;
  readonly timeoutMs: number;
  readonly callLimit: number;
  readonly commit: string;
  readonly worktrees: Worktrees;
  /** Journals a child that waits at its gate. */
  spawned(group: number, startTime: string): Promise<void>;
}

export interface AttemptMade {
  readonly event: AttemptedEvent;
  readonly place: AttemptTree;
  /** What it may bring into the work tree. */
  readonly changes: readonly TreeChange[];
  readonly outcome: Outcome | null;
  readonly calls: readonly CallRecord[];
  readonly startedAtMs: number;
}

/** One attempt from its fresh tree to its reward. */
export async function attempt(plan: AttemptPlan): Promise<AttemptMade> {
  const { session, planned, cycle, number } = plan;
  const { deps, task } = session;
  const startedAtMs = deps.clock.nowMs();
  const place = await plan.worktrees.add(`${cycle}-${number}`, plan.commit, task.group.setupCopy);
  const failed = await setUp(plan, place);
  if (failed !== null) return unprepared(plan, place, failed, startedAtMs);
  const before = await place.tree.record();
  await place.tree.keep(before);
  const outcome = await follow(session, turnOf(plan, place, startedAtMs));
  const after = await place.tree.record(before);
  const judged = judgeChanges(treeChanges(before, after), place.rules(), planned.act, {
    readText: (entry) => place.tree.text(entry),
    isShared: false,
  });
  const forbidden = judged.violations.map((violation) => violation.change);
  const patchRef = forbidden.length === 0 ? null : await keepPatch(session, forbidden, place.tree);
  // What was forbidden must not help to pass, nor may the reward of it be seen as earned.
  const critique = forbidden.length > 0 || isCut(outcome.end) ? null : await critiqueIn(plan, place);
  const hasLostTests = critique?.results.some((result) => result.hasLostTests) === true;
  const violations = [
    ...judged.violations.map(({ path, rule }) => ({ path, rule })),
    ...(hasLostTests ? [{ path: '', rule: 'tests of the acceptance are missing' }] : []),
  ];
  const act = {
    planned,
    startedAtMs,
    isCancelled: outcome.end?.cause === 'aborted',
    attempt: { taskId: attemptTaskId(session, cycle, number), number },
  };
  const calls = outcome.calls.map((call) => callOf(session, act, call));
  const isKilled = isCut(outcome.end);
  const signal = critique?.signal ?? 0;
  const event: AttemptedEvent = {
    kind: 'attempted',
    cycle,
    attempt: number,
    candidate: plan.candidate,
    cause: outcome.end?.cause ?? 'not-started',
    exitCode: outcome.end?.exitCode ?? null,
    isKilled,
    durationMs: Math.round(outcome.end?.durationMs ?? 0),
    output: outputOf(outcome.end),
    observed: critique === null ? null : { signal, gain: signal - (stateOf(session).critique?.signal ?? 0) },
    fingerprint: critique?.fingerprint ?? null,
    violations,
    filesChanged: judged.artifacts.length,
    patchRef,
    ...worthOf({ signal, isViolation: violations.length > 0, isKilled, steps: calls }),
    ...(outcome.account === null ? {} : { account: outcome.account }),
  };
  return { event, place, changes: judged.artifacts, outcome, calls, startedAtMs };
}

/** A command that ended by a signal, a limit or with the run did not come to its end. */
function isCut(end: ProcessEnd | null): boolean {
  return end === null || end.cause !== 'exited' || end.signal !== null || tellsOfSignal(end.exitCode);
}

/** A shell whose program was killed ends with 128 and the number of the signal. */
function tellsOfSignal(exitCode: number | null): boolean {
  return exitCode !== null && exitCode > 128 && exitCode <= 128 + LAST_SIGNAL;
}

const LAST_SIGNAL = 64;

function outputOf(end: ProcessEnd | null): string {
  if (end === null) return '';
  const texts = [end.stdout.text, end.stderr.text].filter((text) => text !== '');
  return redactText(texts.join('\n')).slice(0, KEPT_OUTPUT);
}

/** Prepares the tree; what went wrong, or null. */
async function setUp({ session, outputName, timeoutMs }: AttemptPlan, place: AttemptTree): Promise<ProcessEnd | null> {
  const { setup } = session.task.group;
  if (setup === null) return null;
  const { processes, signal } = session.deps;
  const name = `${outputName}-setup`;
  const spec = { command: setup, cwd: place.task.workTree, env: {}, stdin: null, timeoutMs, outputName: name };
  const end = await processes.run(spec, signal);
  await processes.discardOutput(name);
  return end.cause === 'exited' && end.exitCode === 0 ? null : end;
}

function unprepared(plan: AttemptPlan, place: AttemptTree, end: ProcessEnd, startedAtMs: number): AttemptMade {
  const { cycle, number, candidate } = plan;
  const event: AttemptedEvent = {
    kind: 'attempted',
    cycle,
    attempt: number,
    candidate,
    cause: 'setup-failed',
    exitCode: end.exitCode,
    isKilled: true,
    durationMs: Math.round(end.durationMs),
    output: outputOf(end),
    observed: null,
    fingerprint: null,
    violations: [],
    filesChanged: 0,
    patchRef: null,
    ...worthOf({ signal: 0, isViolation: false, isKilled: true, steps: [] }),
  };
  return { event, place, changes: [], outcome: null, calls: [], startedAtMs };
}

function turnOf(plan: AttemptPlan, place: AttemptTree, startedAtMs: number): Turn {
  const { session, cycle, candidate, promptFile, timeoutMs, callLimit, outputName, number } = plan;
  const { deps } = session;
  return {
    sessionId: stateOf(session).sessionId,
    cycle,
    candidate,
    prompt: session.prompt,
    promptFile,
    timeoutMs,
    callLimit,
    settle: async (stream, events) => {
      const { settleStream } = await import('../actors/stream/settle-stream.ts');
      return settleStream(stream, events, deps.sessions, startedAtMs);
    },
    launch: async (spec) => {
      const own = new AbortController();
      const child = await deps.processes.launch(
        {
          ...spec,
          command: place.confine(spec.command),
          env: {
            ...spec.env,
            ...deps.account.variables(stateOf(session).sessionId),
            PRAXIS_ATTEMPT: String(number),
          },
          cwd: place.task.workTree,
          outputName,
        },
        AbortSignal.any([deps.signal, own.signal]),
      );
      try {
        await plan.spawned(child.group, child.startTime);
      } catch (error) {
        // What cannot be journalled may not run.
        own.abort();
        throw error;
      }
      child.go();
      return child;
    },
  };
}

/** The criteria in the tree of the attempt: for its reward alone, PASS is judged in the work tree. */
async function critiqueIn({ session, outputName }: AttemptPlan, place: AttemptTree): Promise<Critique | null> {
  const { deps } = session;
  const state = stateOf(session);
  const pins = new Map(Object.entries(state.pins));
  const critique = await runCritique(place.task, pins, {
    run: async (command, options) => {
      const end = await deps.processes.run(
        { command, cwd: place.task.workTree, env: {}, stdin: null, ...options },
        deps.signal,
      );
      await deps.processes.discardOutput(options.outputName);
      return end;
    },
    files: place.criteriaFiles,
    timeoutMs: Math.max(1, leftMs(session), 2 * (state.critique?.durationMs ?? 0)),
    outputName: `${outputName}-critique`,
  });
  return deps.signal.aborted ? null : critique;
}
