// The inner loops of the vector scan in AssemblyScript. `node wasm/compile.mjs` makes src/experience/vector-index/kernel-bytes.ts
// of it. Pointers are byte offsets into the imported memory. Plain SIMD alone, so that every machine computes the same bits.
//
// Rows lie in chunks of 256, all of one kind. First, for all its rows: confidence (u8, of 255), scale, error and stretch (f32
// each). Then their signs, then the rows as 8-bit integers of `width` bytes, a multiple of 16. The signs of 32 rows lie together:
// 16 bytes for every four dimensions, of which the low halves belong to the first 16 rows, the high halves to the others.

const ROWS: usize = 256;
const SCALES: usize = ROWS;
const ERRORS: usize = ROWS * 5;
const STRETCHES: usize = ROWS * 9;
const SIGNS: usize = ROWS * 13;

@inline function bodyOf(chunk: usize, width: usize): usize {
  return chunk + SIGNS + (ROWS >> 3) * width;
}

@inline function sumOfInts(v: v128): f32 {
  return <f32>(
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + (i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3))
  );
}

/** Sums over all dimensions what `tables` (16 bytes for four dimensions, each at most 63) hold for the signs of each row. */
function signSums(chunk: usize, rows: i32, width: usize, tables: usize, sums: usize): void {
  const low = i8x16.splat(15), bytes = i16x8.splat(255);
  let from = chunk + SIGNS;
  const end = tables + (width << 2);
  for (let row = 0; row < rows; row += 32) {
    let evenA = i16x8.splat(0), oddA = evenA, evenB = evenA, oddB = evenA;
    for (let table = tables; table < end; table += 64) {
      let a = v128.load(from), t = v128.load(table);
      let sumA = i8x16.swizzle(t, v128.and(a, low)), sumB = i8x16.swizzle(t, i8x16.shr_u(a, 4));
      a = v128.load(from, 16); t = v128.load(table, 16);
      sumA = i8x16.add(sumA, i8x16.swizzle(t, v128.and(a, low)));
      sumB = i8x16.add(sumB, i8x16.swizzle(t, i8x16.shr_u(a, 4)));
      a = v128.load(from, 32); t = v128.load(table, 32);
      sumA = i8x16.add(sumA, i8x16.swizzle(t, v128.and(a, low)));
      sumB = i8x16.add(sumB, i8x16.swizzle(t, i8x16.shr_u(a, 4)));
      a = v128.load(from, 48); t = v128.load(table, 48);
      sumA = i8x16.add(sumA, i8x16.swizzle(t, v128.and(a, low)));
      sumB = i8x16.add(sumB, i8x16.swizzle(t, i8x16.shr_u(a, 4)));
      evenA = i16x8.add(evenA, v128.and(sumA, bytes));
      oddA = i16x8.add(oddA, i16x8.shr_u(sumA, 8));
      evenB = i16x8.add(evenB, v128.and(sumB, bytes));
      oddB = i16x8.add(oddB, i16x8.shr_u(sumB, 8));
      from += 64;
    }
    v128.store(sums, i8x16.shuffle(evenA, oddA, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23));
    v128.store(sums, i8x16.shuffle(evenA, oddA, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31), 16);
    v128.store(sums, i8x16.shuffle(evenB, oddB, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23), 32);
    v128.store(sums, i8x16.shuffle(evenB, oddB, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31), 48);
    sums += 64;
  }
}

/** Lists a row whose cosine reaches what it needs; the new end of the list. */
@inline function listed(chunk: usize, row: i32, cosine: f32, needs: usize, to: usize): usize {
  store<u32>(to, row);
  return cosine >= load<f32>(needs + (<usize>load<u8>(chunk + <usize>row) << 2)) ? to + 4 : to;
}

/**
 * Puts the numbers of rows whose cosine, as their signs tell, reaches what they need into `list`; their count. `needs` has 256
 * numbers, by confidence, none of them under `least`. `sums` is room for 2 bytes a row.
 */
export function sieve(
  chunk: usize, rows: i32, width: usize, tables: usize, sums: usize, needs: usize, list: usize,
  unit: f32, bias: f32, least: f32,
): i32 {
  signSums(chunk, rows, width, tables, sums);
  const units = f32x4.splat(unit), biases = f32x4.splat(bias), leasts = f32x4.splat(least);
  let to = list;
  for (let row = 0; row < rows; row += 4) {
    const ints = v128.load_ext<u16>(sums + (<usize>row << 1));
    const stretches = v128.load(chunk + (<usize>row << 2), STRETCHES);
    const near = f32x4.mul(f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(ints), units), biases), stretches);
    if (!v128.any_true(f32x4.ge(near, leasts))) continue;
    to = listed(chunk, row, f32x4.extract_lane(near, 0), needs, to);
    to = listed(chunk, row + 1, f32x4.extract_lane(near, 1), needs, to);
    to = listed(chunk, row + 2, f32x4.extract_lane(near, 2), needs, to);
    to = listed(chunk, row + 3, f32x4.extract_lane(near, 3), needs, to);
  }
  // What lies past the end is at the end of the list.
  while (to > list && load<u32>(to - 4) >= <u32>rows) to -= 4;
  return <i32>((to - list) >> 2);
}

