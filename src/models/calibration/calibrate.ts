import type { Thresholds } from '../../experience/encoder.ts';
import type { CalibrationSet } from './calibration-set.ts';

/** Turns texts into unit vectors, null for those that hold nothing to go by. */
type Embed = (texts: readonly string[]) => Promise<readonly (Float32Array | null)[]>;

/** The cosines of an encoder on the calibration set, each list in falling order. */
export interface Cosines {
  readonly same: readonly number[];
  readonly different: readonly number[];
  /** Of each nonsense query with the guideline that is nearest to it. */
  readonly nonsense: readonly number[];
}

/** At most so many different pairs may pass for duplicates. */
const DUPLICATES = 0.01;
/** Shares that pass MiniLM's thresholds, 0.35, 0.75 and 0.60, on the same set. */
const FOUND_BY_NONSENSE = 10 / 300;
const CLUSTERED = 11 / 768;
const REMEDIES = 60 / 768;
/** Texts that are embedded at once. */
const BATCH = 100;

/** Measures an encoder on the set: about 900 texts, each embedded once. */
export async function measure(embed: Embed, set: CalibrationSet): Promise<Cosines> {
  const texts = [...new Set([...set.guidelines, ...set.same.flat(), ...set.different.flat(), ...set.nonsense])];
  const vectors = new Map<string, Float32Array | null>();
  for (let start = 0; start < texts.length; start += BATCH) {
    const some = texts.slice(start, start + BATCH);
    for (const [index, vector] of (await embed(some)).entries()) vectors.set(some[index] ?? '', vector);
  }
  const cosine = (a: string, b: string) => dot(vectors.get(a) ?? null, vectors.get(b) ?? null);
  const falling = (cosines: readonly number[]) => cosines.toSorted((a, b) => b - a);
  return {
    same: falling(set.same.map(([a, b]) => cosine(a, b))),
    different: falling(set.different.map(([a, b]) => cosine(a, b))),
    nonsense: falling(
      set.nonsense.map((query) => Math.max(...set.guidelines.map((guideline) => cosine(query, guideline)))),
    ),
  };
}

/** The thresholds that let the same shares pass as MiniLM's let; for duplicates at most 1 %. In hundredths. */
export function thresholdsOf(cosines: Cosines): Thresholds {
  const different = (share: number) => leastPassing(cosines.different, share);
  return {
    dupAt: different(DUPLICATES),
    simFloor: leastPassing(cosines.nonsense, FOUND_BY_NONSENSE),
    clusterAt: different(CLUSTERED),
    remedyAt: different(REMEDIES),
  };
}

/** The share of cosines at or above a threshold. */
export function share(cosines: readonly number[], threshold: number): number {
  return cosines.filter((cosine) => cosine >= threshold).length / cosines.length;
}

/** The least hundredth that no more than a share of the cosines reach. */
function leastPassing(cosines: readonly number[], most: number): number {
  for (let hundredths = 0; hundredths < 100; hundredths++) {
    if (share(cosines, hundredths / 100) <= most) return hundredths / 100;
  }
  return 1;
}

function dot(a: Float32Array | null, b: Float32Array | null): number {
  if (a === null || b === null) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
