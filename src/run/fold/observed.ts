import { isFailedAct } from '../failed-act.ts';
import type { ObservedEvent } from '../journal.ts';
import type { TrailStep } from '../result.ts';
import type { EndCause, RunState } from '../state.ts';
import { exploredMark } from '../weigh.ts';
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
  const step: TrailStep = {
    cycle: event.cycle,
    kind: planned.act,
    candidate: planned.candidate.id,
    values: planned.values,
    predicted: planned.predicted,
    observed: { signal: event.critique.signal, gain: event.gain },
    confidence: event.confidence,
    verdict: event.verdict,
    failure: event.critique.fingerprint,
    violation: violationOf(current.violations),
    in_doubt: current.isInDoubt,
    evidence: [
      ...new Set([
        ...fresh.map((finding) => finding.ref),
        ...(event.verdict === 'pass' ? Object.values(event.tests) : []),
      ]),
    ],
    guidelines: planned.guidelines,
    tool_calls: current.intended?.charges.toolCalls ?? 0,
    duration_ms: Math.round(current.durationMs),
  };
  const question = event.verdict === 'pass' ? null : current.question;
  const end: EndCause | null = event.verdict === 'pass' ? { kind: 'pass' } : questionEnd(question);
  return {
    ...state,
    ...learnt,
    evidenceRefs: cited,
    phase: end === null ? 'gate-cycle' : 'ending',
    end,
    question,
    counters: {
      ...state.counters,
      sameFailureRetries: event.sameFailureRetries,
      noEvidenceCycles: fresh.length > 0 || event.verdict === 'pass' ? 0 : state.counters.noEvidenceCycles + 1,
    },
    failures: event.failures,
    goalFailures: event.goalFailures ?? state.goalFailures,
    correctedBy: event.correction?.evidenceRef ?? state.correctedBy,
    attempts:
      isFailedAct(current, event) || current.isInDoubt
        ? [
            ...state.attempts,
            {
              candidateKey: planned.candidate.key,
              fingerprint: event.critique.fingerprint,
              isInDoubt: current.isInDoubt,
            },
          ]
        : state.attempts,
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

/** A new doubt needs a new answer. */
function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id));
}
