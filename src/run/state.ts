import { unreachable } from '../base/unreachable.ts';
import type { Claim } from './actor.ts';
import type { ControllerIntent, ControllerState } from './controller.ts';
import type { Failure } from './failure.ts';
import { RERUN_GATE } from './human-question.ts';
import type {
  Counters,
  CritiqueRecord,
  EndedEvent,
  EvaluatedEvent,
  Finding,
  HumanQuestion,
  IntendedEvent,
  JournalledEvent,
  PlannedEvent,
  StartedEvent,
  Violation,
} from './journal.ts';
import type { TrailStep } from './result.ts';
import type { TreeChange } from './tree.ts';
import { exploredMark } from './weigh.ts';

/**
 * Where a run stands. `gate-*`: the policy is to be asked, before the baseline, after a cycle, or before an act.
 * `acting`: an intent without an outcome. The others name what has just been done.
 */
type Phase =
  | 'gate-start'
  | 'baseline'
  | 'gate-cycle'
  | 'plan'
  | 'gate-act'
  | 'act'
  | 'acting'
  | 'acted'
  | 'reverting'
  | 'inspected'
  | 'ending'
  | 'ended';

export type EndCause =
  | { readonly kind: 'pass' }
  | { readonly kind: 'policy'; readonly decision: 'checkpoint' | 'stop'; readonly reasons: readonly string[] }
  | { readonly kind: 'spawn-not-allowed' }
  | { readonly kind: 'no-candidate'; readonly reason: string }
  | { readonly kind: 'question'; readonly question: HumanQuestion }
  | { readonly kind: 'declined'; readonly gate: string }
  | { readonly kind: 'disowned'; readonly reason: string };

/** How far an act has come; it outlives the end of a run that was stopped in its middle. */
type ActStage = 'planned' | 'acting' | 'acted' | 'reverting' | 'inspected';

/** What the last act of a cycle did, until the cycle is observed. */
export interface CurrentAct {
  readonly stage: ActStage;
  readonly planned: PlannedEvent;
  readonly intended: IntendedEvent | null;
  readonly group: { readonly group: number; readonly startTime: string } | null;
  readonly isInDoubt: boolean;
  readonly isCancelled: boolean;
  readonly neverRan: boolean;
  readonly durationMs: number;
  readonly exitCode: number | null;
  readonly output: string;
  readonly claim: Claim | null;
  readonly question: HumanQuestion | null;
  readonly violations: readonly Violation[];
  readonly pendingRevert: readonly TreeChange[];
  readonly filesChanged: number;
  readonly scopeHash: string;
}

/** One act that failed in this run: candidate, failure before it, failure after it. */
interface Attempt {
  readonly candidateKey: string;
  readonly fingerprint: string | null;
  readonly isInDoubt: boolean;
}

/** The whole of a run as plain data: the fold of its journal. */
export interface RunState {
  readonly sessionId: string;
  readonly phase: Phase;
  readonly started: StartedEvent;
  readonly policySha256: string;
  readonly counters: Counters;
  readonly elapsedMs: number;
  readonly evidenceRefs: readonly string[];
  /** Novelty keys of everything found so far. */
  readonly known: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  readonly attempts: readonly Attempt[];
  /** The mark of every explore act that ended. */
  readonly explored: ReadonlySet<string>;
  readonly pins: Readonly<Record<string, number>>;
  readonly critique: CritiqueRecord | null;
  readonly tests: Readonly<Record<string, string>>;
  readonly controller: ControllerState;
  readonly intents: readonly ControllerIntent[];
  readonly current: CurrentAct | null;
  /** Final text of the last agent, for the next prompt. */
  readonly lastResult: string;
  readonly trail: readonly TrailStep[];
  readonly lastEvaluation: EvaluatedEvent | null;
  readonly end: EndCause | null;
  /** The question that no person has answered yet; it outlives every other end of the run. */
  readonly question: HumanQuestion | null;
  readonly ended: EndedEvent | null;
  readonly resumes: number;
  /** The gate at which a person declined; it stands for good. */
  readonly declinedGate: string | null;
  /** Candidate in doubt that a person allowed to run again. */
  readonly allowedAgain: ReadonlySet<string>;
  /** Paths that the criteria write by themselves. */
  readonly critiqueWrites: ReadonlySet<string>;
  /** Changes that were being undone when the journal ends here: the undo may not be complete. */
  readonly pendingDrift: readonly TreeChange[];
  /** Last two checkpoint hashes that were to be published, newest first. */
  readonly published: readonly string[];
  readonly updatedAt: string;
}

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

