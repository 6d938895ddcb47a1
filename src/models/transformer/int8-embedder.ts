import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder, Thresholds } from '../../experience/encoder.ts';
import { encoderId } from '../encoder-id.ts';
import { type EncoderWeights, type EncodeTokens, encoderPass } from './encoder-pass.ts';
import { type ModelRecord, modelFile } from './model-record.ts';
import { type Tokenise, wordPieces } from './word-pieces.ts';

/** Grows whenever the same text gets other bits, as the golden test of the vectors tells, so that the ids of all int8 models change. */
const PASS_VERSION = 1;
/** Texts between two chances for others of this process to work. */
const BATCH = 4;

/** A model of a folder, ready to work. */
export interface Int8Model {
  readonly tokenise: Tokenise;
  /** The unit vector of tokens, at most `maxTokens`. */
  readonly encode: EncodeTokens;
}

/** Opens a model folder; reads all its weights but those of the words. EMBEDDER_INVALID where a file is missing. */
export function openInt8Model(folder: string, record: ModelRecord): Int8Model {
  const vocabulary = readFileSync(modelFile(folder, record, 'vocab.txt'), 'utf8');
  return {
    tokenise: wordPieces(vocabulary, record.maxTokens),
    encode: encoderPass(record, weightsIn(folder, record)),
  };
}

/** The id of a model folder's encoder, from its record alone. */
export function int8ModelId(record: ModelRecord): string {
  const parts = record.files.map((file) => file.sha256);
  return encoderId({ name: record.name, dims: record.dims, version: record.version * 100 + PASS_VERSION, parts });
}

/**
 * An embedder over a model folder, opened at the first text. Every text has a vector, even an empty one. The thresholds
 * are given, since not every folder states them.
 */
export function int8Embedder(folder: string, record: ModelRecord, thresholds: Thresholds): Embedder {
  let model: Int8Model | undefined;
  return {
    ...thresholds,
    id: int8ModelId(record),
    dims: record.dims,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const [index, text] of texts.entries()) {
        signal?.throwIfAborted();
        if (index > 0 && index % BATCH === 0) await nextTurn();
        model ??= openInt8Model(folder, record);
        vectors.push(model.encode(model.tokenise(text)));
      }
      return vectors;
    },
  };
}

function weightsIn(folder: string, record: ModelRecord): EncoderWeights {
  const encoder = modelFile(folder, record, 'encoder.int8.bin');
  const gelu = modelFile(folder, record, 'gelu.f32.bin');
  // Stays open as long as the process: a text needs a few rows of its 12 MB.
  const words = openSync(modelFile(folder, record, 'words.int8.bin'), 'r');
  const row = new Int8Array(record.dims);
  const scale = new Float32Array(1);
  return {
    readEncoder: (into) => readWhole(encoder, into),
    readGelu: (into) => readWhole(gelu, into),
    readWord(number, into) {
      readSync(words, row, 0, row.byteLength, number * record.dims);
      readSync(words, scale, 0, 4, record.words * record.dims + number * 4);
      const factor = scale[0] ?? 0;
      for (let i = 0; i < into.length; i++) into[i] = (row[i] ?? 0) * factor;
    },
  };
}

function readWhole(path: string, into: Uint8Array): void {
  const file = openSync(path, 'r');
  try {
    for (let at = 0; at < into.length; ) {
      const bytes = readSync(file, into, at, into.length - at, at);
      if (bytes === 0) throw new RangeError(`${path} became shorter while it was read`);
      at += bytes;
    }
  } finally {
    closeSync(file);
  }
}
