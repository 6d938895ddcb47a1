import type { CallRecord } from '../../telemetry/event.ts';
import type { Candidate } from '../actor.ts';
import type { AttemptedEvent } from '../journal.ts';
import { callOf, type ToolCall } from '../session/calls.ts';
import { restore } from '../session/inspect.ts';
import { payFound } from '../session/pay.ts';
import { type Session, stateOf } from '../session/session.ts';
import { settleLeft } from '../session/settle-left.ts';
import { sayAccount } from '../session/settled-account.ts';
import { treeChanges } from '../tree-changes.ts';
import { attemptMarks, attemptTaskId } from './attempt-marks.ts';
import { worthOf } from './worth.ts';

/**
 * After a crash: the attempts that had not ended are worth nothing as a result, none is brought into the work tree, and no
 * tree of any is left.
 */
export async function settleGroup(session: Session, members: readonly Candidate[]): Promise<void> {
  const { recorder, deps } = session;
  await undoBringing(session);
  await deps.worktrees?.removeAll();
  const { current, counters } = stateOf(session);
  const ended = new Set(current?.attempts.map(({ attempt }) => attempt));
  for (const [index, candidate] of members.entries()) {
    if (ended.has(index + 1)) continue;
    const name = `cycle-${counters.cycle}-a${index + 1}`;
    const act = await settleLeft(session, candidate, { outputName: name, hasSurelyBegun: false });
    const calls = callsOf(session, index + 1, act.calls);
    const usedBefore = stateOf(session).usage.run;
    const event: AttemptedEvent = {
      kind: 'attempted',
      cycle: counters.cycle,
      attempt: index + 1,
      candidate,
      cause: 'in-doubt',
      exitCode: null,
      isKilled: true,
      durationMs: session.inDoubtMs,
      output: '',
      observed: null,
      fingerprint: null,
      violations: [],
      filesChanged: 0,
      patchRef: null,
      ...worthOf({ signal: 0, isViolation: false, isKilled: true, steps: calls }),
      ...(act.account === null ? {} : { account: act.account }),
    };
    recorder.record(event);
    sayAccount(session, usedBefore, act.account);
    await payFound(session, `cycle-${counters.cycle}`, act.account, `-${index + 1}`);
    const marks = attemptMarks(session, event, deps.clock.nowMs());
    await recorder.commit({ events: deps.isCaptureOn ? [...marks, ...calls] : [] });
    await deps.processes.discardOutput(name);
  }
}

/** What of the best attempt had been brought when the crash came: half of a change is none. */
async function undoBringing(session: Session): Promise<void> {
  const { recorder, deps } = session;
  const { current, counters } = stateOf(session);
  if (current === null || current.chosen === null) return;
  const before = await deps.tree.lastRecord();
  if (before !== undefined) {
    const brought = new Set(current.chosenPaths);
    const changes = treeChanges(before, await deps.tree.record(before));
    await restore(
      session,
      changes.filter(({ path }) => brought.has(path)),
    );
  }
  recorder.record({ kind: 'chosen', cycle: counters.cycle, attempt: null });
  await recorder.commit();
}

function callsOf(session: Session, number: number, calls: readonly ToolCall[]): readonly CallRecord[] {
  const { current, counters } = stateOf(session);
  if (current === null) return [];
  const { planned, intendedAt } = current;
  const attempt = { taskId: attemptTaskId(session, counters.cycle, number), number };
  const startedAtMs = Date.parse(intendedAt ?? '') || session.deps.clock.nowMs();
  return calls.map((call) => callOf(session, { planned, startedAtMs, isCancelled: false, attempt }, call));
}
