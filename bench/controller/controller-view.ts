import type { ControllerState, ControllerView, StrategyKind } from '../../src/run/controller.ts';
import { exploreValueUnder, thresholdUnder } from '../../src/run/strategy.ts';

/** The threshold a run begins with, and toward which it recovers. */
export const HOME_EXPLOIT_THRESHOLD = 0.55;
const OBSERVATIONS_FOR_CONFIDENCE = 3;
const LOW_CYCLES_FOR_REVISION = 2;
const CONFIDENT_CYCLES_FOR_RECOVERY = 5;

/** All that the plain controller computes. */
export interface PlainView extends ControllerView {
  readonly effectiveExploreValue: number;
  readonly forceExploit: boolean;
  readonly confident: boolean;
  readonly canRevise: boolean;
  readonly sustainedLowConfidence: boolean;
  readonly aggressiveDelta: number;
  readonly broadenDelta: number;
  readonly nextStrategyDelta: number;
  readonly nextExploitThreshold: number;
}

/** Everything a state implies, computed afresh. */
export function viewController(state: ControllerState): PlainView {
  const isActive = state.phase === 'active';
  const confidence = viewConfidence(state);
  const strategy = viewStrategy(state);
  const choice = viewChoice(state, isActive);
  const canRevise = confidence.needsRevision && state.revisionCooldownRemaining === 0;
  const sustainedLowConfidence = state.lowConfidenceStreak >= LOW_CYCLES_FOR_REVISION;
  const isAwayFromHome = state.exploitThreshold !== HOME_EXPLOIT_THRESHOLD || state.policyMode !== 'default';
  return {
    ...choice,
    ...confidence,
    ...strategy,
    exploitThreshold: state.exploitThreshold,
    policyMode: state.policyMode,
    canRevise,
    sustainedLowConfidence,
    shouldRevise: isActive && canRevise && sustainedLowConfidence && strategy.nextStrategyKind !== '',
    shouldRecover: isActive && state.confidentStreak >= CONFIDENT_CYCLES_FOR_RECOVERY && isAwayFromHome,
  };
}

function viewChoice(state: ControllerState, isActive: boolean) {
  const canQuery = isActive && state.queriesRemaining > 0;
  const effectiveExploreValue = exploreValueUnder(state.policyMode, state.bestExploreValue);
  const forceExploit = state.bestExploitValue >= state.exploitThreshold;
  const preferExplore =
    canQuery && state.bestExploreId !== '' && effectiveExploreValue > state.bestExploitValue && !forceExploit;
  return {
    canAct: isActive && state.actionsRemaining > 0,
    canQuery,
    effectiveExploreValue,
    forceExploit,
    preferExplore,
    preferExploit: forceExploit || !preferExplore,
  };
}

function viewConfidence(state: ControllerState) {
  const isKnown = state.observedCount >= OBSERVATIONS_FOR_CONFIDENCE;
  const modelConfidence = isKnown ? Math.max(0, 1 - (state.errorEMA + state.calibrationEMA) / 2) : null;
  const confident = modelConfidence !== null && modelConfidence >= state.confidenceThreshold;
  return { modelConfidence, confident, needsRevision: modelConfidence !== null && !confident };
}

function viewStrategy(state: ControllerState) {
  const aggressiveDelta = state.aggressiveExploitPreviewValue - state.currentPolicyPreviewValue;
  const broadenDelta = state.broadenExplorePreviewValue - state.currentPolicyPreviewValue;
  const nextStrategyKind = betterStrategy(aggressiveDelta, broadenDelta, state.minRevisionDelta);
  const deltas = { aggressive_exploit: aggressiveDelta, broaden_explore: broadenDelta, '': 0 };
  return {
    aggressiveDelta,
    broadenDelta,
    nextStrategyKind,
    nextStrategyDelta: deltas[nextStrategyKind],
    nextExploitThreshold: thresholdUnder(nextStrategyKind, state.exploitThreshold),
  };
}

function betterStrategy(aggressiveDelta: number, broadenDelta: number, least: number): StrategyKind {
  const canBroaden = broadenDelta > least;
  if (aggressiveDelta > least && (!canBroaden || aggressiveDelta >= broadenDelta)) return 'aggressive_exploit';
  return canBroaden ? 'broaden_explore' : '';
}
