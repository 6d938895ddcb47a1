import type { Embedder, Encoder } from '../experience/encoder.ts';

/** An encoder that answers at once, for whoever asks by promise. */
export function encoderEmbedder(encoder: Encoder): Embedder {
  const { id, dims, clusterAt, dupAt, simFloor, remedyAt } = encoder;
  return {
    ...{ id, dims, clusterAt, dupAt, simFloor, remedyAt },
    async embed(texts, signal) {
      signal?.throwIfAborted();
      return texts.map((text) => encoder.encode(text));
    },
  };
}
