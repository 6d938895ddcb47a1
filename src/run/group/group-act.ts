import type { Candidate } from '../actor.ts';
import { RUNNING } from '../checkpoint-view.ts';
import { evidenceRecord, noveltyKey } from '../evidence.ts';
import type { PlannedEvent } from '../journal.ts';
import { scopeHash } from '../scope.ts';
import { actedEvent, promptName, recordBefore } from '../session/act.ts';
import { callsBefore } from '../session/call-limit.ts';
import { NO_OUTCOME } from '../session/follow.ts';
import { note } from '../session/inspect.ts';
import { closeShares, openShares, payFor, payFound, tellUsed } from '../session/pay.ts';
import { commitAndPublish, publication } from '../session/publish.ts';
import { leftMs, type Session, stateOf } from '../session/session.ts';
import { sayAccount } from '../session/settled-account.ts';
import { type AttemptMade, attempt } from './attempt.ts';
import { attemptMarks } from './attempt-marks.ts';
import { inTurn, sideBySide } from './side-by-side.ts';
import { usageOfAttempts } from './usage-of-attempts.ts';
import type { Worktrees } from './worktrees.ts';
import { bestAttempt } from './worth.ts';

/**
 * Several attempts of one cycle. All are paid for before the first begins; each is durable as it ends; the best is then
 * brought into the work tree, where the cycle goes on as after any act: its tree is inspected and its criteria run.
 */
export async function actInGroup(
  session: Session,
  planned: PlannedEvent,
  members: readonly Candidate[],
): Promise<void> {
  const { deps } = session;
  const { worktrees } = deps;
  if (worktrees === null) throw new TypeError('a group without git is refused at the start');
  const cycle = stateOf(session).counters.cycle + 1;
  const isChild = planned.candidate.isChild;
  const calls = await callsBefore(session, planned.candidate, members.length);
  const charges = { toolCalls: calls.charge * members.length, children: isChild ? members.length : 0 };
  const outputName = `cycle-${cycle}`;
  const openCalls = (calls.limit - calls.charge) * members.length;
  if (!(await payFor(session, outputName, charges, openCalls))) return;
  const before = await recordBefore(session);
  const timeoutMs = Math.max(1, leftMs(session));
  const atOnce = Math.max(1, Math.min(members.length, Number(session.policy.limits.max_concurrency)));
  const tree = scopeHash(before, deps.rules());
  const intended = publication(
    session,
    {
      kind: 'intended',
      cycle,
      charges: isChild ? { ...charges, active: atOnce } : charges,
      reservation: { toolCalls: calls.limit * members.length },
      timeoutMs,
      outputName,
      scopeHash: tree,
      seen: [noveltyKey(evidenceRecord({ kind: 'artifact', tree }, cycle))],
      checkpointSha256: '',
      attempts: members,
    },
    RUNNING,
  );
  await commitAndPublish(session, intended);
  await openShares(session, cycle, openCalls);
  const plan = { cycle, outputName, timeoutMs, atOnce, callLimit: calls.limit, worktrees };
  try {
    await settleBest(session, planned, await attemptsOf(session, planned, members, plan), plan);
  } finally {
    await worktrees.removeAll();
  }
}

/** Brings the best attempt into the work tree, and makes it the act of the cycle. */
async function settleBest(
  session: Session,
  planned: PlannedEvent,
  made: readonly AttemptMade[],
  { cycle, outputName, worktrees }: GroupPlan,
): Promise<void> {
  const { deps, recorder } = session;
  const best = deps.signal.aborted ? null : bestAttempt(made.map((each) => ({ ...each.event, made: each })));
  const paths = best?.made.changes.map(({ path }) => path) ?? [];
  recorder.record({ kind: 'chosen', cycle, attempt: best?.attempt ?? null, paths });
  await recorder.commit();
  if (best !== null) await bring(session, worktrees, best.made);
  await worktrees.removeAll();
  const outcome = best?.made.outcome ?? NO_OUTCOME;
  const acted = actedEvent(session, cycle, session.prompt, outcome);
  const durationMs = Math.max(0, ...made.map(({ event }) => event.durationMs));
  const cause = deps.signal.aborted ? 'aborted' : 'exited';
  await tellUsed(session, outputName, usageOfAttempts(stateOf(session).current));
  const drawn = await closeShares(session, cycle);
  const usedBefore = stateOf(session).usage.run;
  recorder.record({ ...acted, durationMs, cause, ...drawn });
  sayAccount(session, usedBefore, null, drawn);
  await recorder.commit({ isProvisional: true });
  await deps.files.removePrivate(promptName(outputName));
  deps.onProgress({
    kind: 'acted',
    cycle,
    candidate: (best?.candidate ?? planned.candidate).id,
    durationMs,
    exitCode: acted.exitCode,
    cause,
  });
}

interface GroupPlan {
  readonly cycle: number;
  readonly outputName: string;
  readonly timeoutMs: number;
  readonly atOnce: number;
  /** Of each attempt. */
  readonly callLimit: number;
  readonly worktrees: Worktrees;
}

async function attemptsOf(
  session: Session,
  planned: PlannedEvent,
  members: readonly Candidate[],
  { cycle, outputName, timeoutMs, atOnce, callLimit, worktrees }: GroupPlan,
): Promise<readonly AttemptMade[]> {
  const { deps, recorder, prompt } = session;
  const durable = inTurn();
  const adding = inTurn();
  const promptFile = prompt === '' ? '' : await deps.files.writePrivate(promptName(outputName), prompt);
  await worktrees.removeAll();
  const commit = await worktrees.snapshot();
  // Git locks the repository while it makes a work tree.
  const oneByOne: Worktrees = { ...worktrees, add: (...args) => adding(() => worktrees.add(...args)) };
  return sideBySide(members, atOnce, async (candidate, index) => {
    const name = `${outputName}-a${index + 1}`;
    const made = await attempt({
      session,
      planned,
      candidate,
      cycle,
      number: index + 1,
      outputName: name,
      promptFile,
      timeoutMs: Math.max(1, Math.min(timeoutMs, leftMs(session))),
      callLimit,
      commit,
      worktrees: oneByOne,
      spawned: (group, startTime) =>
        durable(async () => {
          recorder.record({ kind: 'spawned', cycle, group, startTime });
          await recorder.commit({ isProvisional: true });
        }),
    });
    await durable(async () => {
      const usedBefore = stateOf(session).usage.run;
      recorder.record(made.event);
      sayAccount(session, usedBefore, made.event.account ?? null);
      await payFound(session, outputName, made.event.account ?? null, `-${index + 1}`);
      const marks = attemptMarks(session, made.event, made.startedAtMs);
      await recorder.commit({ events: deps.isCaptureOn ? [...marks, ...made.calls] : [] });
    });
    await deps.processes.discardOutput(name);
    return made;
  });
}

async function bring(session: Session, worktrees: Worktrees, best: AttemptMade): Promise<void> {
  const refused = await worktrees.bring(best.place, best.changes);
  if (refused.length > 0) {
    note(session, `not applied, since it changed in the work tree meanwhile: ${refused.slice(0, 5).join(', ')}`);
  }
}
