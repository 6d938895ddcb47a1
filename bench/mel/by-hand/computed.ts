import type { Computed, State } from './state.ts';

/** Everything a state implies, worked out afresh. */
export function computedOf(s: State): Computed {
  const isActive = s.phase === 'active';
  const canQuery = isActive && s.queriesRemaining > 0;
  const effectiveExploreValue = Math.min(1, s.bestExploreValue + (s.policyMode === 'broaden_explore' ? 0.1 : 0));
  const forceExploit = s.bestExploitValue >= s.exploitThreshold;
  const preferExplore =
    canQuery && s.bestExploreId !== '' && effectiveExploreValue > s.bestExploitValue && !forceExploit;

  const modelConfidence = s.observedCount < 3 ? null : Math.max(0, 1 - (s.errorEMA + s.calibrationEMA) / 2);
  const confident = modelConfidence !== null && modelConfidence >= s.confidenceThreshold;
  const needsRevision = modelConfidence !== null && !confident;
  const canRevise = needsRevision && s.revisionCooldownRemaining === 0;
  const sustainedLowConfidence = s.lowConfidenceStreak >= 2;

  const aggressiveDelta = difference(s.aggressiveExploitPreviewValue, s.currentPolicyPreviewValue);
  const broadenDelta = difference(s.broadenExplorePreviewValue, s.currentPolicyPreviewValue);
  const aggressiveCandidate = (aggressiveDelta ?? 0) > s.minRevisionDelta;
  const broadenCandidate = (broadenDelta ?? 0) > s.minRevisionDelta;
  const preferAggressive = aggressiveCandidate && (!broadenCandidate || (aggressiveDelta ?? 0) >= (broadenDelta ?? 0));
  const nextStrategyKind = preferAggressive ? 'aggressive_exploit' : broadenCandidate ? 'broaden_explore' : '';
  const nextStrategyDelta = preferAggressive ? aggressiveDelta : broadenCandidate ? broadenDelta : 0;
  const nextThreshold = preferAggressive
    ? Math.max(0.4, s.exploitThreshold - 0.05)
    : broadenCandidate
      ? Math.min(0.7, s.exploitThreshold + 0.05)
      : s.exploitThreshold;

  const isAwayFromHome = s.exploitThreshold !== 0.55 || s.policyMode !== 'default';
  const nearerHome =
    s.exploitThreshold > 0.55 ? Math.max(0.55, s.exploitThreshold - 0.05) : Math.min(0.55, s.exploitThreshold + 0.05);
  return {
    isActive,
    canAct: isActive && s.actionsRemaining > 0,
    canQuery,
    effectiveExploreValue,
    forceExploit,
    preferExplore,
    preferExploit: forceExploit || !preferExplore,
    modelConfidence,
    confident,
    needsRevision,
    canRevise,
    sustainedLowConfidence,
    aggressiveDelta,
    broadenDelta,
    aggressiveCandidate,
    broadenCandidate,
    preferAggressive,
    nextStrategyKind,
    nextStrategyDelta,
    nextExploitThreshold: Math.round(nextThreshold * 100) / 100,
    shouldRevise: isActive && canRevise && sustainedLowConfidence && nextStrategyKind !== '',
    isAwayFromHome,
    shouldRecover: isActive && s.confidentStreak >= 5 && isAwayFromHome,
    recoveredThreshold: Math.round(nearerHome * 100) / 100,
  };
}

function difference(a: number, b: number): number | null {
  const value = a - b;
  return Number.isFinite(value) ? value : null;
}
