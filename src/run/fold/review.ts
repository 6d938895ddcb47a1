import { unreachable } from '../../base/unreachable.ts';
import type { ReviewedEvent, ReviewingEvent, RunEvent } from '../journal.ts';
import type { TrailStep } from '../result.ts';
import { REVIEWER } from '../review/standing.ts';
import type { RunState } from '../state.ts';
import { type ActAccount, UNKNOWN_USAGE } from '../usage.ts';
import { citing, learn } from './evidence.ts';
import { publish } from './published.ts';
import { used } from './used.ts';

/** A reviewer is about to begin. */
export function reviewing(state: RunState, event: ReviewingEvent): RunState {
  const { counters } = state;
  return {
    ...state,
    phase: 'reviewing',
    counters: {
      ...counters,
      childrenSpawned: counters.childrenSpawned + 1,
      activeChildren: counters.activeChildren + 1,
    },
    review: { ...state.review, count: event.number, running: { outputName: event.outputName, group: null } },
    published: publish(state, event.checkpointSha256),
  };
}

export function reviewSpawned(state: RunState, event: Extract<RunEvent, { readonly kind: 'spawned' }>): RunState {
  const { running } = state.review;
  if (running === null) return state;
  const { group, startTime } = event;
  return { ...state, review: { ...state.review, running: { ...running, group: { group, startTime } } } };
}

/** A review was cut off: where the project stands is looked at anew, and then it is reviewed again. */
export function reviewCut(state: RunState, account: ActAccount | undefined): RunState {
  return { ...over(state, account), phase: 'gate-start' };
}

function over(state: RunState, account: ActAccount | undefined): RunState {
  const counters = { ...state.counters, activeChildren: 0 };
  return { ...used(state, account?.usage ?? UNKNOWN_USAGE), counters, review: { ...state.review, running: null } };
}

/** The reviewer judged: the run passes, goes on, waits for a person, or has nobody who could tell. */
export function reviewed(state: RunState, event: ReviewedEvent): RunState {
  const learnt = event.finding === null ? state : { ...state, ...learn(state, [event.finding]) };
  const tests = event.finding === null ? state.tests : { ...state.tests, [REVIEWER]: event.finding.ref };
  const next = { ...over(learnt, event.account), tests, published: publish(state, event.checkpointSha256) };
  switch (event.verdict) {
    case 'PASS': {
      // Of a slice that ended meanwhile the tests are accepted already; the review alone is new.
      const cited = state.evidenceRefs.length === 0 && state.slice.number > 0 ? {} : tests;
      const own = event.finding === null ? [] : [event.finding.ref];
      const evidenceRefs = [...new Set([...citing(next.evidenceRefs, cited), ...own])];
      return { ...next, evidenceRefs, phase: 'ending', end: { kind: 'pass' } };
    }
    case 'FAIL':
      return failed(next, event);
    case 'NEEDS_HUMAN': {
      if (event.question === null) return next;
      const { question } = event;
      const trail = withVerdict(state, { verdict: 'needs-human' });
      const review = { ...next.review, asked: event.tree };
      return { ...next, review, trail, question, phase: 'ending', end: { kind: 'question', question } };
    }
    case 'none':
      return { ...next, phase: 'ending', end: { kind: 'review-failed', why: event.why ?? '' } };
    default:
      return unreachable(event.verdict);
  }
}

function failed(state: RunState, event: ReviewedEvent): RunState {
  const { failure, critique } = event;
  const fingerprint = event.failed?.result.fingerprint ?? null;
  return {
    ...state,
    phase: 'gate-cycle',
    critique: critique ?? state.critique,
    trail: withVerdict(state, { verdict: 'fail', failure: fingerprint }),
    failures: failure?.failures ?? state.failures,
    goalFailures: failure?.goalFailures ?? state.goalFailures,
    attempts:
      failure === undefined
        ? state.attempts
        : [...state.attempts, { candidateKey: failure.candidateKey, fingerprint, isInDoubt: false }],
    counters: {
      ...state.counters,
      sameFailureRetries: failure?.sameFailureRetries ?? state.counters.sameFailureRetries,
    },
    review: { ...state.review, failed: event.failed },
  };
}

/** The last cycle is what its review says of it; nothing acted before a review at the baseline. */
function withVerdict(state: RunState, verdict: Pick<TrailStep, 'verdict'> & Partial<TrailStep>): RunState['trail'] {
  if (state.review.reviewedAct === null) return state.trail;
  return state.trail.map((step, index) => (index === state.trail.length - 1 ? { ...step, ...verdict } : step));
}
