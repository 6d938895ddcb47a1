import { exploited, explored, predicted, withCandidates } from './acts.ts';
import { finished, renewed, started } from './budgets.ts';
import { isBudget, isFiniteNumber, isRecordOf, isWithin, unsigned } from './checks.ts';
import { computedOf } from './computed.ts';
import { observed, streaked } from './observation.ts';
import type { Snapshot } from './state.ts';
import { previewed, recovered, revised } from './strategy.ts';

export interface Intent {
  readonly type: string;
  readonly input?: unknown;
  readonly intentId: string;
}

export type Result =
  | { readonly kind: 'ok'; readonly snapshot: Snapshot }
  | { readonly kind: 'blocked' | 'fail'; readonly code: string; readonly snapshot: Snapshot };

/** One intent through every gate and check, and the transition. Pure: a new snapshot, field by field. */
export function dispatch(snapshot: Snapshot, intent: Intent): Result {
  switch (intent.type) {
    case 'start':
      return start(snapshot, intent);
    case 'renewBudgets':
      return renewBudgets(snapshot, intent);
    case 'updateCandidates':
      return updateCandidates(snapshot, intent);
    case 'recordPrediction':
      return recordPrediction(snapshot, intent);
    case 'exploit':
      return exploit(snapshot, intent);
    case 'explore':
      return explore(snapshot, intent);
    case 'recordObservation':
      return recordObservation(snapshot, intent);
    case 'updateConfidenceStreak':
      return updateConfidenceStreak(snapshot, intent);
    case 'recordStrategyPreviews':
      return recordStrategyPreviews(snapshot, intent);
    case 'applyRevision':
      return applyRevision(snapshot, intent);
    case 'recover':
      return recover(snapshot, intent);
    case 'finish':
      return finish(snapshot, intent);
    default:
      return { kind: 'blocked', code: 'UNKNOWN_ACTION', snapshot };
  }
}

function unavailable(snapshot: Snapshot): Result {
  return { kind: 'blocked', code: 'ACTION_UNAVAILABLE', snapshot };
}

function invalid(snapshot: Snapshot): Result {
  return { kind: 'blocked', code: 'INVALID_INPUT', snapshot };
}

function undispatchable(snapshot: Snapshot): Result {
  return { kind: 'blocked', code: 'INTENT_NOT_DISPATCHABLE', snapshot };
}

/** The next snapshot; null: a value that no field takes. */
function settled(before: Snapshot, next: Snapshot | null): Result {
  return next === null ? { kind: 'fail', code: 'TYPE_MISMATCH', snapshot: before } : { kind: 'ok', snapshot: next };
}

function isId(id: unknown): boolean {
  return typeof id === 'string' && id !== '';
}

function start(snapshot: Snapshot, { input, intentId }: Intent): Result {
  if (snapshot.state.phase !== 'setup') return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(2, input)) return invalid(snapshot);
  const { totalActions, totalQueries } = input;
  if (!isFiniteNumber(totalActions) || !isFiniteNumber(totalQueries)) return invalid(snapshot);
  if (!isBudget(totalActions) || !isBudget(totalQueries)) return undispatchable(snapshot);
  if (snapshot.ids.start === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, started(snapshot, intentId, unsigned(totalActions), unsigned(totalQueries)));
}

function renewBudgets(snapshot: Snapshot, { input, intentId }: Intent): Result {
  if (snapshot.state.phase === 'setup') return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(2, input)) return invalid(snapshot);
  const { actions, queries } = input;
  if (!isFiniteNumber(actions) || !isFiniteNumber(queries)) return invalid(snapshot);
  if (!isBudget(actions) || !isBudget(queries)) return undispatchable(snapshot);
  if (snapshot.ids.renewBudgets === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, renewed(snapshot, intentId, unsigned(actions), unsigned(queries)));
}

function updateCandidates(snapshot: Snapshot, { input, intentId }: Intent): Result {
  if (snapshot.state.phase !== 'active') return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(4, input)) return invalid(snapshot);
  const { exploitId, exploitValue, exploreId, exploreValue } = input;
  if (typeof exploitId !== 'string' || typeof exploreId !== 'string') return invalid(snapshot);
  if (!isFiniteNumber(exploitValue) || !isFiniteNumber(exploreValue)) return invalid(snapshot);
  if (!isWithin(exploitValue, 0, 1) || !isWithin(exploreValue, 0, 1)) return undispatchable(snapshot);
  if (snapshot.ids.updateCandidates === intentId) return { kind: 'ok', snapshot };
  return settled(
    snapshot,
    withCandidates(snapshot, intentId, exploitId, unsigned(exploitValue), exploreId, unsigned(exploreValue)),
  );
}

