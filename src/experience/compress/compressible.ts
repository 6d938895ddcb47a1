import type { Entry } from '../entry.ts';

export type CompressionStrategy = 'diversity' | 'importance' | 'temporal' | 'hybrid';

/** An entry as compression looks at it. */
export interface CompressibleEntry
  extends Pick<Entry, 'id' | 'type' | 'domain' | 'c' | 'u' | 'k' | 'origin' | 'pinned'> {
  readonly lastImprovedEpoch: number | null;
  /** Unit vector of its text. */
  readonly vector: ArrayLike<number>;
}

/** Settings of all strategies. */
export interface CompressionSettings {
  /** Share of the entries that `importance` drops in one round, in (0, 1]. */
  readonly importanceP: number;
  /** Decay of the weight an epoch. */
  readonly decay: number;
  /** Weight under which `temporal` drops an entry. */
  readonly wMin: number;
  /** What age counts from. */
  readonly decayFrom: 'improved' | 'created';
  readonly hBeta: number;
  readonly hGamma: number;
  readonly hDelta: number;
  readonly dFloor: number;
  readonly kmeansRounds: number;
}

export const COMPRESSION_SETTINGS: CompressionSettings = {
  importanceP: 0.2,
  decay: 0.05,
  wMin: 0.1,
  decayFrom: 'improved',
  hBeta: 1,
  hGamma: 0.5,
  hDelta: 0.3,
  dFloor: 0.001,
  kmeansRounds: 25,
};

/** What a strategy works with: entries in order of id, those that may not go apart. */
export interface CompressionTask {
  readonly free: readonly CompressibleEntry[];
  readonly exempt: readonly CompressibleEntry[];
  /** Entries that may be left, exempt ones included. */
  readonly nTarget: number;
  readonly epoch: number;
  readonly seed: string;
  readonly settings: CompressionSettings;
}

/** When an entry was made or last proved itself. */
export function freshness({ k, lastImprovedEpoch }: CompressibleEntry): number {
  return Math.max(k, lastImprovedEpoch ?? k);
}

/** Weight of age, in (0, 1]: `exp(-decay * age)`, age in epochs. */
export function temporalWeight(age: number, decay: number): number {
  return Math.exp(-decay * Math.max(0, age));
}

export function weightOf(entry: CompressibleEntry, { epoch, settings }: CompressionTask): number {
  const from = settings.decayFrom === 'created' ? entry.k : freshness(entry);
  return temporalWeight(epoch - from, settings.decay);
}

/** Who goes first of two that are worth the same: lower confidence, older, larger id. */
export function compareWorth(a: CompressibleEntry, b: CompressibleEntry): number {
  return a.c - b.c || freshness(a) - freshness(b) || b.id - a.id;
}
