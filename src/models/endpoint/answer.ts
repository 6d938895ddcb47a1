import * as v from 'valibot';

const item = v.object({ index: v.optional(v.number()), embedding: v.array(v.number()) });
const answer = v.object({ data: v.array(item) });

/** The vectors of an answer in the order of the texts, or why it is none. */
export type ReadAnswer =
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'unusable'; readonly why: string };

/** Reads `{"data":[{"index","embedding"}]}`: a unit vector for each of `count` texts, all of `dims` numbers; null: of any one number. */
export function readAnswer(body: unknown, count: number, dims: number | null): ReadAnswer {
  const parsed = v.safeParse(answer, body);
  if (!parsed.success) return unusable('the answer holds no list of embeddings');
  const { data } = parsed.output;
  if (data.length !== count) return unusable(`${data.length} vectors came for ${count} texts`);
  const placed: (readonly number[] | undefined)[] = Array.from({ length: count });
  for (const [position, { index = position, embedding }] of data.entries()) placed[index] = embedding;
  const wanted = dims ?? data[0]?.embedding.length ?? 0;
  const vectors: Float32Array[] = [];
  for (let index = 0; index < count; index++) {
    const numbers = placed[index];
    if (numbers === undefined) return unusable(`no vector came for text ${index + 1} of ${count}`);
    if (numbers.length !== wanted || wanted === 0)
      return unusable(`a vector has ${numbers.length} numbers in place of ${wanted}`);
    const vector = unitVector(numbers);
    if (vector === null) return unusable('a vector has no length');
    vectors.push(vector);
  }
  return { kind: 'vectors', vectors };
}

function unusable(why: string): ReadAnswer {
  return { kind: 'unusable', why };
}

function unitVector(numbers: readonly number[]): Float32Array | null {
  const length = Math.sqrt(numbers.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? Float32Array.from(numbers, (value) => value / length) : null;
}
