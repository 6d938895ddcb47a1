import { connect } from 'node:net';
import { type HelperPlace, isOwnSocket } from './place.ts';
import { decodeVector, lineReader, PROTOCOL } from './protocol.ts';

/** `absent`: nobody listens; `late`, `failed`: somebody does, but gave no vectors in time, or cannot. */
export type HelperOutcome =
  | { readonly kind: 'vectors'; readonly vectors: readonly (Float32Array | null)[] }
  | { readonly kind: 'absent' | 'late' | 'failed' };

export interface HelperQuestion {
  readonly place: HelperPlace;
  readonly embedder: { readonly id: string; readonly dims: number };
  readonly texts: readonly string[];
  readonly patienceMs: number;
}

/** Asks the helper for vectors. Never rejects, and never takes longer than `patienceMs`. */
export function askHelper({ place, embedder, texts, patienceMs }: HelperQuestion): Promise<HelperOutcome> {
  if (!isOwnSocket(place.socket)) return Promise.resolve({ kind: 'absent' });
  return new Promise((resolve) => {
    const socket = connect(place.socket);
    let isGreeted = false;
    const end = (outcome: HelperOutcome): void => {
      clearTimeout(patience);
      socket.destroy();
      resolve(outcome);
    };
    const patience = setTimeout(() => end({ kind: 'late' }), patienceMs);
    const read = lineReader((line) => {
      const said = parsed(line);
      if (isGreeted) return end(vectorsIn(said, texts.length, embedder.dims));
      if (said.v !== PROTOCOL || said.embedder !== embedder.id) return end({ kind: 'failed' });
      isGreeted = true;
      socket.write(`${JSON.stringify({ texts })}\n`);
    });
    socket.on('data', (chunk: Buffer) => {
      if (!read(chunk)) end({ kind: 'failed' });
    });
    // Whoever does not even greet is gone, or about to go.
    socket.on('close', () => end({ kind: isGreeted ? 'failed' : 'absent' }));
    socket.on('error', () => end({ kind: isGreeted ? 'failed' : 'absent' }));
  });
}

function vectorsIn(said: Readonly<Record<string, unknown>>, count: number, dims: number): HelperOutcome {
  if (!Array.isArray(said.vectors) || said.vectors.length !== count) return { kind: 'failed' };
  const vectors: (Float32Array | null)[] = [];
  for (const text of said.vectors) {
    const vector = decodeVector(text, dims);
    if (vector === undefined) return { kind: 'failed' };
    vectors.push(vector);
  }
  return { kind: 'vectors', vectors };
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // It greets or answers with nothing that is expected, which is what it means.
    return {};
  }
}
