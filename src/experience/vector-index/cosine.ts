import { PraxisError } from '../../base/errors.ts';
import type { IndexedEntry, Similarity } from './vector-index.ts';

/** Cosine of two unit vectors of one length. The same numbers give the same bits wherever it is computed. */
export function cosine(a: Float32Array, b: Float32Array): number {
  // Four sums, since one would wait for each addition before the next.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const whole = a.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    s0 += (a[i] ?? 0) * (b[i] ?? 0);
    s1 += (a[i + 1] ?? 0) * (b[i + 1] ?? 0);
    s2 += (a[i + 2] ?? 0) * (b[i + 2] ?? 0);
    s3 += (a[i + 3] ?? 0) * (b[i + 3] ?? 0);
  }
  for (let i = whole; i < a.length; i++) s0 += (a[i] ?? 0) * (b[i] ?? 0);
  return s0 + s1 + (s2 + s3);
}

/** How near an entry with these vectors is to a query. Of two equal cosines that of the text counts. */
export function similarityOf(
  { text, situation }: Pick<IndexedEntry, 'text' | 'situation'>,
  query: Float32Array,
): Similarity {
  const byText = cosine(text, query);
  if (situation === null) return { cosine: byText, nearest: 'text' };
  const bySituation = cosine(situation, query);
  return bySituation > byText ? { cosine: bySituation, nearest: 'situation' } : { cosine: byText, nearest: 'text' };
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
