import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { PraxisError } from '../../base/errors.ts';

/** A folder with a sentence encoder in ONNX, as transformers.js and its like lay it out. */
export interface OnnxFolder {
  readonly name: string;
  /** Absolute path of the graph. */
  readonly graph: string;
  /** Absolute path of `tokenizer.json`, or of a word list in lower case. */
  readonly tokenizer: { readonly kind: 'json' | 'words'; readonly path: string };
  /** Tokens of a text; what is longer is cut. */
  readonly maxTokens: number;
  readonly pooling: 'mean' | 'first';
}

const GRAPHS = ['onnx/model_quantized.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'model.onnx'];
const DEFAULT_MAX_TOKENS = 256;

/** What a folder holds. EMBEDDER_INVALID where there is no graph in it, or no tokeniser. */
export function onnxFolder(folder: string): OnnxFolder {
  const graph = GRAPHS.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (graph === undefined)
    throw new PraxisError('EMBEDDER_INVALID', `${folder} holds no model: neither model.json nor model.onnx is there`, {
      hint: 'PRAXIS_EMBEDDER=folder:PATH takes a folder of `node models/convert.mjs`, or one with model.onnx and tokenizer.json.',
    });
  const json = join(folder, 'tokenizer.json');
  const words = join(folder, 'vocab.txt');
  const kind = existsSync(json) ? 'json' : 'words';
  if (kind === 'words' && !existsSync(words))
    throw new PraxisError('EMBEDDER_INVALID', `${folder} has neither tokenizer.json nor vocab.txt`, {
      hint: 'Put the tokeniser of the model beside its graph.',
    });
  const maxTokens = numberIn(join(folder, 'sentence_bert_config.json'), 'max_seq_length') ?? DEFAULT_MAX_TOKENS;
  const isFirst = document(join(folder, '1_Pooling', 'config.json')).pooling_mode_cls_token === true;
  return {
    name: basename(resolve(folder))
      .replace(/[^\w.-]/g, '-')
      .slice(0, 64),
    graph,
    tokenizer: { kind, path: kind === 'json' ? json : words },
    maxTokens,
    pooling: isFirst ? 'first' : 'mean',
  };
}

/** All that decides which vectors a folder gives: digests of its graph and tokeniser, and how they are used. */
export async function onnxIdentity(folder: OnnxFolder): Promise<readonly string[]> {
  const { graph, tokenizer, maxTokens, pooling } = folder;
  return [await sha256Of(graph), await sha256Of(tokenizer.path), `${maxTokens}`, pooling];
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk);
  return hash.digest('hex');
}

function numberIn(path: string, key: string): number | undefined {
  const value = document(path)[key];
  return typeof value === 'number' && Number.isInteger(value) && value > 2 ? value : undefined;
}

/** The object in a file that need not be there. */
function document(path: string): Readonly<Record<string, unknown>> {
  if (!existsSync(path)) return {};
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
