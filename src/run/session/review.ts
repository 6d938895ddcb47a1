import { sha256Hex } from '../../base/sha256.ts';
import { redactText } from '../../telemetry/redact.ts';
import { RUNNING } from '../checkpoint-view.ts';
import { projectCycle } from '../coordination/write.ts';
import { inputOf } from '../diagnosis.ts';
import { evidenceRecord } from '../evidence.ts';
import { recordFailure } from '../failure.ts';
import type { ReviewedEvent, ReviewFailure } from '../journal.ts';
import type { ProcessEnd } from '../processes.ts';
import { reviewPrompt } from '../review/prompt.ts';
import { failedReview, REVIEWER, withFailedReview } from '../review/standing.ts';
import { accountOfReview, type Review, reviewOf } from '../review/verdict.ts';
import { judgeChanges, scopeHash } from '../scope.ts';
import type { RunState } from '../state.ts';
import type { Observation } from '../store.ts';
import type { TreeRecord } from '../tree.ts';
import { treeChanges } from '../tree-changes.ts';
import { type ActAccount, NO_USAGE } from '../usage.ts';
import { promptName } from './act.ts';
import { failureInGoal } from './count-in-goal.ts';
import { keepPatch, note, othersChanges, paths, restore } from './inspect.ts';
import { findingOf } from './look.ts';
import { payFor, tellUsed } from './pay.ts';
import { commitAndPublish, publication } from './publish.ts';
import { reviewQuestion } from './review-due.ts';
import { leftMs, type Session, stateOf } from './session.ts';
import { sayAccount } from './settled-account.ts';

/** One review: paid for, its prompt kept, its verdict durable, and whatever it changed undone. */
export async function reviewNow(session: Session): Promise<void> {
  const { deps, recorder, task } = session;
  const { reviewer } = task;
  if (reviewer === null) return;
  const { counters, sessionId, review } = stateOf(session);
  const number = review.count + 1;
  const outputName = `review-${number}`;
  if (!(await payFor(session, outputName, { toolCalls: 0, children: 1 }))) return;
  const before = await deps.tree.record();
  await deps.tree.keep(before);
  const prompt = redactText(reviewPrompt(task, stateOf(session)));
  const promptSha256 = sha256Hex(prompt);
  recorder.keep(promptSha256, prompt);
  const { cycle } = counters;
  const begun = publication(
    session,
    { kind: 'reviewing', cycle, number, outputName, promptSha256, checkpointSha256: '' },
    RUNNING,
  );
  await commitAndPublish(session, begun);
  const promptFile = await deps.files.writePrivate(promptName(outputName), prompt);
  const timeoutMs = Math.max(1, Math.min(leftMs(session), reviewer.timeoutMs ?? Number.POSITIVE_INFINITY));
  const env = {
    PRAXIS_PROMPT_FILE: promptFile,
    PRAXIS_CYCLE: String(cycle),
    PRAXIS_KIND: 'review',
    PRAXIS_SESSION: sessionId,
  };
  const own = new AbortController();
  const child = await deps.processes.launch(
    { command: reviewer.run, cwd: task.workTree, env, stdin: prompt, timeoutMs, outputName },
    AbortSignal.any([deps.signal, own.signal]),
  );
  recorder.record({ kind: 'spawned', cycle, group: child.group, startTime: child.startTime });
  try {
    await recorder.commit({ isProvisional: true });
  } catch (error) {
    // What cannot be journalled may not run.
    own.abort();
    throw error;
  }
  child.go();
  const end = await child.ended;
  await undoReview(session, before);
  const account = accountOfReview(end.stdout.text);
  await tellUsed(session, outputName, account.usage);
  const usedBefore = stateOf(session).usage.run;
  if (end.cause === 'aborted') recorder.record({ kind: 'review-cut', cycle, account });
  else await judge(session, reviewOf(end), end, account);
  sayAccount(session, usedBefore, account, { act: `review ${number}` });
  await recorder.commit();
  await deps.processes.discardOutput(outputName);
  await deps.files.removePrivate(promptName(outputName));
}

/** A review that a crash cut off: what still lives of it is ended, what it changed undone; it is made anew. */
export async function settleReview(session: Session): Promise<void> {
  const { deps, recorder } = session;
  const { review, counters } = stateOf(session);
  const { running } = review;
  if (running === null) return;
  if (running.group !== null) await deps.processes.endGroup(running.group.group, running.group.startTime);
  const before = await deps.tree.lastRecord();
  if (before !== undefined) await undoReview(session, before);
  const account = running.group === null ? NO_REVIEW : await leftAccount(session, running.outputName);
  await tellUsed(session, running.outputName, account.usage);
  const usedBefore = stateOf(session).usage.run;
  recorder.record({ kind: 'review-cut', cycle: counters.cycle, account });
  sayAccount(session, usedBefore, account, { act: `review ${review.count}` });
  await recorder.commit();
  await deps.processes.discardOutput(running.outputName);
  await deps.files.removePrivate(promptName(running.outputName));
}