function recordPrediction(snapshot: Snapshot, { input, intentId }: Intent): Result {
  const { phase, predictionOpen } = snapshot.state;
  if (phase !== 'active' || predictionOpen) return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(2, input)) return invalid(snapshot);
  const { expectedSignal, expectedGain } = input;
  if (!isFiniteNumber(expectedSignal) || !isFiniteNumber(expectedGain)) return invalid(snapshot);
  if (!isWithin(expectedSignal, 0, 1) || !isWithin(expectedGain, -1, 1)) return undispatchable(snapshot);
  if (snapshot.ids.recordPrediction === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, predicted(snapshot, intentId, unsigned(expectedSignal), unsigned(expectedGain)));
}

function exploit(snapshot: Snapshot, { input, intentId }: Intent): Result {
  const { phase, actionsRemaining, predictionOpen, lastActKind, bestExploitId } = snapshot.state;
  if (phase !== 'active' || !(actionsRemaining > 0) || !predictionOpen || lastActKind !== '')
    return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(1, input)) return invalid(snapshot);
  const { id } = input;
  if (typeof id !== 'string') return invalid(snapshot);
  if (id === '' || id !== bestExploitId) return undispatchable(snapshot);
  if (snapshot.ids.exploit === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, exploited(snapshot, intentId));
}

function explore(snapshot: Snapshot, { input, intentId }: Intent): Result {
  const { phase, queriesRemaining, predictionOpen, lastActKind, bestExploreId } = snapshot.state;
  if (phase !== 'active' || !(queriesRemaining > 0) || !predictionOpen || lastActKind !== '')
    return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(1, input)) return invalid(snapshot);
  const { id } = input;
  if (typeof id !== 'string') return invalid(snapshot);
  if (id === '' || id !== bestExploreId) return undispatchable(snapshot);
  if (snapshot.ids.explore === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, explored(snapshot, intentId));
}

function recordObservation(snapshot: Snapshot, { input, intentId }: Intent): Result {
  const { predictionOpen, lastActKind } = snapshot.state;
  if (!predictionOpen || lastActKind === '') return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(2, input)) return invalid(snapshot);
  const { actualSignal, actualGain } = input;
  if (!isFiniteNumber(actualSignal) || !isFiniteNumber(actualGain)) return invalid(snapshot);
  return settled(snapshot, observed(snapshot, intentId, actualSignal, actualGain));
}

function updateConfidenceStreak(snapshot: Snapshot, { input, intentId }: Intent): Result {
  if (snapshot.state.phase !== 'active') return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(1, input)) return invalid(snapshot);
  const { isLowConfidence } = input;
  if (typeof isLowConfidence !== 'boolean') return invalid(snapshot);
  const { lowConfidence, confidence } = snapshot.ids;
  if ((isLowConfidence ? lowConfidence : confidence) === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, streaked(snapshot, intentId, isLowConfidence, computedOf(snapshot.state)));
}

function recordStrategyPreviews(snapshot: Snapshot, { input, intentId }: Intent): Result {
  if (snapshot.state.phase !== 'active') return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(3, input)) return invalid(snapshot);
  const { currentValue, aggressiveValue, broadenValue } = input;
  if (!isFiniteNumber(currentValue) || !isFiniteNumber(aggressiveValue) || !isFiniteNumber(broadenValue))
    return invalid(snapshot);
  if (snapshot.ids.recordStrategyPreviews === intentId) return { kind: 'ok', snapshot };
  return settled(
    snapshot,
    previewed(snapshot, intentId, unsigned(currentValue), unsigned(aggressiveValue), unsigned(broadenValue)),
  );
}

function applyRevision(snapshot: Snapshot, { input, intentId }: Intent): Result {
  if (!isId(intentId) || !isRecordOf(1, input)) return invalid(snapshot);
  const { reason } = input;
  if (typeof reason !== 'string') return invalid(snapshot);
  const computed = computedOf(snapshot.state);
  if (!computed.shouldRevise) return { kind: 'fail', code: 'NO_REVISION_REQUESTED', snapshot };
  if (snapshot.ids.applyRevision === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, revised(snapshot, intentId, reason, computed));
}

function recover(snapshot: Snapshot, { input, intentId }: Intent): Result {
  const computed = computedOf(snapshot.state);
  if (!computed.shouldRecover) return unavailable(snapshot);
  if (!isId(intentId) || input !== undefined) return invalid(snapshot);
  if (snapshot.ids.recover === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, recovered(snapshot, intentId, computed));
}

function finish(snapshot: Snapshot, { input, intentId }: Intent): Result {
  if (snapshot.state.phase !== 'active') return unavailable(snapshot);
  if (!isId(intentId) || !isRecordOf(1, input)) return invalid(snapshot);
  const { result } = input;
  if (typeof result !== 'string') return invalid(snapshot);
  if (snapshot.ids.finish === intentId) return { kind: 'ok', snapshot };
  return settled(snapshot, finished(snapshot, intentId, result));
}
