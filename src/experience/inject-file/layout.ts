/** First bytes of the file, little-endian `PXIJ`. */
export const MAGIC = 0x4a49_5850;
export const VERSION = 1;
/** Magic, version, length of the head's JSON, and nothing. */
export const FIXED_BYTES = 16;

/** What stands before the numbers. Counts are of entries, vectors of situations, and bytes of all entries' JSON. */
export interface InjectHead {
  readonly encoderId: string;
  readonly dims: number;
  /** Of the encoder, so that whoever reads needs no model to judge by. */
  readonly simFloor: number;
  readonly dupAt: number;
  /** Versions that it was written at: of this library, of its vectors, and of the user's that `rivals` is about. */
  readonly stamp: { readonly version: number; readonly generation: number; readonly user: number };
  readonly entries: number;
  readonly situations: number;
  readonly textBytes: number;
  /** What filters look at; entries name theirs by its place. */
  readonly groups: readonly { readonly type: string; readonly domain: string; readonly status: string }[];
  /** Of entries of the user's library: those of this one that say the same or the contrary. */
  readonly rivals: readonly (readonly [number, readonly number[]])[];
}

/** Where each part begins, in bytes; all are aligned for their numbers. */
export interface InjectLayout {
  /** Float64 each. */
  readonly ids: number;
  readonly confidences: number;
  /** Two Uint32 an entry: the error that it is about, 0 0 for none. */
  readonly signatures: number;
  /** Uint32 each: place among the groups; 1 + row of the situation, or 0. */
  readonly groups: number;
  readonly situated: number;
  /** Uint32, one more than entries: where the JSON of each begins and ends. */
  readonly offsets: number;
  /** Float32: texts, then situations. */
  readonly vectors: number;
  readonly texts: number;
  readonly end: number;
}

/** The parts of a file whose head takes `headBytes`, padding included. */
export function injectLayout(headBytes: number, head: InjectHead): InjectLayout {
  const { entries, situations, dims, textBytes } = head;
  const ids = headBytes;
  const confidences = ids + 8 * entries;
  const signatures = confidences + 8 * entries;
  const groups = signatures + 8 * entries;
  const situated = groups + 4 * entries;
  const offsets = situated + 4 * entries;
  const vectors = aligned(offsets + 4 * (entries + 1));
  const texts = vectors + 4 * dims * (entries + situations);
  return { ids, confidences, signatures, groups, situated, offsets, vectors, texts, end: texts + textBytes };
}

/** The next multiple of eight. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** The two halves of a signature of sixteen hexadecimal digits; anything else is about no error. */
export function signatureHalves(signature: string | undefined): readonly [number, number] {
  if (signature === undefined || !/^[0-9a-f]{16}$/.test(signature)) return [0, 0];
  return [Number.parseInt(signature.slice(0, 8), 16), Number.parseInt(signature.slice(8), 16)];
}
