import { isoTime } from '../../base/clock.ts';
import { normaliseOutput } from '../../telemetry/fingerprint.ts';
import { advised } from '../advice.ts';
import { type Belief, believe } from '../beliefs.ts';
import { RUNNING } from '../checkpoint-view.ts';
import { projectCycle } from '../coordination/write.ts';
import type { Critique } from '../critique.ts';
import { inputOf } from '../diagnosis.ts';
import { type Evidence, evidenceRecord } from '../evidence.ts';
import { isFailedAct } from '../failed-act.ts';
import { type Failure, forgiveFailures, recordFailure } from '../failure.ts';
import { attemptObservations } from '../group/attempt-observations.ts';
import { humanQuestion } from '../human-question.ts';
import type { Finding, HumanQuestion, ObservedEvent } from '../journal.ts';
import { lessonsInView } from '../lessons-in-view.ts';
import { idsOf, observeCycle } from '../plan.ts';
import { scopeHash } from '../scope.ts';
import type { CurrentAct, RunState } from '../state.ts';
import type { EvidenceRecord, Observation } from '../store.ts';
import { countedInGoal } from './count-in-goal.ts';
import { critiqueNow } from './critique-now.ts';
import { undoDrift } from './drift.ts';
import { findingOf, testRecords, withoutTexts } from './look.ts';
import { undoLostTests } from './lost-tests.ts';
import { packetResult } from './packets.ts';
import { observationsOf } from './plan-step.ts';
import { commitAndPublish, passLock, publication } from './publish.ts';
import { reviewDue } from './review-due.ts';
import { type Session, stateOf } from './session.ts';
import { situationAfter } from './situation-after.ts';

/** Closes a cycle: critique, evidence, verdict, failure, controller and beliefs become durable together. */
export async function observeNow(session: Session): Promise<void> {
  const { deps } = session;
  const trusted = await trustworthyCritique(session);
  if (deps.signal.aborted) return;
  const before = stateOf(session);
  const { current } = before;
  if (current === null) return;
  const tree = session.treeAfterAct ?? (await deps.tree.record());
  const isViolation = current.violations.length > 0;
  const due = reviewDue(session, trusted.critique, scopeHash(tree, deps.rules()));
  const seen = { ...trusted, critique: due.critique };
  const gain = seen.critique.signal - (before.critique?.signal ?? 0);
  const verdict = verdictOf(seen.critique, current, isViolation);
  const asks = revisedQuestion(session, current, scopeHash(tree, deps.rules()));
  const isReviewDue = due.isDue && verdict === 'pass' && asks === null;
  const failing = failureOf(session, before, current, seen.critique, verdict, gain);
  const records = [
    ...testRecords(session, seen.critique, tree),
    ...evidenceOf(before, current, isViolation).map((evidence) => evidenceRecord(evidence, before.counters.cycle)),
    ...(failing.failure === null
      ? []
      : [evidenceRecord({ kind: 'blocker', failure: failing.failure.id }, before.counters.cycle)]),
  ];
  const own =
    current.attempts.length > 0
      ? attemptObservations(session, before, current)
      : observationOf(session, before, current, verdict, gain, isViolation);
  const observations = [...(await observationsOf(session)), ...own];
  const next = situationAfter(session, { before, current, critique: seen.critique, observations, verdict, gain });
  const steered = observeCycle({
    controller: deps.controller,
    state: before.controller,
    actualSignal: seen.critique.signal,
    actualGain: gain,
    idOf: idsOf(before.sessionId, before.counters.cycle),
    next,
  });
  const findings = records.map(findingOf);
  const hasNews = findings.some((finding) => !before.known.has(finding.novelty));
  // Whether an act that meets the criteria concerns the failures before it is the reviewer's to say.
  const failures =
    hasNews && !isReviewDue
      ? forgiveFailures(failing.failures, {
          raised: raisedOf(before, seen.critique),
          fingerprint: seen.critique.fingerprint,
        })
      : failing.failures;
  const counted = countedInGoal(session, { before, current, failure: failing.failure, findings, next });
  const event: ObservedEvent = {
    kind: 'observed',
    cycle: before.counters.cycle,
    critique: withoutTexts(seen.critique),
    pins: seen.pins,
    verdict,
    gain,
    findings,
    tests: Object.fromEntries(seen.critique.results.map((result, index) => [result.id, records[index]?.ref ?? ''])),
    ...(asks === null ? {} : { asks }),
    ...(isReviewDue ? { isReviewDue } : {}),
    failure: failing.failure?.id ?? null,
    failures,
    ...(counted ?? {
      sameFailureRetries: isReviewDue
        ? before.counters.sameFailureRetries
        : retriesOf(before, failures, failing.failure, verdict, gain),
    }),
    posterior: posteriorOf(before, current, observations),
    ...steered,
    confidence: deps.controller.view(steered.controller).modelConfidence,
    checkpointSha256: '',
  };
  await commitAndPublish(session, publication(session, event, RUNNING), {
    evidence: fresh(records, findings, before),
    observations: isReviewDue ? [] : own,
    session: { cycles: before.counters.cycle },
  });
  const { packet, task, refs } = session;
  const result = packet === null ? null : packetResult(session, packet, current);
  session.treeBeforeAct = null;
  session.observations = isReviewDue ? null : observations;
  session.heldObservations = isReviewDue ? own : [];
  session.packet = null;
  // The lock's helper process works while the par file is written.
  const passed = stateOf(session).phase === 'gate-cycle' ? passLock(session) : undefined;
  await projectCycle({ task, refs, files: deps.files }, stateOf(session), packet, result);
  await passed;
  session.isLockPassed = passed !== undefined;
  deps.onProgress({
    kind: 'observed',
    cycle: event.cycle,
    signal: seen.critique.signal,
    gain,
    verdict,
    line: seen.critique.line,
    posterior: event.posterior,
  });
}

