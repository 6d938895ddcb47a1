// One session of an ONNX runtime of bench/peers, on one thread, as a function from tokens to a unit vector.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../peers/package.json', import.meta.url));

/** `runtime`: `onnxruntime-node` or `onnxruntime-web`. */
export async function onnxSession(runtime, path) {
  const found = await import(pathToFileURL(require.resolve(runtime)).href);
  const { InferenceSession, Tensor, env } = found.default ?? found;
  if (runtime === 'onnxruntime-web') env.wasm.numThreads = 1;
  const model = runtime === 'onnxruntime-web' ? new Uint8Array(readFileSync(path)) : path;
  const session = await InferenceSession.create(model, {
    executionProviders: [runtime === 'onnxruntime-web' ? 'wasm' : 'cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  return async (tokens) => {
    const ids = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]);
    const { last_hidden_state: output } = await session.run({ input_ids: ids });
    const width = output.dims.at(-1);
    const sum = new Float64Array(width);
    for (const [index, value] of output.data.entries()) sum[index % width] += value;
    const length = Math.hypot(...sum);
    return Float32Array.from(sum, (value) => value / length);
  };
}