function begin(sessionId: string, entry: JournalledEvent, event: StartedEvent): RunState {
  return {
    sessionId,
    phase: 'gate-start',
    started: event,
    policySha256: event.policySha256,
    counters: event.adopted?.counters ?? ZERO,
    elapsedMs: entry.elapsedMs,
    evidenceRefs: event.adopted?.evidenceRefs ?? [],
    known: new Set(event.adopted?.evidenceRefs ?? []),
    failures: [],
    attempts: [],
    explored: new Set(),
    pins: {},
    critique: null,
    tests: {},
    controller: event.controller,
    intents: event.intents,
    current: null,
    lastResult: '',
    trail: [],
    lastEvaluation: null,
    end: null,
    question: null,
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

function publish(state: RunState, sha256: string): readonly string[] {
  return state.published[0] === sha256 ? state.published : [sha256, ...state.published].slice(0, 2);
}

/** Only news enters the evidence; everything seen is known from then on. */
function learn(state: RunState, findings: readonly Finding[]): Pick<RunState, 'known' | 'evidenceRefs'> {
  const fresh = findings.filter((finding) => !state.known.has(finding.novelty));
  const refs = new Set([...state.evidenceRefs, ...fresh.map((finding) => finding.ref)]);
  return { known: new Set([...state.known, ...findings.map((finding) => finding.novelty)]), evidenceRefs: [...refs] };
}

function afterEvaluation(state: RunState, event: EvaluatedEvent): RunState {
  const next = { ...state, lastEvaluation: event };
  if (event.purpose === 'final') return next;
  if (event.decision !== 'continue') {
    return { ...next, phase: 'ending', end: { kind: 'policy', decision: event.decision, reasons: event.reasons } };
  }
  switch (event.purpose) {
    case 'start':
    case 'resume':
      return state.phase === 'gate-start' ? { ...next, phase: 'baseline' } : next;
    case 'cycle':
      return { ...next, phase: 'plan' };
    case 'spawn':
      return state.current?.planned.candidate.isChild === true && !event.spawnAllowed
        ? { ...next, phase: 'ending', end: { kind: 'spawn-not-allowed' } }
        : { ...next, phase: 'act' };
    default:
      return unreachable(event.purpose);
  }
}

function plan(state: RunState, event: PlannedEvent): RunState {
  return {
    ...state,
    phase: 'gate-act',
    counters: { ...state.counters, ...event.context },
    current: {
      stage: 'planned',
      planned: event,
      intended: null,
      group: null,
      isInDoubt: false,
      isCancelled: false,
      neverRan: false,
      durationMs: 0,
      exitCode: null,
      output: '',
      claim: null,
      question: null,
      violations: [],
      pendingRevert: [],
      filesChanged: 0,
      scopeHash: '',
    },
  };
}

function patchAct(state: RunState, patch: Partial<CurrentAct>): RunState {
  return state.current === null ? state : { ...state, current: { ...state.current, ...patch } };
}

/** The next state after an event. Pure; cumulative counters never fall, whatever the events. */
export function apply(state: RunState, entry: JournalledEvent): RunState {
  const next = applyEvent(state, entry);
  const pendingDrift = entry.event.kind === 'drifted' ? entry.event.changes : [];
  return { ...next, pendingDrift, elapsedMs: Math.max(state.elapsedMs, entry.elapsedMs), updatedAt: entry.at };
}

function applyEvent(state: RunState, entry: JournalledEvent): RunState {
  const event = entry.event;
  const { counters } = state;
  switch (event.kind) {
    case 'started':
    case 'noted':
    case 'replaced':
      return state;
    case 'evaluated':
      return afterEvaluation(state, event);
    case 'baselined': {
      const learnt = learn(state, event.findings);
      const known = new Set([...learnt.known, ...event.seen]);
      const critiqueWrites = new Set([...state.critiqueWrites, ...event.writes]);
      const { critique, pins, tests } = event;
      const seen = { ...state, ...learnt, known, critique, pins, tests, critiqueWrites };
      if (!critique.isSatisfied) return { ...seen, phase: 'gate-cycle' };
      return { ...seen, evidenceRefs: citing(learnt.evidenceRefs, tests), phase: 'ending', end: { kind: 'pass' } };
    }
    case 'planned':
      return plan(state, event);
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
    case 'intended':
      return patchAct(
        {
          ...state,
          phase: 'acting',
          controller: state.current?.planned.controller ?? state.controller,
          intents: [...state.intents, ...(state.current?.planned.intents ?? [])],
          known: new Set([...state.known, ...event.seen]),
          published: publish(state, event.checkpointSha256),
          counters: {
            ...counters,
            cycle: counters.cycle + 1,
            toolCalls: counters.toolCalls + Math.max(0, event.charges.toolCalls),
            childrenSpawned: counters.childrenSpawned + Math.max(0, event.charges.children),
            activeChildren: counters.activeChildren + Math.max(0, event.charges.children),
          },
        },
        { stage: 'acting', intended: event },
      );
    case 'spawned':
      return patchAct(state, { group: { group: event.group, startTime: event.startTime } });
    case 'acted':
      return patchAct(
        {
          ...state,
          phase: 'acted',
          lastResult: event.resultText,
          counters: {
            ...counters,
            activeChildren: 0,
            transcriptBytes: counters.transcriptBytes + Math.max(0, event.transcriptBytes),
            childResultWords: event.resultWords,
          },
        },
        {
          stage: 'acted',
          isInDoubt: event.cause === 'in-doubt',
          isCancelled: event.cause === 'aborted',
          neverRan: event.cause === 'never-started',
          durationMs: event.durationMs,
          exitCode: event.exitCode,
          output: event.output,
          claim: event.claim,
          question: event.question,
        },
      );
    case 'reverting':
      return patchAct(
        { ...state, phase: 'reverting' },
        { stage: 'reverting', violations: event.violations, pendingRevert: event.changes },
      );
    case 'inspected':
      return patchAct(
        { ...state, phase: 'inspected' },
        {
          stage: 'inspected',
          violations: event.violations,
          pendingRevert: [],
          filesChanged: event.filesChanged,
          scopeHash: event.scopeHash,
        },
      );
    case 'observed':
      return observe(state, event);
    case 'drifted':
      // While a cycle is open it is its own act that is to blame, else the last one.
      return hasOpenCycle(state.current)
        ? patchAct(state, { violations: [...(state.current?.violations ?? []), ...event.violations] })
        : { ...state, trail: blameLast(state.trail, event.violations) };
    case 'resumed':
      return {
        ...state,
        phase: event.answer === 'decline' ? 'ending' : resumePhase(state),
        current: hasOpenCycle(state.current) ? state.current : null,
        end: event.answer === 'decline' ? declinedEnd(gateOf(state)) : null,
        question: null,
        declinedGate: event.answer === 'decline' ? gateOf(state) : state.declinedGate,
        ended: null,
        resumes: event.count,
        policySha256: event.policySha256,
        controller: event.controller,
        intents: [...state.intents, ...event.intents],
        counters: event.isAfterCheckpoint
          ? { ...counters, lastCheckpointTranscriptBytes: counters.transcriptBytes }
          : counters,
        allowedAgain:
          // A run that waits is resumed only where a person answered.
          event.answer === 'decline' || state.question === null || state.question.reruns === null
            ? state.allowedAgain
            : new Set([...state.allowedAgain, state.question.reruns]),
        published: publish(state, event.checkpointSha256),
      };
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

function violationOf(violations: readonly Violation[]): TrailStep['violation'] {
  const [first] = violations;
  return first === undefined ? null : { paths: violations.map((violation) => violation.path), rule: first.rule };
}

function blameLast(trail: readonly TrailStep[], violations: readonly Violation[]): readonly TrailStep[] {
  return trail.map((step, index) =>
    index === trail.length - 1 ? { ...step, verdict: 'error', violation: violationOf(violations) } : step,
  );
}

function declinedEnd(gate: string | null): EndCause | null {
  return gate === null ? null : { kind: 'declined', gate };
}

function questionEnd(question: HumanQuestion | null): EndCause | null {
  return question === null ? null : { kind: 'question', question };
}

function gateOf(state: RunState): string {
  return state.question?.gate ?? RERUN_GATE;
}

/** An act that had begun is finished first; everything else begins by asking the policy and looking at the project anew. */
function resumePhase(state: RunState): Phase {
  const stage = state.current?.stage ?? 'planned';
  return stage === 'planned' ? 'gate-start' : stage;
}

/** A run may end between an act and its critique: the cycle is paid for and still to be observed. */
function hasOpenCycle(current: CurrentAct | null): boolean {
  return current !== null && current.stage !== 'planned';
}

function observe(state: RunState, event: Extract<JournalledEvent['event'], { kind: 'observed' }>): RunState {
  const current = state.current;
  if (current === null) return state;
  const { planned } = current;
  const fresh = event.findings.filter((finding) => !state.known.has(finding.novelty));
  const learnt = learn(state, event.findings);
  const cited = event.verdict === 'pass' ? citing(learnt.evidenceRefs, event.tests) : learnt.evidenceRefs;
  const failed =
    event.gain <= 0 &&
    event.verdict !== 'pass' &&
    planned.act === 'exploit' &&
    !current.isCancelled &&
    !current.neverRan;
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
    attempts:
      failed || current.isInDoubt
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

/** A pass cites what showed it, known before or not. */
function citing(refs: readonly string[], tests: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...refs, ...Object.values(tests)])];
}

/** A new doubt needs a new answer. */
function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id));
}

/** The state of a run from its journal; undefined where the journal does not begin with a start. */
export function fold(sessionId: string, entries: readonly JournalledEvent[]): RunState | undefined {
  const [first, ...rest] = entries;
  if (first === undefined || first.event.kind !== 'started') return undefined;
  return rest.reduce(apply, begin(sessionId, first, first.event));
}
