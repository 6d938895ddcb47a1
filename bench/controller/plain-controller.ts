import { sha256Hex } from '../../src/base/sha256.ts';
import { unreachable } from '../../src/base/unreachable.ts';
import type { Controller, ControllerIntent, ControllerState, ControllerStep } from '../../src/run/controller.ts';
import { THRESHOLD_STEP, toHundredths } from '../../src/run/strategy.ts';
import { dispatchProblem, inputProblem, isAvailable } from './controller-gates.ts';
import { HOME_EXPLOIT_THRESHOLD, viewController } from './controller-view.ts';

const COOLDOWN_AFTER_REVISION = 3;

const INITIAL: ControllerState = {
  phase: 'setup',
  actionsRemaining: 0,
  actionsTaken: 0,
  queriesRemaining: 0,
  queriesAsked: 0,
  bestExploitId: '',
  bestExploitValue: 0,
  bestExploreId: '',
  bestExploreValue: 0,
  predictedSignal: 0,
  predictedGain: 0,
  predictionOpen: false,
  lastActKind: '',
  errorEMA: 0,
  calibrationEMA: 0,
  observedCount: 0,
  confidenceThreshold: 0.72,
  exploitThreshold: HOME_EXPLOIT_THRESHOLD,
  minRevisionDelta: 0.01,
  lowConfidenceStreak: 0,
  confidentStreak: 0,
  revisionCooldownRemaining: 0,
  revisionCount: 0,
  lastRevisionReason: '',
  policyMode: 'default',
  currentPolicyPreviewValue: 0,
  aggressiveExploitPreviewValue: 0,
  broadenExplorePreviewValue: 0,
  outcome: '',
};

/**
 * The reflective controller in plain TypeScript. Every input is checked in three steps, as the domain's engine does:
 * the state alone (`ACTION_UNAVAILABLE`), the types of the input (`INVALID_INPUT`), the input against the state and its
 * ranges (`INTENT_NOT_DISPATCHABLE`).
 */
export const plainController: Controller = {
  sha256: sha256Hex('praxis plain controller 1'),
  source: '',
  initial: INITIAL,
  step,
  view: viewController,
};

function step(state: ControllerState, intent: ControllerIntent): ControllerStep {
  if (!isAvailable(state, intent))
    return refused('ACTION_UNAVAILABLE', `${intent.action} is not available in this state`);
  const wrongInput = inputProblem(intent);
  if (wrongInput !== undefined) return refused('INVALID_INPUT', `${intent.action}: ${wrongInput}`);
  const wrongHere = dispatchProblem(state, intent);
  if (wrongHere !== undefined) return refused('INTENT_NOT_DISPATCHABLE', `${intent.action}: ${wrongHere}`);
  if (intent.action === 'applyRevision' && !viewController(state).shouldRevise)
    return refused('NO_REVISION_REQUESTED', 'applyRevision: no revision is called for');
  return { kind: 'completed', state: { ...state, ...changes(state, intent) } };
}

function refused(code: (ControllerStep & { kind: 'refused' })['code'], message: string): ControllerStep {
  return { kind: 'refused', code, message };
}

function changes(state: ControllerState, intent: ControllerIntent): Partial<ControllerState> {
  switch (intent.action) {
    case 'start':
      return { phase: 'active', actionsRemaining: intent.totalActions, queriesRemaining: intent.totalQueries };
    case 'renewBudgets':
      return { phase: 'active', outcome: '', actionsRemaining: intent.actions, queriesRemaining: intent.queries };
    case 'updateCandidates':
      return {
        bestExploitId: intent.exploitId,
        bestExploitValue: intent.exploitValue,
        bestExploreId: intent.exploreId,
        bestExploreValue: intent.exploreValue,
      };
    case 'recordPrediction':
      return {
        predictedSignal: intent.expectedSignal,
        predictedGain: intent.expectedGain,
        predictionOpen: true,
        lastActKind: '',
      };
    case 'exploit':
      return {
        actionsRemaining: state.actionsRemaining - 1,
        actionsTaken: state.actionsTaken + 1,
        lastActKind: 'exploit',
      };
    case 'explore':
      return {
        queriesRemaining: state.queriesRemaining - 1,
        queriesAsked: state.queriesAsked + 1,
        lastActKind: 'explore',
      };
    case 'recordObservation':
      return observed(state, intent.actualSignal, intent.actualGain);
    case 'updateConfidenceStreak':
      return streaks(state, intent.isLowConfidence);
    case 'recordStrategyPreviews':
      return {
        currentPolicyPreviewValue: intent.currentValue,
        aggressiveExploitPreviewValue: intent.aggressiveValue,
        broadenExplorePreviewValue: intent.broadenValue,
      };
    case 'applyRevision':
      return revised(state, intent.reason);
    case 'recover':
      return recovered(state);
    case 'finish':
      return { phase: 'result', outcome: intent.result };
    default:
      return unreachable(intent);
  }
}

function observed(state: ControllerState, actualSignal: number, actualGain: number): Partial<ControllerState> {
  const closed = { predictionOpen: false, revisionCooldownRemaining: Math.max(0, state.revisionCooldownRemaining - 1) };
  // A read-only act cannot be wrong about the signal: only an exploit tells how good predictions are.
  if (state.lastActKind !== 'exploit') return closed;
  const signalError = clampError(state.predictedSignal - actualSignal);
  const gainError = clampError(state.predictedGain - actualGain);
  const isFirst = state.observedCount === 0;
  return {
    ...closed,
    errorEMA: isFirst ? signalError : (3 * state.errorEMA + signalError) / 4,
    calibrationEMA: isFirst ? gainError : (3 * state.calibrationEMA + gainError) / 4,
    observedCount: state.observedCount + 1,
  };
}

function clampError(difference: number): number {
  return Math.min(1, Math.abs(difference));
}

function streaks(state: ControllerState, isLowConfidence: boolean): Partial<ControllerState> {
  if (isLowConfidence) return { lowConfidenceStreak: state.lowConfidenceStreak + 1, confidentStreak: 0 };
  const gained = viewController(state).confident ? 1 : 0;
  return { lowConfidenceStreak: 0, confidentStreak: state.confidentStreak + gained };
}

function revised(state: ControllerState, reason: string): Partial<ControllerState> {
  const view = viewController(state);
  return {
    exploitThreshold: view.nextExploitThreshold,
    policyMode: view.nextStrategyKind === '' ? state.policyMode : view.nextStrategyKind,
    revisionCount: state.revisionCount + 1,
    lastRevisionReason: reason,
    lowConfidenceStreak: 0,
    revisionCooldownRemaining: COOLDOWN_AFTER_REVISION,
  };
}

function recovered(state: ControllerState): Partial<ControllerState> {
  const away = state.exploitThreshold - HOME_EXPLOIT_THRESHOLD;
  const step = Math.min(THRESHOLD_STEP, Math.abs(away)) * Math.sign(away);
  const exploitThreshold = toHundredths(state.exploitThreshold - step);
  return {
    exploitThreshold,
    policyMode: exploitThreshold === HOME_EXPLOIT_THRESHOLD ? 'default' : state.policyMode,
    confidentStreak: 0,
  };
}
