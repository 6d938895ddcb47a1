import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine } from '../../../test/support/reference-texts.ts';
import { encoderPass } from './encoder-pass.ts';
import { type DenseLayer, encoderLayout, type ModelShape, type NormLayer } from './model-shape.ts';

type Rows = readonly (readonly number[])[];

/** Random weights of a shape, as a pass reads them and as plain arrays. */
function randomModel(shape: ModelShape, seed: number) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const layout = encoderLayout(shape);
  const bytes = new Uint8Array(layout.bytes);
  const floats = (at: number, count: number, of: () => number) =>
    new Float32Array(bytes.buffer, at, count).set(Array.from({ length: count }, of));
  const dense = ({ weights, scales, bias, width, columns }: DenseLayer) => {
    new Int8Array(bytes.buffer, weights, width * columns).set(
      Array.from({ length: width * columns }, () => Math.round(127 * random())),
    );
    floats(scales, columns, () => 0.002 + 0.002 * Math.abs(random()));
    floats(bias, columns, () => 0.1 * random());
  };
  const norm = ({ gain, bias }: NormLayer) => {
    floats(gain, shape.dims, () => 1 + 0.2 * random());
    floats(bias, shape.dims, () => 0.1 * random());
  };
  norm(layout.entryNorm);
  for (const layer of layout.layers) {
    for (const part of [layer.query, layer.key, layer.value, layer.joined, layer.inner, layer.outer]) dense(part);
    norm(layer.joinedNorm);
    norm(layer.outerNorm);
  }
  floats(layout.tokenType, shape.dims, () => 0.1 * random());
  floats(layout.positions, shape.positions * shape.dims, () => 0.3 * random());
  const words = Array.from({ length: shape.words }, () =>
    Array.from({ length: shape.dims }, () => Math.fround(random())),
  );
  return { layout, bytes, words };
}

function passOf(shape: ModelShape, { bytes, words }: ReturnType<typeof randomModel>) {
  return encoderPass(shape, {
    readEncoder: (into) => into.set(bytes),
    readGelu: (into) => new Float32Array(into.buffer, into.byteOffset, 8193).set(geluTable),
    readWord: (number, into) => into.set(words[number] ?? []),
  });
}

const geluTable = Float32Array.from({ length: 8193 }, (_, index) => gelu(index / 512 - 8));

/** By the error function of Abramowitz and Stegun, 7.1.26, to seven digits. */
function gelu(x: number): number {
  const size = Math.abs(x) * Math.SQRT1_2;
  const t = 1 / (1 + 0.3275911 * size);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const share = 1 - series * Math.exp(-size * size);
  return 0.5 * x * (1 + Math.sign(x) * share);
}

