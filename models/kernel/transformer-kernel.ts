// The arithmetic of a BERT encoder in AssemblyScript. `node models/kernel/compile.mjs` makes src/models/transformer/kernel-bytes.ts
// of it. All pointers are byte offsets into the imported memory; matrices lie row by row, activations as float32.
// Plain SIMD alone: its results are specified to the last bit, those of relaxed SIMD are not.

@inline function sumOfInts(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}

@inline function sumOfFloats(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

@inline function largestOfFloats(v: v128): f32 {
  return max(
    max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

@inline function roundedInts(at: usize, factor: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at), factor)));
}

/** Rows of `width` floats as 16-bit integers from -top to top, and the scale of each row. `width` is a multiple of 8. */
export function quantise(from: usize, ints: usize, scales: usize, rows: i32, width: i32, top: f32): void {
  const bytes = <usize>width << 2;
  for (let row = 0; row < rows; row++) {
    let peaks = f32x4.splat(0);
    for (let i: usize = 0; i < bytes; i += 16) peaks = f32x4.max(peaks, f32x4.abs(v128.load(from + i)));
    let peak = largestOfFloats(peaks);
    if (peak == 0) peak = 1;
    store<f32>(scales, peak / top);
    const factor = f32x4.splat(top / peak);
    for (let i: usize = 0; i < bytes; i += 32) {
      const narrow = i16x8.narrow_i32x4_s(roundedInts(from + i, factor), roundedInts(from + i + 16, factor));
      v128.store(ints + (i >> 1), narrow);
    }
    from += bytes;
    ints += bytes >> 1;
    scales += 4;
  }
}

@inline function place(out: usize, dot: v128, scale: f32, weightScale: f32, bias: f32): void {
  store<f32>(out, <f32>sumOfInts(dot) * scale * weightScale + bias);
}

/**
 * out[row][column] = ints[row] . weights[column] * scales[row] * weightScales[column] + bias[column]. Tiles of four rows and two
 * columns: `rows` is a multiple of 4, `columns` of 2, `width` of 32.
 */
