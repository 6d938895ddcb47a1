import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text with what the full-precision model makes of it. */
export interface ReferenceText {
  readonly text: string;
  readonly ids: readonly number[];
  readonly vector: readonly number[];
}

/** How many triples (anchor, paraphrase, unrelated) the reference texts begin with. */
export const TRIPLES = 40;

/** The texts of `test/data/embedder/reference.jsonl`. */
export function referenceTexts(): readonly ReferenceText[] {
  const path = join(import.meta.dirname, '../data/embedder/reference.jsonl');
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): ReferenceText => JSON.parse(line));
}

/** The cosine of two unit vectors. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
