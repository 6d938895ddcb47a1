import { unreachable } from '../../base/unreachable.ts';
import type { BaselinedEvent, Counters, EvaluatedEvent, JournalledEvent, StartedEvent } from '../journal.ts';
import type { RunState } from '../state.ts';
import { NO_USAGE, UNKNOWN_USAGE } from '../usage.ts';
import { acted, attempted, hasOpenCycle, inspected, intended, patchAct, planned, reverting } from './act.ts';
import { advanced } from './advanced.ts';
import { blameLast } from './blame.ts';
import { compacted } from './compacted.ts';
import { citing, learn } from './evidence.ts';
import { observed } from './observed.ts';
import { publish } from './published.ts';
import { declinedEnd, questionEnd } from './question.ts';
import { resumed } from './resumed.ts';
import { reviewCut, reviewed, reviewing, reviewSpawned } from './review.ts';

const ZERO: Counters = {
  cycle: 0,
  toolCalls: 0,
  transcriptBytes: 0,
  sameFailureRetries: 0,
  noEvidenceCycles: 0,
  activeChildren: 0,
  childrenSpawned: 0,
  lastCheckpointTranscriptBytes: 0,
  taskPacketTokens: 0,
  parentSummaryTokens: 0,
  memoryDigestTokens: 0,
  childResultWords: 0,
};

const FIRST_SLICE = { number: 0, cycle: 0, toolCalls: 0, childrenSpawned: 0, elapsedMs: 0 };

function begin(sessionId: string, entry: JournalledEvent, event: StartedEvent): RunState {
  const used = event.adopted === null ? NO_USAGE : (event.adopted.usage ?? UNKNOWN_USAGE);
  return {
    sessionId,
    phase: 'gate-start',
    started: event,
    policySha256: event.policySha256,
    counters: event.adopted?.counters ?? ZERO,
    slice: FIRST_SLICE,
    usage: { run: used, slice: used },
    elapsedMs: entry.elapsedMs,
    evidenceRefs: event.adopted?.evidenceRefs ?? [],
    known: new Set(event.adopted?.evidenceRefs ?? []),
    failures: [],
    goalFailures: null,
    correctedBy: null,
    attempts: [],
    explored: new Set(),
    pins: {},
    critique: null,
    tests: {},
    controller: event.controller,
    intents: event.intents,
    current: null,
    review: { count: 0, running: null, reviewedAct: null, failed: null, asked: null },
    lastResult: '',
    guided: [],
    lastSignature: null,
    trail: [],
    lastEvaluation: null,
    end: null,
    question: null,
    revision: null,
    answeredAction: null,
    ended: null,
    resumes: 0,
    declinedGate: null,
    allowedAgain: new Set(),
    critiqueWrites: new Set(),
    pendingDrift: [],
    published: [event.checkpointSha256],
    updatedAt: entry.at,
  };
}

/** The state of a run from its journal; undefined where the journal does not begin with a start. */
export function fold(sessionId: string, entries: readonly JournalledEvent[]): RunState | undefined {
  const [first, ...rest] = entries;
  if (first === undefined || first.event.kind !== 'started') return undefined;
  return rest.reduce(apply, begin(sessionId, first, first.event));
}

/** The next state after an event. Pure; cumulative counters never fall, whatever the events. */
export function apply(state: RunState, entry: JournalledEvent): RunState {
  const next = applyEvent(state, entry);
  const pendingDrift = entry.event.kind === 'drifted' ? entry.event.changes : [];
  return { ...next, pendingDrift, elapsedMs: Math.max(state.elapsedMs, entry.elapsedMs), updatedAt: entry.at };
}

