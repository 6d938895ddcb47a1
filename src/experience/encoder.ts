/** The cosines that an encoder's vectors are judged by. */
export interface Thresholds {
  /** Cosine at or above which two task texts belong to one cluster. */
  readonly clusterAt: number;
  /** Cosine at or above which two guidelines count as duplicates. */
  readonly dupAt: number;
  /** Cosine under which a guideline has nothing to do with a query. */
  readonly simFloor: number;
  /** Cosine at or above which a guideline counts as a remedy of a failure. */
  readonly remedyAt: number;
}

/** What is known of a way to turn texts into unit vectors. Vectors of two encoders are never compared, nor are their thresholds. */
export interface EncoderTraits extends Thresholds {
  /** Stable; changes whenever the same text would get another vector. */
  readonly id: string;
  readonly dims: number;
}

/** An encoder that answers at once. */
export interface Encoder extends EncoderTraits {
  /** The unit vector of a text; null for a text that holds nothing to go by. Deterministic. */
  encode(text: string): Float32Array | null;
}

/** An encoder that may have to be loaded, asked over a socket or called over the network. */
export interface Embedder extends EncoderTraits {
  /** The unit vectors of texts in their order; null for a text that holds nothing to go by. EMBEDDER_FAILED where it cannot answer. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (Float32Array | null)[]>;
}
