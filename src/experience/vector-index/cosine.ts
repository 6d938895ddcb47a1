import { PraxisError } from '../../base/errors.ts';
import type { IndexedEntry, Similarity } from './vector-index.ts';

/** Cosine of two unit vectors of one length. The same numbers give the same bits wherever it is computed. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return cosineAt(a, 0, b);
}

/** Cosine of a unit vector that begins at a place among others. */
export function cosineAt(vectors: Float32Array, at: number, vector: Float32Array): number {
  // Four sums, since one would wait for each addition before the next.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const whole = vector.length & ~3;
  for (let i = 0, j = at; i < whole; i += 4, j += 4) {
    s0 += (vectors[j] ?? 0) * (vector[i] ?? 0);
    s1 += (vectors[j + 1] ?? 0) * (vector[i + 1] ?? 0);
    s2 += (vectors[j + 2] ?? 0) * (vector[i + 2] ?? 0);
    s3 += (vectors[j + 3] ?? 0) * (vector[i + 3] ?? 0);
  }
  for (let i = whole; i < vector.length; i++) s0 += (vectors[at + i] ?? 0) * (vector[i] ?? 0);
  return s0 + s1 + (s2 + s3);
}

/** The larger of two cosines of an entry; of equal ones that of the text. */
export function nearer(byText: number, bySituation: number | null): Similarity {
  return bySituation !== null && bySituation > byText
    ? { cosine: bySituation, nearest: 'situation' }
    : { cosine: byText, nearest: 'text' };
}

/** How near an entry with these vectors is to a query. */
export function similarityOf(
  { text, situation }: Pick<IndexedEntry, 'text' | 'situation'>,
  query: Float32Array,
): Similarity {
  return nearer(cosine(text, query), situation === null ? null : cosine(situation, query));
}

/** INTERNAL where a vector has another length than those of an encoder, or holds what is no number. */
export function checkVector(vector: Float32Array, dims: number, encoderId: string): void {
  let nothing = 0;
  // No number and infinity times zero are no number.
  for (const value of vector) nothing += value * 0;
  if (vector.length === dims && nothing === 0) return;
  throw new PraxisError(
    'INTERNAL',
    `no vector of ${encoderId}: ${vector.length} numbers where ${dims} finite ones belong`,
    {
      hint: 'Report this: a text was embedded by one encoder and looked for with another.',
    },
  );
}