/** After a revision the gate is still a person's: where the actor asks nothing anew, the run asks about what it made. */
function revisedQuestion(session: Session, current: CurrentAct, tree: string): HumanQuestion | null {
  const { revision, review } = stateOf(session);
  if (revision === null || current.planned.act === 'explore' || current.neverRan || current.question !== null)
    return null;
  // What a reviewer could not tell is the reviewer's to look at first.
  if (review.failed?.text === revision.rationale) return null;
  const { gate } = revision;
  return humanQuestion(session.task.id, {
    gate,
    question: 'Is it right as it was revised?',
    action: { revised: tree },
  });
}

/** About the candidate that acted, at the failure that it met. */
function posteriorOf(before: RunState, current: CurrentAct, observations: readonly Observation[]): Belief {
  const { candidate } = current.planned;
  const { fingerprint = null, fingerprintClass = null } = before.critique ?? {};
  const given = { lessons: lessonsInView(before), observations, signature: before.lastSignature };
  return advised(believe(observations, candidate.key, fingerprint, fingerprintClass), candidate, given);
}

/**
 * Before a critique is believed, what an act may not have done is undone: it took tests away, or, before a pass, something
 * it left running changed a test meanwhile.
 */
async function trustworthyCritique(session: Session): ReturnType<typeof critiqueNow> {
  const seen = await critiqueNow(session, true);
  if (session.deps.signal.aborted) return seen;
  if (await undoLostTests(session, seen.critique)) return critiqueNow(session, true);
  if (!seen.critique.isSatisfied) return seen;
  const isUndone = await undoDrift(session, await session.deps.tree.record());
  return isUndone ? critiqueNow(session, true) : seen;
}

function fresh(
  records: readonly EvidenceRecord[],
  findings: readonly Finding[],
  before: RunState,
): readonly EvidenceRecord[] {
  return records.filter((record, index) => record.kind === 'test' || !before.known.has(findings[index]?.novelty ?? ''));
}

function verdictOf(critique: Critique, current: CurrentAct, isViolation: boolean): ObservedEvent['verdict'] {
  if (isViolation || critique.results.some((result) => result.hasLostTests)) return 'error';
  if (critique.isSatisfied) return 'pass';
  if (current.question !== null) return 'needs-human';
  return current.neverRan || current.isCancelled || current.isInDoubt ? 'error' : 'fail';
}

/** What the act itself added, apart from the tests and the failure. */
function evidenceOf(before: RunState, current: CurrentAct, isViolation: boolean): readonly Evidence[] {
  const { planned } = current;
  if (isViolation || current.neverRan) return [];
  if (planned.act === 'explore') {
    const output = planned.candidate.isChild ? null : normaliseOutput(current.output);
    return [
      { kind: 'source', candidate: planned.candidate.key, fingerprint: before.critique?.fingerprint ?? null, output },
    ];
  }
  return current.scopeHash === current.intended?.scopeHash ? [] : [{ kind: 'artifact', tree: current.scopeHash }];
}

interface Failing {
  readonly failures: readonly Failure[];
  readonly failure: Failure | null;
}

/** Only an execute act that ran and gained nothing is a failure. */
function failureOf(
  session: Session,
  before: RunState,
  current: CurrentAct,
  critique: Critique,
  verdict: ObservedEvent['verdict'],
  gain: number,
): Failing {
  const { planned } = current;
  if (!isFailedAct(current, { verdict, gain }) || current.isInDoubt)
    return { failures: before.failures, failure: null };
  return recordFailure(before.failures, {
    operation: `${session.task.actor.kind}:${planned.candidate.key}`,
    target: critique.results.filter((result) => !result.passed).map((result) => result.id),
    input: inputOf(planned.candidate, before.correctedBy),
    errorClass: critique.fingerprint ?? '',
  });
}

function raisedOf(before: RunState, critique: Critique): readonly string[] {
  const earlier = new Map(before.critique?.results.map((result) => [result.id, result.fraction]));
  return critique.results
    .filter((result) => result.fraction > (earlier.get(result.id) ?? 0))
    .map((result) => result.id);
}

function retriesOf(
  before: RunState,
  failures: readonly Failure[],
  failure: Failure | null,
  verdict: ObservedEvent['verdict'],
  gain: number,
): number {
  if (failure !== null) {
    const attempts = failures.find((other) => other.id === failure.id)?.attempts ?? 0;
    return Math.max(0, attempts - 1);
  }
  const isForgiven = failures.at(-1)?.attempts === 0;
  return verdict === 'pass' || gain > 0 || isForgiven ? 0 : before.counters.sameFailureRetries;
}

/** An act that was cut short or never ran tells nothing about its candidate; an explore act cannot gain. */
function observationOf(
  session: Session,
  before: RunState,
  current: CurrentAct,
  verdict: ObservedEvent['verdict'],
  gain: number,
  isViolation: boolean,
): readonly Observation[] {
  const { planned } = current;
  if (planned.act === 'explore' || current.isCancelled || current.neverRan || current.isInDoubt) return [];
  return [
    {
      v: 1,
      sessionId: before.sessionId,
      cycle: before.counters.cycle,
      candidateKey: planned.candidate.key,
      fingerprint: before.critique?.fingerprint ?? null,
      fingerprintClass: before.critique?.fingerprintClass ?? null,
      success: (gain > 0 || verdict === 'pass') && !isViolation,
      filesChanged: isViolation ? null : current.filesChanged,
      at: isoTime(session.deps.clock.nowMs()),
    },
  ];
}
