// Writes an ONNX file with the very int8 weights of a model folder, for the runtimes that Praxis is compared with: matrices
// are multiplied as integers, activations are quantised as they come (DynamicQuantizeLinear, MatMulInteger).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytes, float, integer } from './protobuf.mjs';

const FLOAT = 1;
const INT8 = 3;
const INT64 = 7;
const OPSET = 17;

export function writeOnnxFile(folder, path) {
  const shape = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  const { dims, inner, heads, layers, words, positions, epsilon } = shape;
  const weights = reader(readFileSync(join(folder, 'encoder.int8.bin')));
  const table = readFileSync(join(folder, 'words.int8.bin'));
  const nodes = [];
  const initializers = [];
  let names = 0;

  const constant = (type, size, data) => {
    const name = `c${names++}`;
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    initializers.push(
      bytes(5, [...size.map((dim) => integer(1, dim)), integer(2, type), bytes(8, name), bytes(9, raw)]),
    );
    return name;
  };
  const floats = (values) => constant(FLOAT, [values.length], Float32Array.from(values));
  const scalar = (value) => constant(FLOAT, [], Float32Array.of(value));
  const shapeOf = (...sizes) => constant(INT64, [sizes.length], BigInt64Array.from(sizes, BigInt));
  const many = (kind, inputs, count, attributes = []) => {
    const outputs = Array.from({ length: count }, () => `t${names++}`);
    nodes.push(
      bytes(1, [
        ...inputs.map((input) => bytes(1, input)),
        ...outputs.map((output) => bytes(2, output)),
        bytes(4, kind),
        ...attributes,
      ]),
    );
    return outputs;
  };
  const node = (kind, inputs, attributes) => many(kind, inputs, 1, attributes)[0];
  const whole = (name, value) => bytes(5, [bytes(1, name), integer(3, value), integer(20, 2)]);
  const real = (name, value) => bytes(5, [bytes(1, name), float(2, value), integer(20, 1)]);
  const list = (name, values) =>
    bytes(5, [bytes(1, name), ...values.map((value) => integer(8, value)), integer(20, 7)]);
  const toFloat = [whole('to', FLOAT)];

  const readDense = (width, columns) => {
    const rows = weights.ints(width * columns);
    const turned = new Int8Array(width * columns);
    for (let row = 0; row < columns; row++)
      for (let i = 0; i < width; i++) turned[i * columns + row] = rows[row * width + i];
    return {
      weights: constant(INT8, [width, columns], turned),
      scales: floats(weights.floats(columns)),
      bias: floats(weights.floats(columns)),
    };
  };
  const quantise = (x) => many('DynamicQuantizeLinear', [x], 3);
  const dense = ([ints, scale, zero], layer) => {
    const sums = node('MatMulInteger', [ints, layer.weights, zero]);
    const scaled = node('Mul', [node('Cast', [sums], toFloat), node('Mul', [layer.scales, scale])]);
    return node('Add', [scaled, layer.bias]);
  };
  const readNorm = () => ({ gain: floats(weights.floats(dims)), bias: floats(weights.floats(dims)) });
  const norm = (x, layer) => node('LayerNormalization', [x, layer.gain, layer.bias], [real('epsilon', epsilon)]);
  const turn = (x, order) => node('Transpose', [x], [list('perm', order)]);

  const matrices = Array.from({ length: layers }, () => ({
    parts: [readDense(dims, dims), readDense(dims, dims), readDense(dims, dims)],
    joined: readDense(dims, dims),
    inner: readDense(dims, inner),
    outer: readDense(inner, dims),
  }));
  const entryNorm = readNorm();
  const norms = Array.from({ length: layers }, () => [readNorm(), readNorm()]);
  const tokenType = floats(weights.floats(dims));
  const places = constant(FLOAT, [positions, dims], weights.floats(positions * dims));
  const wordInts = constant(INT8, [words, dims], new Int8Array(table.subarray(0, words * dims)));
  const wordScales = constant(FLOAT, [words, 1], reader(table.subarray(words * dims)).floats(words));

  const tokens = node('Squeeze', ['input_ids', shapeOf(0)]);
  const word = node('Cast', [node('Gather', [wordInts, tokens])], toFloat);
  const place = node('Slice', [places, shapeOf(0), node('Shape', [tokens]), shapeOf(0)]);
  const scaled = node('Mul', [word, node('Gather', [wordScales, tokens])]);
  let state = norm(node('Add', [node('Add', [scaled, place]), tokenType]), entryNorm);
  const split = shapeOf(-1, heads, dims / heads);
  for (const [index, layer] of matrices.entries()) {
    const entry = quantise(state);
    const [query, key, value] = layer.parts.map((part) => node('Reshape', [dense(entry, part), split]));
    const dots = node('MatMul', [turn(query, [1, 0, 2]), turn(key, [1, 2, 0])]);
    const shares = node('Softmax', [node('Mul', [dots, scalar(1 / Math.sqrt(dims / heads))])], [whole('axis', -1)]);
    const seen = turn(node('MatMul', [shares, turn(value, [1, 0, 2])]), [1, 0, 2]);
    const joined = dense(quantise(node('Reshape', [seen, shapeOf(-1, dims)])), layer.joined);
    state = norm(node('Add', [state, joined]), norms[index][0]);
    const wide = dense(quantise(state), layer.inner);
    const bell = node('Add', [node('Erf', [node('Mul', [wide, scalar(Math.SQRT1_2)])]), scalar(1)]);
    const bent = node('Mul', [node('Mul', [wide, scalar(0.5)]), bell]);
    state = norm(node('Add', [state, dense(quantise(bent), layer.outer)]), norms[index][1]);
  }
  nodes.push(bytes(1, [bytes(1, state), bytes(1, shapeOf(0)), bytes(2, 'last_hidden_state'), bytes(4, 'Unsqueeze')]));

  const tensor = (name, type, ...sizes) => {
    const dimsOf = sizes.map((size) => bytes(1, [typeof size === 'number' ? integer(1, size) : bytes(2, size)]));
    return [bytes(1, name), bytes(2, [bytes(1, [integer(1, type), bytes(2, dimsOf)])])];
  };
  const graph = [
    ...nodes,
    bytes(2, shape.name),
    ...initializers,
    bytes(11, tensor('input_ids', INT64, 1, 'tokens')),
    bytes(12, tensor('last_hidden_state', FLOAT, 1, 'tokens', dims)),
  ];
  const operators = [bytes(1, ''), integer(2, OPSET)];
  writeFileSync(path, Buffer.concat([integer(1, 8), bytes(2, 'praxis'), bytes(7, graph), bytes(8, operators)]));
}

/** Takes one piece after the other. */
function reader(data) {
  let at = 0;
  const take = (length) => {
    const piece = Uint8Array.from(data.subarray(at, at + length));
    at += length;
    return piece.buffer;
  };
  return { ints: (count) => new Int8Array(take(count)), floats: (count) => new Float32Array(take(count * 4)) };
}