/** The same encoder in plain arithmetic of doubles. */
function plainPass(
  shape: ModelShape,
  model: ReturnType<typeof randomModel>,
  tokens: readonly number[],
): readonly number[] {
  const { layout, bytes, words } = model;
  const floats = (at: number, count: number) => new Float32Array(bytes.buffer, at, count);
  const dense = (rows: Rows, { weights, scales, bias, width, columns }: DenseLayer): Rows => {
    const ints = new Int8Array(bytes.buffer, weights, width * columns);
    const [scale, shift] = [floats(scales, columns), floats(bias, columns)];
    return rows.map((row) =>
      Array.from(scale, (factor, column) => {
        const sum = row.reduce((total, value, i) => total + value * (ints[column * width + i] ?? 0), 0);
        return sum * factor + (shift[column] ?? 0);
      }),
    );
  };
  const norm = (rows: Rows, { gain, bias }: NormLayer): Rows => {
    const [factor, shift] = [floats(gain, shape.dims), floats(bias, shape.dims)];
    return rows.map((row) => {
      const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
      const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
      return row.map(
        (value, i) => ((value - mean) / Math.sqrt(variance + shape.epsilon)) * (factor[i] ?? 0) + (shift[i] ?? 0),
      );
    });
  };
  const add = (a: Rows, b: Rows): Rows => a.map((row, r) => row.map((value, i) => value + (b[r]?.[i] ?? 0)));
  const headWidth = shape.dims / shape.heads;
  const attend = (query: Rows, key: Rows, value: Rows): Rows =>
    query.map((row) =>
      Array.from({ length: shape.heads }, (_, head) => {
        const part = (of: readonly number[]) => of.slice(head * headWidth, (head + 1) * headWidth);
        const scores = key.map((other) => dot(part(row), part(other)) / Math.sqrt(headWidth));
        const peak = Math.max(...scores);
        const shares = scores.map((score) => Math.exp(score - peak));
        const total = shares.reduce((sum, share) => sum + share, 0);
        return Array.from({ length: headWidth }, (_, i) =>
          value.reduce((sum, other, r) => sum + ((shares[r] ?? 0) / total) * (part(other)[i] ?? 0), 0),
        );
      }).flat(),
    );
  const type = floats(layout.tokenType, shape.dims);
  const positions = floats(layout.positions, shape.positions * shape.dims);
  const entry = tokens.map((token, row) =>
    Array.from(type, (value, i) => value + (words[token]?.[i] ?? 0) + (positions[row * shape.dims + i] ?? 0)),
  );
  let state = norm(entry, layout.entryNorm);
  for (const layer of layout.layers) {
    const seen = attend(dense(state, layer.query), dense(state, layer.key), dense(state, layer.value));
    state = norm(add(state, dense(seen, layer.joined)), layer.joinedNorm);
    const wide = dense(state, layer.inner).map((row) => row.map(gelu));
    state = norm(add(state, dense(wide, layer.outer)), layer.outerNorm);
  }
  const pooled = shape.pooling === 'mean' ? state : state.slice(0, 1);
  const sum = Array.from({ length: shape.dims }, (_, i) => pooled.reduce((total, row) => total + (row[i] ?? 0), 0));
  const length = Math.sqrt(dot(sum, sum));
  return sum.map((value) => value / length);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

const shape = fc
  .record({
    heads: fc.integer({ min: 1, max: 3 }),
    headWidth: fc.constantFrom(32, 64),
    layers: fc.integer({ min: 1, max: 3 }),
    inner: fc.constantFrom(32, 96, 160),
    pooling: fc.constantFrom('mean', 'first'),
  })
  .map(
    ({ heads, headWidth, ...rest }): ModelShape => ({
      ...rest,
      heads,
      dims: heads * headWidth,
      words: 50,
      positions: 20,
      maxTokens: 18,
      epsilon: 1e-12,
    }),
  );
const tokens = fc.array(fc.integer({ min: 0, max: 49 }), { minLength: 1, maxLength: 18 });

describe('the pass through an encoder', () => {
  test('agrees with plain arithmetic for encoders of any measures and texts of any length', () => {
    fc.assert(
      fc.property(shape, tokens, tokens, fc.nat(), (measures, text, other, seed) => {
        const model = randomModel(measures, seed);
        const encode = passOf(measures, model);
        encode(other);
        // Eight bits cost about 1e-6; where two scores of an attention are near each other it can be 2e-5.
        expect(cosine(encode(text), plainPass(measures, model, text))).toBeGreaterThan(0.999);
      }),
      { numRuns: 60 },
    );
  });

  test('keeps sums within 32 bits however wide a layer is', () => {
    const measures: ModelShape = {
      ...{ dims: 32, layers: 1, heads: 1, inner: 8192, words: 4, positions: 4, maxTokens: 4, epsilon: 1e-12 },
      pooling: 'mean',
    };
    const model = randomModel(measures, 7);
    for (const { weights, width, columns } of model.layout.layers.flatMap(({ inner, outer }) => [inner, outer]))
      new Int8Array(model.bytes.buffer, weights, width * columns).fill(127);
    expect(cosine(passOf(measures, model)([1, 2, 3]), plainPass(measures, model, [1, 2, 3]))).toBeGreaterThan(0.9999);
  });
});
