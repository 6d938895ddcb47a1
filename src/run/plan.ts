import type { Candidate } from './actor.ts';
import type { Belief } from './beliefs.ts';
import type { Controller, ControllerIntent, ControllerState, ControllerView, PolicyMode } from './controller.ts';
import type { CandidateValues, Prediction } from './progress.ts';
import { stepController } from './step-controller.ts';
import { exploreValueUnder, thresholdUnder } from './strategy.ts';
import type { CandidateKind } from './task.ts';
import { type NothingLeft, type Situation, type Weighed, weigh } from './weigh.ts';

/** The comparison that decided a choice, with its numbers. */
interface Inequality {
  readonly rule:
    | 'forceExploit'
    | 'preferExplore'
    | 'nothingToExplore'
    | 'noQueriesLeft'
    | 'exploreNotBetter'
    | 'actionStopped'
    /** A domain of the user's own chose otherwise than the numbers say. */
    | 'controllersOwn';
  readonly exploit: number;
  /** As the present mode sees it; null: nothing to look at. */
  readonly explore: number | null;
  readonly threshold: number;
  /** `explore 0.79 > exploit 0.50 < threshold 0.55` */
  readonly text: string;
}

export interface PlannedAct {
  readonly kind: 'act';
  readonly act: CandidateKind;
  readonly candidate: Candidate;
  /** About the best exploit candidate, from which both values come. */
  readonly belief: Belief;
  readonly values: CandidateValues;
  readonly predicted: Prediction;
  readonly inequality: Inequality;
  /** `updateCandidates`, `recordPrediction`, then the act: in the order in which they were taken. */
  readonly intents: readonly ControllerIntent[];
  readonly controller: ControllerState;
}

export interface NoCandidate {
  readonly kind: 'no-candidate';
  readonly reason: string;
  /** Set where the only way on is a candidate that may not run again unasked. */
  readonly inDoubt: Candidate | null;
}

export type IntentIds = (action: ControllerIntent['action']) => string;

/** Id of an intent: a second one with the same id is the first one told again. */
export function intentId(
  sessionId: string,
  cycle: number,
  action: ControllerIntent['action'],
  resume?: number,
): string {
  return resume === undefined ? `${sessionId}:${cycle}:${action}` : `${sessionId}:${cycle}:${action}:${resume}`;
}

/** The ids of the intents of one cycle. */
export function idsOf(sessionId: string, cycle: number): IntentIds {
  return (action) => intentId(sessionId, cycle, action);
}

/** Chooses the act of one cycle and carries the controller up to it. Pure and deterministic. */
export function planCycle(input: {
  readonly controller: Controller;
  readonly state: ControllerState;
  readonly situation: Situation;
  /** Of an intent of this cycle, by its action. */
  readonly idOf: IntentIds;
  /** The policy stopped the action, so that only a look may follow; there is something left to look at. */
  readonly mustExplore?: boolean;
}): PlannedAct | NoCandidate {
  const { controller, situation, idOf } = input;
  const weighed = weigh(situation);
  if (weighed.kind === 'nothing-left') return noCandidate(weighed);
  const take = (state: ControllerState, intent: ControllerIntent): ControllerState =>
    stepController(controller, state, intent, idOf(intent.action));
  const candidates = candidatesIntent(weighed);
  const informed = take(input.state, candidates);
  const view = controller.view(informed);
  const mustExplore = input.mustExplore === true && weighed.explore !== null;
  const act = mustExplore || (view.preferExplore && weighed.explore !== null) ? 'explore' : 'exploit';
  const candidate = act === 'explore' && weighed.explore !== null ? weighed.explore : weighed.exploit;
  if (act === 'exploit' && !view.canAct) return { kind: 'no-candidate', reason: 'no actions remain', inDoubt: null };
  const predicted = predict(act, weighed.exploitValue, situation.signal);
  const prediction = {
    action: 'recordPrediction',
    expectedSignal: predicted.signal,
    expectedGain: predicted.gain,
  } as const;
  const acting = { action: act, id: candidate.id } as const;
  return {
    kind: 'act',
    act,
    candidate,
    belief: weighed.belief,
    values: { exploit: weighed.exploitValue, explore: weighed.exploreValue },
    predicted,
    inequality: mustExplore ? stoppedAction(view, weighed) : inequality(view, weighed),
    intents: [candidates, prediction, acting],
    controller: take(take(informed, prediction), acting),
  };
}

/** What an act of this kind will show, by the belief alone: an explore act changes nothing. */
function predict(act: CandidateKind, mean: number, signal: number): Prediction {
  const gain = act === 'exploit' ? mean * (1 - signal) : 0;
  return { signal: Math.min(1, signal + gain), gain };
}

/**
 * Carries the controller over the outcome of an act: observation, streak, previews while confidence is low, revision,
 * recovery. `next` is the situation after the act, whose choice the previews value.
 */
