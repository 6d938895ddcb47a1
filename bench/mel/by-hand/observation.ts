import { isFiniteNumber } from './checks.ts';
import type { Computed, Snapshot } from './state.ts';

export function observed(
  { state: s, ids }: Snapshot,
  intentId: string,
  actualSignal: number,
  actualGain: number,
): Snapshot | null {
  const measures = s.lastActKind === 'exploit' && ids.observedExploit !== intentId;
  const closes = ids.recordObservation !== intentId;
  let { errorEMA, calibrationEMA, observedCount } = s;
  if (measures) {
    const signalError = Math.min(1, Math.abs(s.predictedSignal - actualSignal));
    const gainError = Math.min(1, Math.abs(s.predictedGain - actualGain));
    errorEMA = s.observedCount === 0 ? signalError : (3 * s.errorEMA + signalError) / 4;
    calibrationEMA = s.observedCount === 0 ? gainError : (3 * s.calibrationEMA + gainError) / 4;
    observedCount = s.observedCount + 1;
    if (!isFiniteNumber(errorEMA) || !isFiniteNumber(calibrationEMA) || !isFiniteNumber(observedCount)) return null;
  }
  let { predictionOpen, revisionCooldownRemaining } = s;
  if (closes) {
    predictionOpen = false;
    revisionCooldownRemaining = Math.max(0, s.revisionCooldownRemaining - 1);
    if (!isFiniteNumber(revisionCooldownRemaining)) return null;
  }
  return {
    state: {
      phase: s.phase,
      actionsRemaining: s.actionsRemaining,
      actionsTaken: s.actionsTaken,
      queriesRemaining: s.queriesRemaining,
      queriesAsked: s.queriesAsked,
      bestExploitId: s.bestExploitId,
      bestExploitValue: s.bestExploitValue,
      bestExploreId: s.bestExploreId,
      bestExploreValue: s.bestExploreValue,
      predictedSignal: s.predictedSignal,
      predictedGain: s.predictedGain,
      predictionOpen,
      lastActKind: s.lastActKind,
      errorEMA,
      calibrationEMA,
      observedCount,
      confidenceThreshold: s.confidenceThreshold,
      exploitThreshold: s.exploitThreshold,
      minRevisionDelta: s.minRevisionDelta,
      lowConfidenceStreak: s.lowConfidenceStreak,
      confidentStreak: s.confidentStreak,
      revisionCooldownRemaining,
      revisionCount: s.revisionCount,
      lastRevisionReason: s.lastRevisionReason,
      policyMode: s.policyMode,
      currentPolicyPreviewValue: s.currentPolicyPreviewValue,
      aggressiveExploitPreviewValue: s.aggressiveExploitPreviewValue,
      broadenExplorePreviewValue: s.broadenExplorePreviewValue,
      outcome: s.outcome,
    },
    ids: {
      start: ids.start,
      renewBudgets: ids.renewBudgets,
      updateCandidates: ids.updateCandidates,
      recordPrediction: ids.recordPrediction,
      exploit: ids.exploit,
      explore: ids.explore,
      observedExploit: measures ? intentId : ids.observedExploit,
      recordObservation: intentId,
      lowConfidence: ids.lowConfidence,
      confidence: ids.confidence,
      recordStrategyPreviews: ids.recordStrategyPreviews,
      applyRevision: ids.applyRevision,
      recover: ids.recover,
      finish: ids.finish,
    },
  };
}

export function streaked(
  { state: s, ids }: Snapshot,
  intentId: string,
  isLowConfidence: boolean,
  { confident }: Computed,
): Snapshot | null {
  const lowConfidenceStreak = isLowConfidence ? s.lowConfidenceStreak + 1 : 0;
  const confidentStreak = isLowConfidence ? 0 : s.confidentStreak + (confident ? 1 : 0);
  if (!isFiniteNumber(lowConfidenceStreak) || !isFiniteNumber(confidentStreak)) return null;
  return {
    state: {
      phase: s.phase,
      actionsRemaining: s.actionsRemaining,
      actionsTaken: s.actionsTaken,
      queriesRemaining: s.queriesRemaining,
      queriesAsked: s.queriesAsked,
      bestExploitId: s.bestExploitId,
      bestExploitValue: s.bestExploitValue,
      bestExploreId: s.bestExploreId,
      bestExploreValue: s.bestExploreValue,
      predictedSignal: s.predictedSignal,
      predictedGain: s.predictedGain,
      predictionOpen: s.predictionOpen,
      lastActKind: s.lastActKind,
      errorEMA: s.errorEMA,
      calibrationEMA: s.calibrationEMA,
      observedCount: s.observedCount,
      confidenceThreshold: s.confidenceThreshold,
      exploitThreshold: s.exploitThreshold,
      minRevisionDelta: s.minRevisionDelta,
      lowConfidenceStreak,
      confidentStreak,
      revisionCooldownRemaining: s.revisionCooldownRemaining,
      revisionCount: s.revisionCount,
      lastRevisionReason: s.lastRevisionReason,
      policyMode: s.policyMode,
      currentPolicyPreviewValue: s.currentPolicyPreviewValue,
      aggressiveExploitPreviewValue: s.aggressiveExploitPreviewValue,
      broadenExplorePreviewValue: s.broadenExplorePreviewValue,
      outcome: s.outcome,
    },
    ids: {
      start: ids.start,
      renewBudgets: ids.renewBudgets,
      updateCandidates: ids.updateCandidates,
      recordPrediction: ids.recordPrediction,
      exploit: ids.exploit,
      explore: ids.explore,
      observedExploit: ids.observedExploit,
      recordObservation: ids.recordObservation,
      lowConfidence: isLowConfidence ? intentId : ids.lowConfidence,
      confidence: isLowConfidence ? ids.confidence : intentId,
      recordStrategyPreviews: ids.recordStrategyPreviews,
      applyRevision: ids.applyRevision,
      recover: ids.recover,
      finish: ids.finish,
    },
  };
}
