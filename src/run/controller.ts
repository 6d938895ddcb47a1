import type { CandidateKind } from './task.ts';

export type PolicyMode = 'default' | 'aggressive_exploit' | 'broaden_explore';
export type StrategyKind = 'aggressive_exploit' | 'broaden_explore' | '';

/** Plain data: it goes to the journal as it is. Names are those of the embedded domain; a user's domain keeps its own. */
export interface ControllerState {
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
  readonly lastActKind: CandidateKind | '';
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
  readonly policyMode: PolicyMode;
  readonly currentPolicyPreviewValue: number;
  readonly aggressiveExploitPreviewValue: number;
  readonly broadenExplorePreviewValue: number;
  readonly outcome: string;
}

/** Read from a state, never given by the host: what a run needs of any controller. */
export interface ControllerView {
  readonly canAct: boolean;
  readonly canQuery: boolean;
  readonly preferExplore: boolean;
  readonly preferExploit: boolean;
  /** null while too few observations are in. */
  readonly modelConfidence: number | null;
  readonly needsRevision: boolean;
  readonly shouldRevise: boolean;
  readonly shouldRecover: boolean;
  readonly nextStrategyKind: StrategyKind;
  readonly exploitThreshold: number;
  readonly policyMode: PolicyMode;
}

export type ControllerIntent =
  | { readonly action: 'start'; readonly totalActions: number; readonly totalQueries: number }
  | { readonly action: 'renewBudgets'; readonly actions: number; readonly queries: number }
  | {
      readonly action: 'updateCandidates';
      readonly exploitId: string;
      readonly exploitValue: number;
      readonly exploreId: string;
      readonly exploreValue: number;
    }
  | { readonly action: 'recordPrediction'; readonly expectedSignal: number; readonly expectedGain: number }
  | { readonly action: 'exploit' | 'explore'; readonly id: string }
  | { readonly action: 'recordObservation'; readonly actualSignal: number; readonly actualGain: number }
  | { readonly action: 'updateConfidenceStreak'; readonly isLowConfidence: boolean }
  | {
      readonly action: 'recordStrategyPreviews';
      readonly currentValue: number;
      readonly aggressiveValue: number;
      readonly broadenValue: number;
    }
  | { readonly action: 'applyRevision'; readonly reason: string }
  | { readonly action: 'recover' }
  | { readonly action: 'finish'; readonly result: string };

export type ControllerStep =
  | { readonly kind: 'completed'; readonly state: ControllerState }
  | {
      readonly kind: 'refused';
      /** Of the gate that refused (`ACTION_UNAVAILABLE`, `INVALID_INPUT`, `INTENT_NOT_DISPATCHABLE`), or the domain's own. */
      readonly code: string;
      readonly message: string;
    };

/** Decides explore or exploit, keeps prediction errors and calibration, revises its strategy. Pure: a step returns a new state. */
export interface Controller {
  /** Names what decides: hash of its source. A run is resumed only under the controller it began with. */
  readonly sha256: string;
  /** The domain as text, kept with the journal so that a resume runs the same one. */
  readonly source: string;
  readonly initial: ControllerState;
  /** `intentId` is unique to the intent: told again, it changes nothing more. */
  step(state: ControllerState, intent: ControllerIntent, intentId: string): ControllerStep;
  view(state: ControllerState): ControllerView;
}
