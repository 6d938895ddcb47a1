import { type WasmMemory, webAssembly } from '../../base/web-assembly.ts';
import { KERNEL_BASE64 } from './kernel-bytes.ts';
import { type DenseLayer, encoderLayout, GELU_BYTES, type ModelShape, type NormLayer } from './model-shape.ts';

/** The functions of `models/kernel/transformer-kernel.ts`; all pointers are byte offsets. */
interface Kernel {
  quantise(from: number, ints: number, scales: number, rows: number, width: number, top: number): void;
  multiply(
    ints: number,
    scales: number,
    weights: number,
    weightScales: number,
    bias: number,
    out: number,
    rows: number,
    width: number,
    columns: number,
  ): void;
  addNorm(
    a: number,
    b: number,
    gain: number,
    bias: number,
    to: number,
    rows: number,
    width: number,
    epsilon: number,
  ): void;
  gelu(at: number, count: number, table: number): void;
  attend(
    queries: number,
    keys: number,
    values: number,
    out: number,
    scores: number,
    rows: number,
    width: number,
    headWidth: number,
  ): void;
}

/** What a pass reads: where bytes are wanted, it says how many. */
export interface EncoderWeights {
  /** Fills `into` with `encoder.int8.bin`. */
  readEncoder(into: Uint8Array): void;
  /** Fills `into` with the table of GELU, 8,193 float32 values. */
  readGelu(into: Uint8Array): void;
  /** Fills `into` with the numbers of a word, its scale applied. */
  readWord(number: number, into: Float32Array): void;
}

const PAGE = 65_536;
/** 13 bits of an activation keep a sum of 2,064 products within 32 bits; wider rows get fewer. */
const MAX_TOP = 8191;

/** The unit vector of the tokens of a text. The same bits on every machine. */
export type EncodeTokens = (tokens: readonly number[]) => Float32Array;

/** Loads the weights of an encoder beside its kernel; about 13 MB for MiniLM. */
export function encoderPass(shape: ModelShape, source: EncoderWeights): EncodeTokens {
  const { dims, inner, epsilon } = shape;
  const layout = encoderLayout(shape);
  const rows = (shape.maxTokens + 3) & ~3;
  let end = (layout.bytes + 63) & ~63;
  const room = (bytes: number): number => {
    const start = end;
    end = (end + bytes + 63) & ~63;
    return start;
  };
  const state = room(rows * dims * 4);
  const result = room(rows * dims * 4);
  const query = room(rows * dims * 4);
  const key = room(rows * dims * 4);
  const value = room(rows * dims * 4);
  const wide = room(rows * inner * 4);
  const ints = room(rows * Math.max(dims, inner) * 2);
  const scales = room(rows * 4);
  const scores = room(rows * 4);
  const zeros = room(rows * dims * 4);
  const table = room(GELU_BYTES);
  const memory = new webAssembly.Memory({ initial: Math.ceil(end / PAGE) });
  const kernel = instantiate(memory);
  source.readEncoder(new Uint8Array(memory.buffer, 0, layout.bytes));
  source.readGelu(new Uint8Array(memory.buffer, table, GELU_BYTES));
  const floats = (at: number, length: number) => new Float32Array(memory.buffer, at, length);
  const states = floats(state, rows * dims);
  const tokenType = floats(layout.tokenType, dims);
  const positions = floats(layout.positions, shape.positions * dims);

  return (tokens) => {
    const count = tokens.length;
    const padded = (count + 3) & ~3;
    enter(tokens);
    for (const layer of layout.layers) {
      quantise(state, padded, dims);
      multiply(layer.query, query, padded);
      multiply(layer.key, key, padded);
      multiply(layer.value, value, padded);
      kernel.attend(query, key, value, result, scores, count, dims, dims / shape.heads);
      quantise(result, padded, dims);
      multiply(layer.joined, result, padded);
      addNorm(state, result, layer.joinedNorm, count);
      quantise(state, padded, dims);
      multiply(layer.inner, wide, padded);
      kernel.gelu(wide, count * inner, table);
      quantise(wide, padded, inner);
      multiply(layer.outer, result, padded);
      addNorm(state, result, layer.outerNorm, count);
    }
    return unitVector(pooled(count));
  };

  function enter(tokens: readonly number[]): void {
    const word = new Float32Array(dims);
    states.fill(0);
    for (const [row, token] of tokens.entries()) {
      source.readWord(token, word);
      const at = row * dims;
      for (let i = 0; i < dims; i++) states[at + i] = (word[i] ?? 0) + (tokenType[i] ?? 0) + (positions[at + i] ?? 0);
    }
    addNorm(state, zeros, layout.entryNorm, tokens.length);
  }

  function quantise(from: number, count: number, width: number): void {
    const top = Math.min(MAX_TOP, Math.floor(0x7fff_ffff / (127 * width)));
    kernel.quantise(from, ints, scales, count, width, top);
  }

  function multiply(layer: DenseLayer, out: number, count: number): void {
    const { weights, scales: weightScales, bias, width, columns } = layer;
    kernel.multiply(ints, scales, weights, weightScales, bias, out, count, width, columns);
  }

  function addNorm(to: number, added: number, norm: NormLayer, count: number): void {
    kernel.addNorm(to, added, norm.gain, norm.bias, to, count, dims, epsilon);
  }

  function pooled(count: number): Float64Array {
    const sum = new Float64Array(dims);
    const last = shape.pooling === 'mean' ? count : 1;
    for (let row = 0; row < last; row++) {
      for (let i = 0; i < dims; i++) sum[i] = (sum[i] ?? 0) + (states[row * dims + i] ?? 0);
    }
    return sum;
  }
}

function unitVector(sum: Float64Array): Float32Array {
  let squares = 0;
  for (const value of sum) squares += value * value;
  const length = Math.sqrt(squares);
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
}

function instantiate(memory: WasmMemory): Kernel {
  const bytes = Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0));
  const { exports } = new webAssembly.Instance(new webAssembly.Module(bytes), { env: { memory } });
  return exports as Kernel;
}
