/** Where evidence comes from: results of tasks, of single calls, and of what was done after a failure. */
export type Channel = 'outcome' | 'step' | 'recovery';

/** One value a channel. */
export type ByChannel<Value> = Readonly<Record<Channel, Value>>;

export const CHANNELS: readonly Channel[] = ['outcome', 'step', 'recovery'];

/** What a predicate needs before it is tried. */
export interface AdmissionSettings {
  /** Largest p that the most telling result may have. */
  readonly admitP: number;
  /** Strata with both sides and with different results. */
  readonly minStrata: number;
  /** Units on each side in them. */
  readonly minSide: number;
}

export interface OfflineSettings extends AdmissionSettings {
  /** Part of the seed of every draw. */
  readonly libraryId: string;
  /** Domain of a normalised tool name. */
  readonly domainOf: (tool: string) => string;
  /** Units of each channel at its last look; null: it was never looked at. */
  readonly looked: ByChannel<number | null>;
  readonly historyMax: number;
  /** So many of the newest sessions; null: all. */
  readonly window: number | null;
  readonly lookGrowth: number;
  /** Units that all draws of a run may move. */
  readonly drawBudget: number;
  readonly hitStop: number;
  /** Share of false findings of a run, split over the channels. */
  readonly q: number;
  readonly minShrunk: number;
  readonly priorSd: ByChannel<number>;
  readonly maxPerTask: number;
  readonly maxPerRun: number;
  /** So many predicates that could not be decided are reported. */
  readonly undecidedMax: number;
}

export const OFFLINE_DEFAULTS: Omit<OfflineSettings, 'libraryId' | 'domainOf'> = {
  looked: { outcome: null, step: null, recovery: null },
  historyMax: 20_000,
  window: null,
  lookGrowth: 0.25,
  drawBudget: 500_000_000,
  hitStop: 20,
  q: 0.05,
  admitP: 0.01,
  minStrata: 3,
  minSide: 5,
  minShrunk: 0.08,
  priorSd: { outcome: 0.15, step: 0.25, recovery: 0.25 },
  maxPerTask: 3,
  maxPerRun: 10,
  undecidedMax: 20,
};