/** Its gate had not opened: nothing was reviewed. */
const NO_REVIEW: ActAccount = { toolCalls: 0, usage: NO_USAGE, isEstimated: false, gaps: [] };

/** A reviewer that had said so before the crash has told what it used. */
async function leftAccount(session: Session, outputName: string): Promise<ActAccount> {
  const left = await session.deps.processes.leftOutput(outputName);
  return accountOfReview(left?.stdout.text ?? '');
}

/** A reviewer reads: any change it made is kept as a patch and undone. */
async function undoReview(session: Session, before: TreeRecord): Promise<void> {
  const { deps, recorder } = session;
  const found = othersChanges(session, treeChanges(before, await deps.tree.record(before)));
  const isShared = deps.isTreeShared();
  const judged = judgeChanges(found, deps.rules(), 'explore', { readText: (entry) => deps.tree.text(entry), isShared });
  if (judged.leftAlone.length > 0)
    note(session, `left alone, since another session works here: ${paths(judged.leftAlone)}`);
  session.treeBeforeAct = null;
  if (judged.violations.length === 0) return;
  const changes = [...judged.violations.map(({ change }) => change), ...judged.artifacts];
  const patchRef = await keepPatch(session, changes);
  const violations = judged.violations.map(({ path, rule }) => ({ path, rule }));
  recorder.record({ kind: 'drifted', violations, changes, patchRef, by: REVIEWER });
  await recorder.commit();
  await restore(session, changes);
  note(session, `the reviewer may change nothing; undone: ${paths(changes)}`);
}

async function judge(session: Session, review: Review, end: ProcessEnd, account: ActAccount): Promise<void> {
  const { deps } = session;
  const before = stateOf(session);
  const { cycle } = before.counters;
  const tree = scopeHash(await deps.tree.record(), deps.rules());
  const failed = review.kind === 'FAIL' ? failedReview(tree, review.text, Math.round(end.durationMs)) : null;
  const record =
    review.kind === 'PASS' || failed !== null
      ? evidenceRecord(
          {
            kind: 'test',
            criterion: REVIEWER,
            passed: failed === null,
            fraction: failed === null ? 1 : 0,
            fingerprint: failed?.result.fingerprint ?? null,
            tree,
          },
          cycle,
        )
      : null;
  const finding = record === null ? null : findingOf(record);
  const event: ReviewedEvent = {
    kind: 'reviewed',
    cycle,
    verdict: review.kind,
    why: review.kind === 'none' ? review.why : null,
    evidenceRefs: review.kind === 'none' ? [] : review.evidenceRefs,
    exitCode: end.exitCode,
    durationMs: Math.round(end.durationMs),
    output: review.text,
    tree,
    finding,
    failed,
    critique: failed === null || before.critique === null ? null : withFailedReview(before.critique, failed),
    ...(failed === null ? {} : failureOf(session, before, failed.result.fingerprint, finding?.ref ?? '')),
    question: review.kind === 'NEEDS_HUMAN' ? reviewQuestion(session, tree, review.text) : null,
    account,
    checkpointSha256: '',
  };
  await commitAndPublish(session, publication(session, event, RUNNING), {
    ...(record === null || before.known.has(finding?.novelty ?? '') ? {} : { evidence: [record] }),
    observations: heldObservations(session, review.kind),
  });
  if (failed !== null) session.critiqueText = failed.text;
  const { task, refs } = session;
  if (before.trail.length > 0) await projectCycle({ task, refs, files: deps.files }, stateOf(session), null, null);
  deps.onProgress({
    kind: 'note',
    text: `the reviewer says ${review.kind === 'none' ? `nothing: ${review.why}` : review.kind}`,
  });
}

/** What the act that was reviewed tells about its candidate waits for the verdict. */
function heldObservations(session: Session, verdict: Review['kind']): readonly Observation[] {
  const held = session.heldObservations;
  session.heldObservations = [];
  if (verdict === 'none' || verdict === 'NEEDS_HUMAN') return [];
  return held.map((each) => ({ ...each, success: each.success && verdict === 'PASS' }));
}

/** The act that led to a failed review is a failure of its own: the same one again is a repeat, though the criteria hold. */
function failureOf(
  session: Session,
  before: RunState,
  fingerprint: string | null,
  evidenceRef: string,
): { readonly failure?: ReviewFailure } {
  const { reviewedAct } = before.review;
  if (reviewedAct === null || reviewedAct.act !== 'exploit') return {};
  const { candidate } = reviewedAct;
  const { failures, failure } = recordFailure(before.failures, {
    operation: `${session.task.actor.kind}:${candidate.key}`,
    target: [REVIEWER],
    input: inputOf(candidate, before.correctedBy),
    errorClass: fingerprint ?? '',
  });
  const counted = failureInGoal(session, before, failure, evidenceRef) ?? {
    sameFailureRetries: Math.max(0, failure.attempts - 1),
  };
  return { failure: { id: failure.id, candidateKey: candidate.key, failures, ...counted } };
}
