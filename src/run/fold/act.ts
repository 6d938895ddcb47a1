import type { ActedEvent, AttemptedEvent, IntendedEvent, PlannedEvent, RunEvent } from '../journal.ts';
import { NOTHING } from '../ledger/amounts.ts';
import type { CurrentAct, RunState } from '../state.ts';
import { type ActAccount, NO_USAGE, UNKNOWN_USAGE } from '../usage.ts';
import { publish } from './published.ts';
import { used } from './used.ts';

/** A candidate was chosen; nothing is paid for yet. */
export function planned(state: RunState, event: PlannedEvent): RunState {
  return {
    ...state,
    phase: 'gate-act',
    counters: { ...state.counters, ...event.context },
    current: {
      stage: 'planned',
      planned: event,
      intended: null,
      intendedAt: null,
      group: null,
      isInDoubt: false,
      isCancelled: false,
      neverRan: false,
      drawn: NOTHING,
      durationMs: 0,
      exitCode: null,
      output: '',
      claim: null,
      question: null,
      violations: [],
      pendingRevert: [],
      filesChanged: 0,
      scopeHash: '',
      foundCalls: 0,
      attempts: [],
      chosen: null,
      chosenPaths: [],
    },
  };
}

/** An act is about to begin: its cycle and what it is charged are spent from now on. */
export function intended(state: RunState, event: IntendedEvent, at: string): RunState {
  const { counters } = state;
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
        activeChildren: counters.activeChildren + Math.max(0, event.charges.active ?? event.charges.children),
      },
    },
    { stage: 'acting', intended: event, intendedAt: at },
  );
}

/** An attempt of a group ended: what it used is spent, be it applied or not. */
export function attempted(state: RunState, event: AttemptedEvent): RunState {
  const attempts = [...(state.current?.attempts ?? []), event];
  const paid = event.cause === 'setup-failed' ? state : spent(state, event.account);
  return patchAct(paid, { attempts });
}

/** What an agent did in an act is charged; of one that does not tell, what it used is unknown. */
function spent(state: RunState, account: ActAccount | undefined): RunState {
  const { counters, current } = state;
  const calls = Math.max(0, account?.toolCalls ?? 0);
  const isAgent = current?.planned.candidate.isChild === true;
  return patchAct(
    {
      ...(isAgent ? used(state, account?.usage ?? UNKNOWN_USAGE) : state),
      counters: { ...counters, toolCalls: counters.toolCalls + calls },
    },
    { foundCalls: (current?.foundCalls ?? 0) + calls },
  );
}

/** An act ended, one way or another. */
export function acted(before: RunState, event: ActedEvent): RunState {
  // The attempts of a group were paid for one by one.
  const isPaid = before.current?.intended?.attempts !== undefined || event.cause === 'never-started';
  const { drawn = NOTHING } = event;
  const { drawnUsage = drawn.children > 0 ? UNKNOWN_USAGE : NO_USAGE } = event;
  const state = used(isPaid ? before : spent(before, event.account), drawnUsage);
  const { counters } = state;
  return patchAct(
    {
      ...state,
      phase: 'acted',
      lastResult: event.resultText,
      lastSignature: event.signature ?? state.lastSignature,
      counters: {
        ...counters,
        activeChildren: 0,
        toolCalls: counters.toolCalls + drawn.toolCalls,
        childrenSpawned: counters.childrenSpawned + drawn.children,
        transcriptBytes: counters.transcriptBytes + Math.max(0, event.transcriptBytes),
        childResultWords: event.resultWords,
      },
    },
    {
      stage: 'acted',
      isInDoubt: event.cause === 'in-doubt',
      isCancelled: event.cause === 'aborted',
      neverRan: event.cause === 'never-started',
      drawn,
      durationMs: event.durationMs,
      exitCode: event.exitCode,
      output: event.output,
      claim: event.claim,
      question: event.question,
    },
  );
}

/** What an act was not allowed to do is being undone. */
export function reverting(state: RunState, event: Extract<RunEvent, { readonly kind: 'reverting' }>): RunState {
  return patchAct(
    { ...state, phase: 'reverting' },
    { stage: 'reverting', violations: event.violations, pendingRevert: event.changes },
  );
}

/** What an act changed is known, and undone where it had to be. */
export function inspected(state: RunState, event: Extract<RunEvent, { readonly kind: 'inspected' }>): RunState {
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
}

/** The current act with some of its fields changed. */
export function patchAct(state: RunState, patch: Partial<CurrentAct>): RunState {
  return state.current === null ? state : { ...state, current: { ...state.current, ...patch } };
}

/** A run may end between an act and its critique: the cycle is paid for and still to be observed. */
export function hasOpenCycle(current: CurrentAct | null): boolean {
  return current !== null && current.stage !== 'planned';
}
