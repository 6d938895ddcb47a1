import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import type { Embedder, Thresholds } from '../../experience/encoder.ts';
import { encoderId } from '../encoder-id.ts';
import { type Tokenise, wordPieces } from '../transformer/word-pieces.ts';
import type { OnnxFolder } from './onnx-folder.ts';
import { loadOnnxRuntime, loadTokenizers, type OnnxRuntime, type OnnxSession } from './onnx-runtime.ts';

/** Grows whenever texts are read or outputs are pooled in another way. */
const VERSION = 1;

/** The unit vectors of texts, in their order. */
type RunGraph = (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;

/** Loads a graph and its tokeniser. EMBEDDER_INVALID where a package is missing or the graph cannot be read. */
async function openOnnx(folder: OnnxFolder): Promise<RunGraph> {
  const runtime = await loadOnnxRuntime();
  const tokenise = await tokeniserOf(folder);
  let session: OnnxSession;
  try {
    session = await runtime.InferenceSession.create(folder.graph, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  } catch (cause) {
    throw new PraxisError('EMBEDDER_INVALID', `${folder.graph} cannot be loaded as an ONNX graph`, {
      hint: 'See that the file is whole and that onnxruntime-node is new enough for it.',
      cause,
    });
  }
  return async (texts, signal) => {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      signal?.throwIfAborted();
      vectors.push(await encode(runtime, session, tokenise(text), folder));
    }
    return vectors;
  };
}

/** An embedder over a graph, loaded at the first text unless it is at hand. */
export function onnxEmbedder(
  folder: OnnxFolder,
  identity: readonly string[],
  dims: number,
  thresholds: Thresholds,
): Embedder {
  let graph: Promise<RunGraph> | undefined;
  return {
    ...thresholds,
    id: encoderId({ name: folder.name, dims, version: VERSION, parts: identity }),
    dims,
    async embed(texts, signal) {
      graph ??= openOnnx(folder);
      return (await graph)(texts, signal);
    },
  };
}

async function tokeniserOf({ tokenizer, maxTokens }: OnnxFolder): Promise<Tokenise> {
  const text = readFileSync(tokenizer.path, 'utf8');
  if (tokenizer.kind === 'words') return wordPieces(text, maxTokens);
  const { Tokenizer } = await loadTokenizers();
  const configPath = join(dirname(tokenizer.path), 'tokenizer_config.json');
  const config: object = existsSync(configPath) ? JSON.parse(readFileSync(configPath, 'utf8')) : {};
  const reader = new Tokenizer(JSON.parse(text), config);
  return (told) => {
    const ids = Array.from(reader.encode(told).ids, Number);
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
  };
}

async function encode(
  { Tensor }: OnnxRuntime,
  session: OnnxSession,
  tokens: readonly number[],
  folder: OnnxFolder,
): Promise<Float32Array> {
  const of = (value: (token: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(tokens, (token) => BigInt(value(token))),
      [1, tokens.length],
    );
  const known = { input_ids: of((token) => token), attention_mask: of(() => 1), token_type_ids: of(() => 0) };
  const feeds = Object.fromEntries(Object.entries(known).filter(([name]) => session.inputNames.includes(name)));
  const outputs = await session.run(feeds);
  const output = outputs.sentence_embedding ?? outputs.last_hidden_state ?? outputs[session.outputNames[0] ?? ''];
  if (output === undefined) throw new TypeError(`${folder.graph} gives no output`);
  const width = output.dims.at(-1) ?? 0;
  const rows = output.dims.length === 3 && folder.pooling === 'mean' ? tokens.length : 1;
  const sum = new Float64Array(width);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < width; i++) sum[i] = (sum[i] ?? 0) + Number(output.data[row * width + i]);
  }
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
}
