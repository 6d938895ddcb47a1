import { PraxisError } from '../../base/errors.ts';

/** The part of `onnxruntime-node` that is used. */
export interface OnnxRuntime {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => OnnxTensor;
  readonly InferenceSession: {
    create(path: string, options: object): Promise<OnnxSession>;
  };
}

interface OnnxTensor {
  readonly data: ArrayLike<number> | ArrayLike<bigint>;
  readonly dims: readonly number[];
}

export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

/** The part of `@huggingface/tokenizers` that is used. */
export interface TokenizersPackage {
  readonly Tokenizer: new (
    tokenizer: object,
    config: object,
  ) => { encode(text: string): { readonly ids: readonly number[] } };
}

/** The package that runs ONNX models, which Praxis does not bring along. EMBEDDER_INVALID where it is not installed. */
export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  const found = await loadPeer('onnxruntime-node', 'ONNXRUNTIME_NODE_INSTALL_CUDA=skip npm install onnxruntime-node');
  return (found.default ?? found) as OnnxRuntime;
}

/** The package that reads `tokenizer.json`, which Praxis does not bring along. EMBEDDER_INVALID where it is not installed. */
export async function loadTokenizers(): Promise<TokenizersPackage> {
  return (await loadPeer('@huggingface/tokenizers', 'npm install @huggingface/tokenizers')) as TokenizersPackage;
}

/** The name is no literal, so that bundling leaves the package to whoever installs it. */
async function loadPeer(name: string, command: string): Promise<{ readonly default?: unknown }> {
  try {
    return await import(name);
  } catch (cause) {
    throw new PraxisError('EMBEDDER_INVALID', `this model folder needs the package ${name}, which cannot be loaded`, {
      hint: `Install it beside praxis: \`${command}\`.`,
      cause,
    });
  }
}
