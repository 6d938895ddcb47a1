import type { Embedder, Thresholds } from '../../experience/encoder.ts';
import { encoderId } from '../encoder-id.ts';
import { readAnswer } from './answer.ts';
import { ask, failure, PATIENT, type Patience } from './ask.ts';
import type { Endpoint } from './endpoint.ts';

/** Grows whenever texts are sent or answers are read in another way. */
const VERSION = 1;
const BATCH = 96;
/** Longer texts are cut, since most models refuse what they cannot read whole. In UTF-16 units. */
const LONGEST = 8000;
/** Half of a pair, which JSON of most servers refuses. */
const LONE = /\p{Cs}/gu;

/** The unit vectors of texts, in their order; null for a blank one, which is not sent. */
export type AskForVectors = (
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly (Float32Array | null)[]>;

/** What an endpoint makes of texts; `dims`: how many numbers each vector must have, null: all the same number. */
export function askForVectors(endpoint: Endpoint, dims: number | null, patience: Patience = PATIENT): AskForVectors {
  return async (texts, signal) => {
    signal?.throwIfAborted();
    const vectors = texts.map((): Float32Array | null => null);
    const asked = [...texts.entries()].filter(([, text]) => text.trim() !== '');
    for (let start = 0; start < asked.length; start += BATCH) {
      const some = asked.slice(start, start + BATCH);
      const input = some.map(([, text]) => text.slice(0, LONGEST).replace(LONE, '\ufffd'));
      const read = readAnswer(await ask(endpoint, input, patience, signal), some.length, dims);
      if (read.kind === 'unusable') throw failure(endpoint, read.why);
      for (const [position, [index]] of some.entries()) vectors[index] = read.vectors[position] ?? null;
    }
    return vectors;
  };
}

/** What tells this endpoint's model from any other, whatever key it is asked with. */
export function endpointIdentity(endpoint: Endpoint): string {
  return `${endpoint.url} ${endpoint.model}`;
}

/** An embedder that asks an endpoint. EMBEDDER_FAILED where it does not answer with vectors. */
export function endpointEmbedder(
  endpoint: Endpoint,
  dims: number,
  thresholds: Thresholds,
  patience: Patience = PATIENT,
): Embedder {
  const id = encoderId({ name: endpoint.model, dims, version: VERSION, parts: [endpointIdentity(endpoint)] });
  return { ...thresholds, id, dims, embed: askForVectors(endpoint, dims, patience) };
}