/** Dot products of listed rows with a query of 16-bit integers, as floats in the order of the list; room for three more. */
function multiply(body: usize, list: usize, count: i32, query: usize, width: usize, out: usize): void {
  for (let i = 0; i < count; i += 4) {
    const at = list + (<usize>i << 2);
    const row0 = body + <usize>load<u32>(at) * width;
    const row1 = i + 1 < count ? body + <usize>load<u32>(at, 4) * width : row0;
    const row2 = i + 2 < count ? body + <usize>load<u32>(at, 8) * width : row0;
    const row3 = i + 3 < count ? body + <usize>load<u32>(at, 12) * width : row0;
    let a = i32x4.splat(0), b = a, c = a, d = a;
    for (let j: usize = 0; j < width; j += 8) {
      const q = v128.load(query + (j << 1));
      a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load_ext<i8>(row0 + j), q));
      b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load_ext<i8>(row1 + j), q));
      c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load_ext<i8>(row2 + j), q));
      d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load_ext<i8>(row3 + j), q));
    }
    const to = out + (<usize>i << 2);
    store<f32>(to, sumOfInts(a));
    store<f32>(to, sumOfInts(b), 4);
    store<f32>(to, sumOfInts(c), 8);
    store<f32>(to, sumOfInts(d), 12);
  }
}

/**
 * Writes row, least and greatest possible cosine of each listed row that may reach the floor and, by its score, the threshold:
 * 12 bytes each; their count. `dots` is room for 4 bytes a row and 12 more.
 */
export function compare(
  chunk: usize, list: usize, count: i32, query: usize, width: usize, dots: usize, out: usize,
  unit: f32, norm: f32, slack: f32, floor: f32, mix: f32, threshold: f32,
): i32 {
  multiply(bodyOf(chunk, width), list, count, query, width, dots);
  const keep: f32 = 1 - mix;
  const share: f32 = mix / 255;
  let to = out;
  for (let i: usize = 0, end = <usize>count << 2; i < end; i += 4) {
    const row = load<u32>(list + i);
    const at = chunk + (<usize>row << 2);
    const near = load<f32>(dots + i) * load<f32>(at, SCALES) * unit;
    const error = load<f32>(at, ERRORS) * norm + slack;
    const most = near + error;
    if (most < floor || keep * most + share * <f32>load<u8>(chunk + <usize>row) + slack < threshold) continue;
    store<u32>(to, row);
    store<f32>(to, near - error, 4);
    store<f32>(to, most, 8);
    to += 12;
  }
  return <i32>((to - out) / 12);
}

@inline function sumOfFloats(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

/** Writes a vector as a row of 8-bit integers, with its scale and more than what these leave out; its length. */
export function writeRow(chunk: usize, row: i32, width: usize, from: usize): f32 {
  const end = from + (width << 2);
  let peaks = f32x4.splat(0), squares = peaks, misses = peaks;
  for (let at = from; at < end; at += 16) {
    const v = v128.load(at);
    peaks = f32x4.max(peaks, f32x4.abs(v));
    squares = f32x4.add(squares, f32x4.mul(v, v));
  }
  const peak = max(
    max(f32x4.extract_lane(peaks, 0), f32x4.extract_lane(peaks, 1)),
    max(f32x4.extract_lane(peaks, 2), f32x4.extract_lane(peaks, 3)),
  );
  // Below this the factor would be no number, and above it nothing is lost.
  const scale: f32 = peak < 1e-30 ? 0 : peak / 127;
  const factors = f32x4.splat(scale == 0 ? 0 : 1 / scale), scales = f32x4.splat(scale);
  let to = bodyOf(chunk, width) + <usize>row * width;
  for (let at = from; at < end; at += 16) {
    const v = v128.load(at);
    const ints = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v, factors)));
    const miss = f32x4.sub(v, f32x4.mul(f32x4.convert_i32x4_s(ints), scales));
    misses = f32x4.add(misses, f32x4.mul(miss, miss));
    store<i8>(to, i32x4.extract_lane(ints, 0));
    store<i8>(to, i32x4.extract_lane(ints, 1), 1);
    store<i8>(to, i32x4.extract_lane(ints, 2), 2);
    store<i8>(to, i32x4.extract_lane(ints, 3), 3);
    to += 4;
  }
  const length: f32 = sqrt(sumOfFloats(squares));
  const at = chunk + (<usize>row << 2);
  store<f32>(at, scale, SCALES);
  store<f32>(at, sqrt<f32>(sumOfFloats(misses)) * 1.001 + length * 1e-5 + 1e-20, ERRORS);
  return length;
}