export function multiply(
  ints: usize, scales: usize, weights: usize, weightScales: usize, bias: usize, out: usize,
  rows: i32, width: i32, columns: i32,
): void {
  const weightRow = <usize>width;
  const intRow = weightRow << 1;
  const outRow = <usize>columns << 2;
  for (let column = 0; column < columns; column += 2) {
    const left = weights + <usize>column * weightRow;
    const right = left + weightRow;
    const at = <usize>column << 2;
    const leftScale = load<f32>(weightScales + at), rightScale = load<f32>(weightScales + at, 4);
    const leftBias = load<f32>(bias + at), rightBias = load<f32>(bias + at, 4);
    let row0 = ints, to = out + at, scale = scales;
    for (let row = 0; row < rows; row += 4) {
      const row1 = row0 + intRow, row2 = row1 + intRow, row3 = row2 + intRow;
      let l0 = i32x4.splat(0), l1 = l0, l2 = l0, l3 = l0, r0 = l0, r1 = l0, r2 = l0, r3 = l0;
      // Four steps at once, at fixed distances: most of the rest is the reckoning of addresses.
      for (let i: usize = 0; i < weightRow; i += 32) {
        const at = i << 1;
        const left0 = left + i, right0 = right + i, a0 = row0 + at, a1 = row1 + at, a2 = row2 + at, a3 = row3 + at;
        let l = v128.load_ext<i8>(left0, 0), r = v128.load_ext<i8>(right0, 0);
        let a = v128.load(a0, 0);
        l0 = i32x4.add(l0, i32x4.dot_i16x8_s(a, l));
        r0 = i32x4.add(r0, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a1, 0);
        l1 = i32x4.add(l1, i32x4.dot_i16x8_s(a, l));
        r1 = i32x4.add(r1, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a2, 0);
        l2 = i32x4.add(l2, i32x4.dot_i16x8_s(a, l));
        r2 = i32x4.add(r2, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a3, 0);
        l3 = i32x4.add(l3, i32x4.dot_i16x8_s(a, l));
        r3 = i32x4.add(r3, i32x4.dot_i16x8_s(a, r));
        l = v128.load_ext<i8>(left0, 8);
        r = v128.load_ext<i8>(right0, 8);
        a = v128.load(a0, 16);
        l0 = i32x4.add(l0, i32x4.dot_i16x8_s(a, l));
        r0 = i32x4.add(r0, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a1, 16);
        l1 = i32x4.add(l1, i32x4.dot_i16x8_s(a, l));
        r1 = i32x4.add(r1, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a2, 16);
        l2 = i32x4.add(l2, i32x4.dot_i16x8_s(a, l));
        r2 = i32x4.add(r2, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a3, 16);
        l3 = i32x4.add(l3, i32x4.dot_i16x8_s(a, l));
        r3 = i32x4.add(r3, i32x4.dot_i16x8_s(a, r));
        l = v128.load_ext<i8>(left0, 16);
        r = v128.load_ext<i8>(right0, 16);
        a = v128.load(a0, 32);
        l0 = i32x4.add(l0, i32x4.dot_i16x8_s(a, l));
        r0 = i32x4.add(r0, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a1, 32);
        l1 = i32x4.add(l1, i32x4.dot_i16x8_s(a, l));
        r1 = i32x4.add(r1, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a2, 32);
        l2 = i32x4.add(l2, i32x4.dot_i16x8_s(a, l));
        r2 = i32x4.add(r2, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a3, 32);
        l3 = i32x4.add(l3, i32x4.dot_i16x8_s(a, l));
        r3 = i32x4.add(r3, i32x4.dot_i16x8_s(a, r));
        l = v128.load_ext<i8>(left0, 24);
        r = v128.load_ext<i8>(right0, 24);
        a = v128.load(a0, 48);
        l0 = i32x4.add(l0, i32x4.dot_i16x8_s(a, l));
        r0 = i32x4.add(r0, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a1, 48);
        l1 = i32x4.add(l1, i32x4.dot_i16x8_s(a, l));
        r1 = i32x4.add(r1, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a2, 48);
        l2 = i32x4.add(l2, i32x4.dot_i16x8_s(a, l));
        r2 = i32x4.add(r2, i32x4.dot_i16x8_s(a, r));
        a = v128.load(a3, 48);
        l3 = i32x4.add(l3, i32x4.dot_i16x8_s(a, l));
        r3 = i32x4.add(r3, i32x4.dot_i16x8_s(a, r));
      }
      const s0 = load<f32>(scale), s1 = load<f32>(scale, 4), s2 = load<f32>(scale, 8), s3 = load<f32>(scale, 12);
      place(to, l0, s0, leftScale, leftBias);
      place(to + 4, r0, s0, rightScale, rightBias);
      to += outRow;
      place(to, l1, s1, leftScale, leftBias);
      place(to + 4, r1, s1, rightScale, rightBias);
      to += outRow;
      place(to, l2, s2, leftScale, leftBias);
      place(to + 4, r2, s2, rightScale, rightBias);
      to += outRow;
      place(to, l3, s3, leftScale, leftBias);
      place(to + 4, r3, s3, rightScale, rightBias);
      to += outRow;
      row0 = row3 + intRow;
      scale += 16;
    }
  }
}

/** to = layer norm of (a + b), a row at a time; `to` may be `a`. `width` is a multiple of 4. */
export function addNorm(
  a: usize, b: usize, gain: usize, bias: usize, to: usize, rows: i32, width: i32, epsilon: f32,
): void {
  const bytes = <usize>width << 2;
  for (let row = 0; row < rows; row++) {
    let total = f32x4.splat(0);
    for (let i: usize = 0; i < bytes; i += 16) {
      const sum = f32x4.add(v128.load(a + i), v128.load(b + i));
      v128.store(to + i, sum);
      total = f32x4.add(total, sum);
    }
    const mean = f32x4.splat(sumOfFloats(total) / <f32>width);
    let squares = f32x4.splat(0);
    for (let i: usize = 0; i < bytes; i += 16) {
      const off = f32x4.sub(v128.load(to + i), mean);
      v128.store(to + i, off);
      squares = f32x4.add(squares, f32x4.mul(off, off));
    }
    const factor = f32x4.splat(1 / sqrt<f32>(sumOfFloats(squares) / <f32>width + epsilon));
    for (let i: usize = 0; i < bytes; i += 16) {
      const scaled = f32x4.mul(f32x4.mul(v128.load(to + i), factor), v128.load(gain + i));
      v128.store(to + i, f32x4.add(scaled, v128.load(bias + i)));
    }
    a += bytes;
    b += bytes;
    to += bytes;
  }
}

/** GELU in place, between the entries of a table of 8,193 values for -8 to 8; beyond it is 0 or the identity. */
export function gelu(at: usize, count: i32, table: usize): void {
  const end = at + (<usize>count << 2);
  for (; at < end; at += 4) {
    const x = load<f32>(at);
    if (x >= 7.99) continue;
    if (x <= -7.99) {
      store<f32>(at, 0);
      continue;
    }
    const place = (x + 8) * 512;
    const index = <i32>place;
    const entry = table + (<usize>index << 2);
    const low = load<f32>(entry), high = load<f32>(entry, 4);
    store<f32>(at, low + (high - low) * (place - <f32>index));
  }
}

