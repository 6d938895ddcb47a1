// The inner loops of the vector scan in AssemblyScript. `node wasm/compile.mjs` makes src/experience/vector-index/kernel-bytes.ts
// of it. Pointers are byte offsets into the imported memory. Plain SIMD alone, so that every machine computes the same bits.
//
// Rows lie in chunks of 1,024. First, for all its rows: kind (u16), confidence (u8, of 255), scale, error and stretch (f32 each).
// Then their signs, then the rows as 8-bit integers of `width` bytes, a multiple of 16. The signs of 32 rows lie together: 16
// bytes for every four dimensions, of which the low halves belong to the first 16 rows, the high halves to the others.

const ROWS: usize = 1024;
const CONFIDENCES: usize = ROWS * 2;
const SCALES: usize = ROWS * 4;
const ERRORS: usize = ROWS * 8;
const STRETCHES: usize = ROWS * 12;
const SIGNS: usize = ROWS * 16;

@inline function sumOfInts(v: v128): f32 {
  return <f32>(
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + (i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3))
  );
}

@inline function laneOf(chunk: usize, row: i32, lanes: usize): usize {
  return <usize>load<u8>(lanes + <usize>load<u16>(chunk + (<usize>row << 1)));
}

/** Puts the numbers of rows whose kind has a lane into `list`; their count. A lane is a byte a kind, 0 for none. */
export function accept(chunk: usize, rows: i32, lanes: usize, list: usize): i32 {
  let to = list;
  for (let row = 0; row < rows; row++) {
    store<u32>(to, row);
    to += laneOf(chunk, row, lanes) != 0 ? 4 : 0;
  }
  return <i32>((to - list) >> 2);
}

/** Sums over all dimensions what `tables` (16 bytes for four dimensions, each at most 63) hold for the signs of each row. */
export function signSums(chunk: usize, rows: i32, width: usize, tables: usize, sums: usize): void {
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

/**
 * Puts the numbers of rows whose cosine, as their signs tell, reaches what they need into `list`; their count. `needs` has 256
 * numbers a lane, by confidence.
 */
export function sieve(
  chunk: usize, rows: i32, sums: usize, lanes: usize, needs: usize, list: usize, unit: f32, bias: f32,
): i32 {
  let to = list;
  for (let row = 0; row < rows; row++) {
    store<u32>(to, row);
    const lane = laneOf(chunk, row, lanes);
    const sum = <f32>load<u16>(sums + (<usize>row << 1));
    const near = (sum * unit + bias) * load<f32>(chunk + (<usize>row << 2), STRETCHES);
    const need = load<f32>(needs + (lane << 10) + (<usize>load<u8>(chunk + <usize>row, CONFIDENCES) << 2));
    to += near >= need ? 4 : 0;
  }
  return <i32>((to - list) >> 2);
}

/** Dot products of listed rows with a query of 16-bit integers, as floats in the order of the list; room for three more. */
export function dots(chunk: usize, list: usize, count: i32, query: usize, width: usize, out: usize): void {
  const body = chunk + SIGNS + (ROWS >> 3) * width;
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
 * Writes row, least and greatest possible cosine of each listed row that may reach the floor and, by its score, the threshold
 * of its lane: 12 bytes each; their count.
 */
export function select(
  chunk: usize, list: usize, dotsAt: usize, count: i32, lanes: usize, thresholds: usize, out: usize,
  unit: f32, norm: f32, slack: f32, floor: f32, mix: f32,
): i32 {
  const keep: f32 = 1 - mix;
  const share: f32 = mix / 255;
  let to = out;
  for (let i: usize = 0, end = <usize>count << 2; i < end; i += 4) {
    const row = load<u32>(list + i);
    const at = chunk + (<usize>row << 2);
    const near = load<f32>(dotsAt + i) * load<f32>(at, SCALES) * unit;
    const error = load<f32>(at, ERRORS) * norm + slack;
    const most = near + error;
    if (most < floor) continue;
    const confidence = <f32>load<u8>(chunk + <usize>row, CONFIDENCES);
    const threshold = load<f32>(thresholds + (laneOf(chunk, row, lanes) << 2));
    if (keep * most + share * confidence + slack < threshold) continue;
    store<u32>(to, row);
    store<f32>(to, near - error, 4);
    store<f32>(to, most, 8);
    to += 12;
  }
  return <i32>((to - out) / 12);
}

/** Walsh-Hadamard transform of `count` floats in place, a power of two of at least 4, without its scale. */
export function transform(at: usize, count: usize): void {
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