/**
 * Writes a vector as 16-bit integers from -top to top; behind them four floats: what an integer stands for, the length of the
 * vector, and more than what the integers leave out of it.
 */
export function writeQuery(from: usize, to: usize, width: usize, top: f32): void {
  const end = from + (width << 2);
  let peaks = f32x4.splat(0), squares = peaks, misses = peaks;
  for (let at = from; at < end; at += 16) {
    const v = v128.load(at);
    peaks = f32x4.max(peaks, f32x4.abs(v));
    squares = f32x4.add(squares, f32x4.mul(v, v));
  }
  const peak = max(
    max(f32x4.extract_lane(peaks, 0), f32x4.extract_lane(peaks, 1)),
    max(f32x4.extract_lane(peaks, 2), f32x4.extract_lane(peaks, 3)),
  );
  const unit: f32 = peak < 1e-30 ? 0 : peak / top;
  const factors = f32x4.splat(unit == 0 ? 0 : 1 / unit), units = f32x4.splat(unit);
  for (let at = from; at < end; at += 16) {
    const v = v128.load(at);
    const ints = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v, factors)));
    const miss = f32x4.sub(v, f32x4.mul(f32x4.convert_i32x4_s(ints), units));
    misses = f32x4.add(misses, f32x4.mul(miss, miss));
    v128.store64_lane(to, i16x8.narrow_i32x4_s(ints, ints), 0);
    to += 8;
  }
  const length: f32 = sqrt(sumOfFloats(squares));
  store<f32>(to, unit);
  store<f32>(to, length * 1.0001, 4);
  store<f32>(to, sqrt<f32>(sumOfFloats(misses)) * 1.001 + length * 1e-6, 8);
}

/** Writes the signs of a rotated vector, and what turns their dot product with a query into one of the vector. */
export function writeSigns(chunk: usize, row: i32, width: usize, from: usize): void {
  const end = from + (width << 2);
  const isHigh = (row & 16) != 0;
  let byte = chunk + SIGNS + <usize>(row >> 5) * (width << 2) + <usize>(row & 15);
  let sums = f32x4.splat(0), squares = sums;
  for (let at = from; at < end; at += 16) {
    const v = v128.load(at);
    sums = f32x4.add(sums, f32x4.abs(v));
    squares = f32x4.add(squares, f32x4.mul(v, v));
    const code = i32x4.bitmask(f32x4.ge(v, f32x4.splat(0)));
    const known = <i32>load<u8>(byte);
    store<u8>(byte, isHigh ? (known & 15) | (code << 4) : (known & 240) | code);
    byte += 16;
  }
  const sum = sumOfFloats(sums);
  store<f32>(chunk + (<usize>row << 2), sum == 0 ? 0 : sumOfFloats(squares) / sum, STRETCHES);
}

/**
 * Rotates a vector in place: `rounds` times its floats by as many flips, then a Walsh-Hadamard transform of the first, or the
 * last, `span` of them in turn. The scale of the transform is in the flips.
 */
export function rotate(at: usize, width: usize, span: usize, flips: usize, rounds: i32): void {
  for (let round = 0; round < rounds; round++) {
    for (let i: usize = 0; i < width << 2; i += 16) {
      v128.store(at + i, f32x4.mul(v128.load(at + i), v128.load(flips + i)));
    }
    flips += width << 2;
    transform(round % 2 == 0 ? at : at + ((width - span) << 2), span);
  }
}

/** Walsh-Hadamard transform of `count` floats in place, a power of two of at least 4, without its scale. */
function transform(at: usize, count: usize): void {
  const end = at + (count << 2);
  for (let i = at; i < end; i += 16) {
    const v = v128.load(i);
    const pairs = f32x4.add(
      i8x16.shuffle(v, v, 0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 8, 9, 10, 11),
      f32x4.mul(
        i8x16.shuffle(v, v, 4, 5, 6, 7, 4, 5, 6, 7, 12, 13, 14, 15, 12, 13, 14, 15),
        f32x4(1, -1, 1, -1),
      ),
    );
    v128.store(
      i,
      f32x4.add(
        i8x16.shuffle(pairs, pairs, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7),
        f32x4.mul(
          i8x16.shuffle(pairs, pairs, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15),
          f32x4(1, 1, -1, -1),
        ),
      ),
    );
  }
  for (let half: usize = 16; half < count << 2; half <<= 1) {
    for (let block = at; block < end; block += half << 1) {
      for (let i = block; i < block + half; i += 16) {
        const a = v128.load(i), b = v128.load(i + half);
        v128.store(i, f32x4.add(a, b));
        v128.store(i + half, f32x4.sub(a, b));
      }
    }
  }
}