/** e to the power of four numbers of at most 0; 0 where the result would be below float32. */
@inline function exponentials(x: v128): v128 {
  const bounded = f32x4.max(x, f32x4.splat(-87));
  const power = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(1.44269504)));
  // ln 2 in two parts, so that the rest keeps its last bits.
  const rest = f32x4.sub(
    f32x4.sub(bounded, f32x4.mul(power, f32x4.splat(0.693359375))),
    f32x4.mul(power, f32x4.splat(-0.000212194440)),
  );
  let sum = f32x4.splat(1.0 / 720.0);
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(1.0 / 120.0));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(1.0 / 24.0));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(1.0 / 6.0));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(0.5));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(1));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(1));
  const twos = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(power), i32x4.splat(127)), 23);
  return f32x4.mul(sum, twos);
}

/**
 * Self-attention of `rows` tokens over heads of `headWidth` floats, a multiple of 32. `scores` has room for `rows` floats,
 * rounded up to a multiple of 4.
 */
export function attend(
  queries: usize, keys: usize, values: usize, out: usize, scores: usize, rows: i32, width: i32, headWidth: i32,
): void {
  const bytes = <usize>width << 2;
  const headBytes = <usize>headWidth << 2;
  const factor: f32 = 1 / sqrt<f32>(<f32>headWidth);
  const padded = (rows + 3) & ~3;
  for (let head: usize = 0; head < bytes; head += headBytes) {
    for (let row = 0; row < rows; row++) {
      const query = queries + <usize>row * bytes + head;
      let peak: f32 = -1e30;
      for (let other = 0; other < rows; other++) {
        const key = keys + <usize>other * bytes + head;
        let dots = f32x4.splat(0);
        for (let i: usize = 0; i < headBytes; i += 16) {
          dots = f32x4.add(dots, f32x4.mul(v128.load(query + i), v128.load(key + i)));
        }
        const score: f32 = sumOfFloats(dots) * factor;
        store<f32>(scores + (<usize>other << 2), score);
        peak = max(peak, score);
      }
      for (let other = rows; other < padded; other++) store<f32>(scores + (<usize>other << 2), -1e30);
      const peaks = f32x4.splat(peak);
      let totals = f32x4.splat(0);
      for (let other = 0; other < rows; other += 4) {
        const at = scores + (<usize>other << 2);
        let shares = exponentials(f32x4.sub(v128.load(at), peaks));
        // A place beyond the last token weighs nothing, not e^-87.
        shares = v128.and(shares, f32x4.gt(v128.load(at), f32x4.splat(-1e29)));
        v128.store(at, shares);
        totals = f32x4.add(totals, shares);
      }
      const share: f32 = 1 / sumOfFloats(totals);
      for (let block: usize = 0; block < headBytes; block += 128) {
        const to = out + <usize>row * bytes + head + block;
        let from = values + head + block;
        let c0 = f32x4.splat(0), c1 = c0, c2 = c0, c3 = c0, c4 = c0, c5 = c0, c6 = c0, c7 = c0;
        for (let other = 0; other < rows; other++) {
          const weight = f32x4.splat(load<f32>(scores + (<usize>other << 2)) * share);
          c0 = f32x4.add(c0, f32x4.mul(weight, v128.load(from)));
          c1 = f32x4.add(c1, f32x4.mul(weight, v128.load(from, 16)));
          c2 = f32x4.add(c2, f32x4.mul(weight, v128.load(from, 32)));
          c3 = f32x4.add(c3, f32x4.mul(weight, v128.load(from, 48)));
          c4 = f32x4.add(c4, f32x4.mul(weight, v128.load(from, 64)));
          c5 = f32x4.add(c5, f32x4.mul(weight, v128.load(from, 80)));
          c6 = f32x4.add(c6, f32x4.mul(weight, v128.load(from, 96)));
          c7 = f32x4.add(c7, f32x4.mul(weight, v128.load(from, 112)));
          from += bytes;
        }
        v128.store(to, c0);
        v128.store(to, c1, 16);
        v128.store(to, c2, 32);
        v128.store(to, c3, 48);
        v128.store(to, c4, 64);
        v128.store(to, c5, 80);
        v128.store(to, c6, 96);
        v128.store(to, c7, 112);
      }
    }
  }
}
