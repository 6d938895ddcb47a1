type Identified<E> = E & { readonly intentId: string };

/** Input and type in one object, as the events of a machine are. */
export type MachineEvent =
  | Identified<{ readonly type: 'start'; readonly totalActions: number; readonly totalQueries: number }>
  | Identified<{ readonly type: 'renewBudgets'; readonly actions: number; readonly queries: number }>
  | Identified<{
      readonly type: 'updateCandidates';
      readonly exploitId: string;
      readonly exploitValue: number;
      readonly exploreId: string;
      readonly exploreValue: number;
    }>
  | Identified<{ readonly type: 'recordPrediction'; readonly expectedSignal: number; readonly expectedGain: number }>
  | Identified<{ readonly type: 'exploit'; readonly id: string }>
  | Identified<{ readonly type: 'explore'; readonly id: string }>
  | Identified<{ readonly type: 'recordObservation'; readonly actualSignal: number; readonly actualGain: number }>
  | Identified<{ readonly type: 'updateConfidenceStreak'; readonly isLowConfidence: boolean }>
  | Identified<{
      readonly type: 'recordStrategyPreviews';
      readonly currentValue: number;
      readonly aggressiveValue: number;
      readonly broadenValue: number;
    }>
  | Identified<{ readonly type: 'applyRevision'; readonly reason: string }>
  | Identified<{ readonly type: 'recover' }>
  | Identified<{ readonly type: 'finish'; readonly result: string }>;
