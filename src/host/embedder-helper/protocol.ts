/**
 * What the two sides say, a line of JSON each: the helper greets, the client asks with `{"texts":[…]}`, the helper answers. A client asks nobody
 * who greets otherwise than it expects.
 */
export const PROTOCOL = 1;
/** Bytes of a line; whoever sends a longer one is left. */
const LONGEST_LINE = 8_388_608;

export interface Greeting {
  readonly v: typeof PROTOCOL;
  /** Id of the embedder that is kept warm. */
  readonly embedder: string;
  readonly pid: number;
}

/** Float32 numbers, little-endian, in Base64; null: the text holds nothing to go by. */
export type Answer =
  | { readonly vectors: readonly (string | null)[] }
  /** It could not be done; the client does it by itself. */
  | { readonly error: string };

/** Hands each whole line of a stream to `onLine`; false: a line is too long, and nothing more is read. */
export function lineReader(onLine: (line: string) => void): (chunk: Buffer) => boolean {
  let held: Buffer[] = [];
  let bytes = 0;
  return (chunk) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      onLine(Buffer.concat([...held, rest.subarray(0, end)]).toString());
      held = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    held.push(rest);
    bytes += rest.length;
    return bytes <= LONGEST_LINE;
  };
}

export function encodeVector(vector: Float32Array | null): string | null {
  return vector === null ? null : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

/** Undefined where it is no vector of `dims` numbers. */
export function decodeVector(text: unknown, dims: number): Float32Array | null | undefined {
  if (text === null) return null;
  if (typeof text !== 'string') return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === dims * 4 ? new Float32Array(Uint8Array.from(bytes).buffer) : undefined;
}