export function observeCycle(input: {
  readonly controller: Controller;
  readonly state: ControllerState;
  readonly actualSignal: number;
  readonly actualGain: number;
  readonly next: Situation;
  readonly idOf: IntentIds;
}): { readonly intents: readonly ControllerIntent[]; readonly controller: ControllerState } {
  const { controller } = input;
  const intents: ControllerIntent[] = [];
  let state = input.state;
  const take = (intent: ControllerIntent): ControllerView => {
    state = stepController(controller, state, intent, input.idOf(intent.action));
    intents.push(intent);
    return controller.view(state);
  };
  let view = take({ action: 'recordObservation', actualSignal: input.actualSignal, actualGain: input.actualGain });
  const isLowConfidence = view.needsRevision;
  view = take({ action: 'updateConfidenceStreak', isLowConfidence });
  if (isLowConfidence) view = take({ action: 'recordStrategyPreviews', ...previews(view, input.next) });
  if (view.shouldRevise) view = take({ action: 'applyRevision', reason: revisionReason(view) });
  if (view.shouldRecover) take({ action: 'recover' });
  return { intents, controller: state };
}

/** What the next choice would be worth as things are and under either strategy. Equal choices have equal values. */
export function previews(
  view: ControllerView,
  next: Situation,
): { readonly currentValue: number; readonly aggressiveValue: number; readonly broadenValue: number } {
  const weighed = weigh(next);
  if (weighed.kind === 'nothing-left') return { currentValue: 0, aggressiveValue: 0, broadenValue: 0 };
  const missing = 1 - next.signal;
  const left = Math.max(1, next.actionsLeft);
  const exploit = weighed.exploitValue * missing;
  const explore = (weighed.exploreValue ?? 0) * missing * (1 - 1 / left);
  const value = (threshold: number, mode: PolicyMode) =>
    wouldExplore(view, weighed, threshold, mode) ? explore : exploit;
  return {
    currentValue: value(view.exploitThreshold, view.policyMode),
    aggressiveValue: value(thresholdUnder('aggressive_exploit', view.exploitThreshold), 'aggressive_exploit'),
    broadenValue: value(thresholdUnder('broaden_explore', view.exploitThreshold), 'broaden_explore'),
  };
}

function wouldExplore(view: ControllerView, weighed: Weighed, threshold: number, mode: PolicyMode): boolean {
  if (weighed.exploreValue === null || !view.canQuery) return false;
  const isForced = weighed.exploitValue >= threshold;
  return !isForced && exploreValueUnder(mode, weighed.exploreValue) > weighed.exploitValue;
}

function candidatesIntent(weighed: Weighed): ControllerIntent {
  return {
    action: 'updateCandidates',
    exploitId: weighed.exploit.id,
    exploitValue: weighed.exploitValue,
    exploreId: weighed.explore?.id ?? '',
    exploreValue: weighed.exploreValue ?? 0,
  };
}

function noCandidate(nothing: NothingLeft): NoCandidate {
  const { inDoubt } = nothing;
  const reason =
    inDoubt === null
      ? 'no candidate left to try'
      : `"${inDoubt.id}" may already have run and may not run again unasked`;
  return { kind: 'no-candidate', reason, inDoubt };
}

function revisionReason(view: ControllerView): string {
  return `confidence stayed low, ${(view.modelConfidence ?? 0).toFixed(2)}; ${view.nextStrategyKind} is worth more`;
}

/** No comparison decided: the policy forbids the act, and a look is no retry. */
function stoppedAction(view: ControllerView, weighed: Weighed): Inequality {
  const explore = weighed.exploreValue === null ? null : exploreValueUnder(view.policyMode, weighed.exploreValue);
  const numbers = { exploit: weighed.exploitValue, explore, threshold: view.exploitThreshold };
  return { ...numbers, rule: 'actionStopped', text: 'the policy stopped the act; a look is left' };
}

function inequality(view: ControllerView, weighed: Weighed): Inequality {
  const explore = weighed.exploreValue === null ? null : exploreValueUnder(view.policyMode, weighed.exploreValue);
  const numbers = { exploit: weighed.exploitValue, explore, threshold: view.exploitThreshold };
  const show = shownApart(numbers.exploit, numbers.threshold, explore ?? numbers.threshold);
  const exploitText = `exploit ${show(numbers.exploit)}`;
  const thresholdText = `threshold ${show(numbers.threshold)}`;
  const wanted = view.preferExplore ? 'explore' : 'exploit';
  if (explore !== null && view.preferExplore !== wouldExplore(view, weighed, view.exploitThreshold, view.policyMode)) {
    const text = `the controller prefers to ${wanted}: ${exploitText}, explore ${show(explore)}, ${thresholdText}`;
    return { ...numbers, rule: 'controllersOwn', text };
  }
  if (numbers.exploit >= numbers.threshold)
    return { ...numbers, rule: 'forceExploit', text: `${exploitText} >= ${thresholdText}` };
  if (explore === null)
    return { ...numbers, rule: 'nothingToExplore', text: `${exploitText} < ${thresholdText}, nothing left to explore` };
  const exploreText = `explore ${show(explore)}`;
  if (view.preferExplore)
    return { ...numbers, rule: 'preferExplore', text: `${exploreText} > ${exploitText} < ${thresholdText}` };
  if (!view.canQuery)
    return { ...numbers, rule: 'noQueriesLeft', text: `${exploitText} < ${thresholdText}, no queries remain` };
  return { ...numbers, rule: 'exploreNotBetter', text: `${exploreText} <= ${exploitText}` };
}

/** Two decimals, or as many as it takes to tell different numbers apart, so that no line reads "0.55 < 0.55". */
function shownApart(...values: readonly number[]): (value: number) => string {
  const distinct = new Set(values).size;
  const digits = [2, 3, 4, 5, 6].find(
    (count) => new Set(values.map((value) => value.toFixed(count))).size === distinct,
  );
  return (value) => value.toFixed(digits ?? 6);
}