function applyEvent(state: RunState, entry: JournalledEvent): RunState {
  const event = entry.event;
  switch (event.kind) {
    case 'started':
    case 'noted':
    case 'replaced':
      return state;
    case 'evaluated':
      return afterEvaluation(state, event);
    case 'advanced':
      return advanced(state, event);
    case 'compacted':
      return compacted(state, event);
    case 'baselined':
      return baselined(state, event);
    case 'guided':
      return { ...state, guided: [...state.guided, event] };
    case 'planned':
      return planned(state, event);
    case 'waited':
      return {
        ...state,
        phase: 'ending',
        end: declinedEnd(state.declinedGate) ?? questionEnd(state.question) ?? state.end,
      };
    case 'disowned':
      return { ...state, phase: 'ending', end: { kind: 'disowned', reason: event.reason } };
    case 'exhausted':
      return {
        ...state,
        phase: 'ending',
        question: event.question,
        end: questionEnd(event.question) ?? { kind: 'no-candidate', reason: event.reason },
      };
    case 'overdrawn':
      return { ...state, phase: 'ending', end: { kind: 'overdrawn', asked: event.asked } };
    case 'intended':
      return intended(state, event, entry.at);
    case 'reviewing':
      return reviewing(state, event);
    case 'reviewed':
      return reviewed(state, event);
    case 'review-cut':
      return reviewCut(state, event.account);
    case 'spawned':
      if (state.phase === 'reviewing') return reviewSpawned(state, event);
      return patchAct(state, { group: { group: event.group, startTime: event.startTime } });
    case 'attempted':
      return attempted(state, event);
    case 'chosen':
      return patchAct(state, { chosen: event.attempt, chosenPaths: event.paths ?? [] });
    case 'acted':
      return acted(state, event);
    case 'reverting':
      return reverting(state, event);
    case 'inspected':
      return inspected(state, event);
    case 'observed':
      return observed(state, event);
    case 'drifted':
      if (event.by === 'reviewer') return state;
      // While a cycle is open it is its own act that is to blame, else the last one.
      return hasOpenCycle(state.current)
        ? patchAct(state, { violations: [...(state.current?.violations ?? []), ...event.violations] })
        : { ...state, trail: blameLast(state.trail, event.violations) };
    case 'resumed':
      return resumed(state, event);
    case 'ended':
      return {
        ...state,
        phase: 'ended',
        ended: event,
        controller: event.controller,
        intents: [...state.intents, ...event.intents],
        published: publish(state, event.checkpointSha256),
      };
    default:
      return unreachable(event);
  }
}

function afterEvaluation(state: RunState, event: EvaluatedEvent): RunState {
  const next = { ...state, lastEvaluation: event };
  if (event.purpose === 'final' || event.mayAdvance === true || event.mayCompact === true) return next;
  if (event.decision !== 'continue' && event.mayDiagnose !== true) {
    return { ...next, phase: 'ending', end: { kind: 'policy', decision: event.decision, reasons: event.reasons } };
  }
  switch (event.purpose) {
    case 'start':
    case 'resume':
      return state.phase === 'gate-start' ? { ...next, phase: 'baseline' } : next;
    case 'cycle':
      return { ...next, phase: 'plan' };
    case 'review':
      return event.spawnAllowed
        ? { ...next, phase: 'review' }
        : { ...next, phase: 'ending', end: { kind: 'spawn-not-allowed' } };
    case 'spawn':
      return state.current?.planned.candidate.isChild === true && (!event.spawnAllowed || event.isKept === true)
        ? { ...next, phase: 'ending', end: { kind: 'spawn-not-allowed' } }
        : { ...next, phase: 'act' };
    default:
      return unreachable(event.purpose);
  }
}

function baselined(state: RunState, event: BaselinedEvent): RunState {
  const learnt = learn(state, event.findings);
  const known = new Set([...learnt.known, ...event.seen]);
  const critiqueWrites = new Set([...state.critiqueWrites, ...event.writes]);
  const { critique, pins, tests } = event;
  const seen = { ...state, ...learnt, known, critique, pins, tests, critiqueWrites };
  if (!critique.isSatisfied) return { ...seen, phase: 'gate-cycle' };
  if (event.isReviewDue === true)
    return { ...seen, phase: 'gate-review', review: { ...state.review, reviewedAct: null } };
  return { ...seen, evidenceRefs: citing(learnt.evidenceRefs, tests), phase: 'ending', end: { kind: 'pass' } };
}
