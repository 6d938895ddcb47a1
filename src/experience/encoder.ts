/** Turns texts into unit vectors. Vectors of two encoders are never compared, nor are their thresholds. */
export interface Encoder {
  /** Stable; changes whenever the same text would get another vector. */
  readonly id: string;
  readonly dims: number;
  /** Cosine at or above which two task texts belong to one cluster. */
  readonly clusterAt: number;
  /** The vector of a text; null for a text that holds nothing to go by. Synchronous and deterministic. */
  encode(text: string): Float32Array | null;
}
