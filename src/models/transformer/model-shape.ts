/** Bytes of the table of GELU: 8,193 float32 values for -8 to 8. */
export const GELU_BYTES = 8193 * 4;

/** The measures of a BERT encoder. */
export interface ModelShape {
  /** Numbers of a token and of a vector; a multiple of 32. */
  readonly dims: number;
  readonly layers: number;
  /** `dims / heads` is a multiple of 32. */
  readonly heads: number;
  /** Width of the intermediate layer; a multiple of 32. */
  readonly inner: number;
  /** Rows of the word table. */
  readonly words: number;
  /** Rows of the position table. */
  readonly positions: number;
  /** Tokens of a text, `[CLS]` and `[SEP]` with them; what is longer is cut. */
  readonly maxTokens: number;
  /** What a layer norm adds to the variance. */
  readonly epsilon: number;
  /** How the vectors of the tokens become one: their mean, or that of the first token. */
  readonly pooling: 'mean' | 'first';
}

/** A matrix of int8 rows with a scale and a bias a row; byte offsets into the weights. */
export interface DenseLayer {
  readonly weights: number;
  readonly scales: number;
  readonly bias: number;
  /** Length of a row. */
  readonly width: number;
  /** Number of rows. */
  readonly columns: number;
}

export interface NormLayer {
  readonly gain: number;
  readonly bias: number;
}

interface EncoderLayer {
  readonly query: DenseLayer;
  readonly key: DenseLayer;
  readonly value: DenseLayer;
  readonly joined: DenseLayer;
  readonly joinedNorm: NormLayer;
  readonly inner: DenseLayer;
  readonly outer: DenseLayer;
  readonly outerNorm: NormLayer;
}

/** Where the weights of an encoder lie in its file. */
export interface EncoderLayout {
  readonly layers: readonly EncoderLayer[];
  readonly entryNorm: NormLayer;
  /** One row: the type of the only sentence. */
  readonly tokenType: number;
  readonly positions: number;
  readonly bytes: number;
}

/** The layout of `encoder.int8.bin`: the matrices of all layers, all norms, the token type, the positions. */
export function encoderLayout(shape: ModelShape): EncoderLayout {
  const { dims, inner } = shape;
  let end = 0;
  const take = (bytes: number): number => {
    const start = end;
    end += bytes;
    return start;
  };
  const dense = (width: number, columns: number): DenseLayer => ({
    weights: take(width * columns),
    scales: take(columns * 4),
    bias: take(columns * 4),
    width,
    columns,
  });
  const norm = (): NormLayer => ({ gain: take(dims * 4), bias: take(dims * 4) });
  const matrices = Array.from({ length: shape.layers }, () => ({
    query: dense(dims, dims),
    key: dense(dims, dims),
    value: dense(dims, dims),
    joined: dense(dims, dims),
    inner: dense(dims, inner),
    outer: dense(inner, dims),
  }));
  const entryNorm = norm();
  const layers = matrices.map((of) => ({ ...of, joinedNorm: norm(), outerNorm: norm() }));
  return { layers, entryNorm, tokenType: take(dims * 4), positions: take(shape.positions * dims * 4), bytes: end };
}
