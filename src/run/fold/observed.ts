import { evidenceRecord } from '../evidence.ts';
import { isFailedAct } from '../failed-act.ts';
import type { ObservedEvent } from '../journal.ts';
import type { TrailStep } from '../result.ts';
import { type CurrentAct, chosenAttempt, type EndCause, type RunState } from '../state.ts';
import { exploredMark } from '../weigh.ts';
import { attemptStep } from './attempt-step.ts';
import { violationOf } from './blame.ts';
import { citing, learn } from './evidence.ts';
import { publish } from './published.ts';
import { questionEnd } from './question.ts';

/** A cycle was observed: its step joins the trail and the run goes on, passes or waits. */
export function observed(state: RunState, event: ObservedEvent): RunState {
  const current = state.current;
  if (current === null) return state;
  const { planned } = current;
  const fresh = event.findings.filter((finding) => !state.known.has(finding.novelty));
  const learnt = learn(state, event.findings);
  const cited = event.verdict === 'pass' ? citing(learnt.evidenceRefs, event.tests) : learnt.evidenceRefs;
  const evidence = [
    ...new Set([
      ...fresh.map((finding) => finding.ref),
      ...(event.verdict === 'pass' ? Object.values(event.tests) : []),
    ]),
  ];
  const artifact = evidenceRecord({ kind: 'artifact', tree: current.scopeHash }, event.cycle).ref;
  const step: TrailStep = {
    cycle: event.cycle,
    kind: planned.act,
    candidate: (chosenAttempt(current)?.candidate ?? planned.candidate).id,
    values: planned.values,
    predicted: planned.predicted,
    observed: { signal: event.critique.signal, gain: event.gain },
    confidence: event.confidence,
    verdict: event.verdict,
    failure: event.critique.fingerprint,
    violation: violationOf(current.violations),
    in_doubt: current.isInDoubt,
    evidence,
    ...(evidence.includes(artifact) ? { artifacts: [artifact] } : {}),
    guidelines: planned.guidelines,
    tool_calls: (current.intended?.charges.toolCalls ?? 0) + current.foundCalls + current.drawn.toolCalls,
    duration_ms: Math.round(current.durationMs),
    ...(current.attempts.length === 0 ? {} : { attempts: current.attempts.map((each) => attemptStep(current, each)) }),
  };
  const question = event.asks ?? (event.verdict === 'pass' ? null : current.question);
  const isReviewDue = event.isReviewDue === true;
  const goesOn = event.verdict !== 'pass' || isReviewDue;
  const end: EndCause | null = question !== null ? questionEnd(question) : goesOn ? null : { kind: 'pass' };
  return {
    ...state,
    ...learnt,
    evidenceRefs: cited,
    phase: end !== null ? 'ending' : isReviewDue ? 'gate-review' : 'gate-cycle',
    review: isReviewDue ? { ...state.review, reviewedAct: planned } : state.review,
    end,
    question,
    revision: planned.act === 'explore' || current.neverRan ? state.revision : null,
    counters: {
      ...state.counters,
      sameFailureRetries: event.sameFailureRetries,
      noEvidenceCycles: fresh.length > 0 || event.verdict === 'pass' ? 0 : state.counters.noEvidenceCycles + 1,
    },
    failures: event.failures,
    goalFailures: event.goalFailures ?? state.goalFailures,
    correctedBy: event.correction?.evidenceRef ?? state.correctedBy,
    attempts: [...state.attempts, ...failedAttempts(current, event)],
    explored:
      planned.act === 'explore' && !current.isCancelled && !current.neverRan
        ? new Set([...state.explored, exploredMark(planned.candidate.key, state.critique?.fingerprint ?? null)])
        : state.explored,
    allowedAgain: current.isInDoubt ? without(state.allowedAgain, planned.candidate.id) : state.allowedAgain,
    pins: event.pins,
    critique: event.critique,
    tests: event.tests,
    controller: event.controller,
    intents: [...state.intents, ...event.intents],
    current: null,
    trail: [...state.trail, step],
    published: publish(state, event.checkpointSha256),
  };
}

/** Which candidates failed, with the failure that each left behind: of a group every attempt that gained nothing. */
function failedAttempts(current: CurrentAct, event: ObservedEvent): RunState['attempts'] {
  const { isInDoubt, planned } = current;
  if (current.attempts.length > 0) {
    return current.attempts
      .filter(({ isKilled, cause, observed }) => cause === 'in-doubt' || (!isKilled && (observed?.gain ?? 0) <= 0))
      .map(({ candidate, cause, fingerprint }) => ({
        candidateKey: candidate.key,
        fingerprint,
        isInDoubt: cause === 'in-doubt',
      }));
  }
  if (!isFailedAct(current, event) && !isInDoubt) return [];
  return [{ candidateKey: planned.candidate.key, fingerprint: event.critique.fingerprint, isInDoubt }];
}

/** A new doubt needs a new answer. */
function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id));
}
