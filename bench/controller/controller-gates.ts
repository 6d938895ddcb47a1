import { unreachable } from '../../src/base/unreachable.ts';
import type { ControllerIntent, ControllerState } from '../../src/run/controller.ts';
import { viewController } from './controller-view.ts';

/** Whether the state alone allows the action. */
export function isAvailable(state: ControllerState, intent: ControllerIntent): boolean {
  const isActive = state.phase === 'active';
  const isActedOn = state.lastActKind !== '';
  switch (intent.action) {
    case 'start':
      return state.phase === 'setup';
    case 'renewBudgets':
      return state.phase !== 'setup';
    case 'recordPrediction':
      return isActive && !state.predictionOpen;
    case 'exploit':
      return viewController(state).canAct && state.predictionOpen && !isActedOn;
    case 'explore':
      return viewController(state).canQuery && state.predictionOpen && !isActedOn;
    case 'recordObservation':
      return state.predictionOpen && isActedOn;
    case 'recover':
      return viewController(state).shouldRecover;
    case 'updateCandidates':
    case 'updateConfidenceStreak':
    case 'recordStrategyPreviews':
    case 'finish':
      return isActive;
    case 'applyRevision':
      return true;
    default:
      return unreachable(intent);
  }
}

/** What is wrong with the types of the input; undefined where they fit. */
export function inputProblem(intent: ControllerIntent): string | undefined {
  for (const [name, type] of Object.entries(INPUT_TYPES[intent.action])) {
    const value: unknown = Reflect.get(intent, name);
    const fits = type === 'number' ? typeof value === 'number' && Number.isFinite(value) : typeof value === type;
    if (!fits) return `${name} must be a ${type === 'number' ? 'finite number' : type}`;
  }
  return undefined;
}

const INPUT_TYPES: Readonly<
  Record<ControllerIntent['action'], Readonly<Record<string, 'number' | 'string' | 'boolean'>>>
> = {
  start: { totalActions: 'number', totalQueries: 'number' },
  renewBudgets: { actions: 'number', queries: 'number' },
  updateCandidates: { exploitId: 'string', exploitValue: 'number', exploreId: 'string', exploreValue: 'number' },
  recordPrediction: { expectedSignal: 'number', expectedGain: 'number' },
  exploit: { id: 'string' },
  explore: { id: 'string' },
  recordObservation: { actualSignal: 'number', actualGain: 'number' },
  updateConfidenceStreak: { isLowConfidence: 'boolean' },
  recordStrategyPreviews: { currentValue: 'number', aggressiveValue: 'number', broadenValue: 'number' },
  applyRevision: { reason: 'string' },
  recover: {},
  finish: { result: 'string' },
};

/** What is wrong with the input in this state: a range, a candidate that is not the recorded one; undefined where all is well. */
export function dispatchProblem(state: ControllerState, intent: ControllerIntent): string | undefined {
  switch (intent.action) {
    case 'start':
      return budgetProblem({ totalActions: intent.totalActions, totalQueries: intent.totalQueries });
    case 'renewBudgets':
      return budgetProblem({ actions: intent.actions, queries: intent.queries });
    case 'updateCandidates':
      return (
        rangeProblem('exploitValue', intent.exploitValue, 0) ?? rangeProblem('exploreValue', intent.exploreValue, 0)
      );
    case 'recordPrediction':
      return (
        rangeProblem('expectedSignal', intent.expectedSignal, 0) ??
        rangeProblem('expectedGain', intent.expectedGain, -1)
      );
    case 'exploit':
      return candidateProblem(intent.id, state.bestExploitId);
    case 'explore':
      return candidateProblem(intent.id, state.bestExploreId);
    default:
      return undefined;
  }
}

function budgetProblem(budgets: Readonly<Record<string, number>>): string | undefined {
  const bad = Object.entries(budgets).find(([, value]) => value < 0 || !Number.isInteger(value));
  return bad && `${bad[0]} must be a whole number of at least 0, got ${bad[1]}`;
}

function rangeProblem(name: string, value: number, least: number): string | undefined {
  return value < least || value > 1 ? `${name} must lie in [${least}, 1], got ${value}` : undefined;
}

function candidateProblem(id: string, recorded: string): string | undefined {
  if (id === '') return 'no candidate is named';
  return id === recorded ? undefined : `the recorded candidate is "${recorded}", got "${id}"`;
}
