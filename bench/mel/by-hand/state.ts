/** The state of the reflective domain, as someone would write it who has no engine. */
export interface State {
  readonly phase: 'setup' | 'active' | 'result';
  readonly actionsRemaining: number;
  readonly actionsTaken: number;
  readonly queriesRemaining: number;
  readonly queriesAsked: number;
  readonly bestExploitId: string;
  readonly bestExploitValue: number;
  readonly bestExploreId: string;
  readonly bestExploreValue: number;
  readonly predictedSignal: number;
  readonly predictedGain: number;
  readonly predictionOpen: boolean;
  readonly lastActKind: '' | 'exploit' | 'explore';
  readonly errorEMA: number;
  readonly calibrationEMA: number;
  readonly observedCount: number;
  readonly confidenceThreshold: number;
  readonly exploitThreshold: number;
  readonly minRevisionDelta: number;
  readonly lowConfidenceStreak: number;
  readonly confidentStreak: number;
  readonly revisionCooldownRemaining: number;
  readonly revisionCount: number;
  readonly lastRevisionReason: string;
  readonly policyMode: 'default' | 'aggressive_exploit' | 'broaden_explore';
  readonly currentPolicyPreviewValue: number;
  readonly aggressiveExploitPreviewValue: number;
  readonly broadenExplorePreviewValue: number;
  readonly outcome: string;
}

/** The last intent of each action, or of each part of an action that runs at most once an intent. */
export interface LastIds {
  readonly start: string;
  readonly renewBudgets: string;
  readonly updateCandidates: string;
  readonly recordPrediction: string;
  readonly exploit: string;
  readonly explore: string;
  readonly observedExploit: string;
  readonly recordObservation: string;
  readonly lowConfidence: string;
  readonly confidence: string;
  readonly recordStrategyPreviews: string;
  readonly applyRevision: string;
  readonly recover: string;
  readonly finish: string;
}

export interface Snapshot {
  readonly state: State;
  readonly ids: LastIds;
}

/** All that a state implies; null where a number has no finite value or is not known yet. */
export interface Computed {
  readonly isActive: boolean;
  readonly canAct: boolean;
  readonly canQuery: boolean;
  readonly effectiveExploreValue: number;
  readonly forceExploit: boolean;
  readonly preferExplore: boolean;
  readonly preferExploit: boolean;
  readonly modelConfidence: number | null;
  readonly confident: boolean;
  readonly needsRevision: boolean;
  readonly canRevise: boolean;
  readonly sustainedLowConfidence: boolean;
  readonly aggressiveDelta: number | null;
  readonly broadenDelta: number | null;
  readonly aggressiveCandidate: boolean;
  readonly broadenCandidate: boolean;
  readonly preferAggressive: boolean;
  readonly nextStrategyKind: '' | 'aggressive_exploit' | 'broaden_explore';
  readonly nextStrategyDelta: number | null;
  readonly nextExploitThreshold: number;
  readonly shouldRevise: boolean;
  readonly isAwayFromHome: boolean;
  readonly shouldRecover: boolean;
  readonly recoveredThreshold: number;
}

export const INITIAL: Snapshot = {
  state: {
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
    exploitThreshold: 0.55,
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
  },
  ids: {
    start: '',
    renewBudgets: '',
    updateCandidates: '',
    recordPrediction: '',
    exploit: '',
    explore: '',
    observedExploit: '',
    recordObservation: '',
    lowConfidence: '',
    confidence: '',
    recordStrategyPreviews: '',
    applyRevision: '',
    recover: '',
    finish: '',
  },
};
