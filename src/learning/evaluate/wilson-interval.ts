import type { Interval } from './ratio-interval.ts';

/** Of the standard normal distribution, for 95 %. */
const Z = 1.959963984540054;

/** 95 % interval of a share `hits` of `n` (Wilson 1927); null for none. */
export function wilsonInterval(hits: number, n: number): Interval | null {
  if (n === 0) return null;
  const share = hits / n;
  const square = (Z * Z) / n;
  const middle = (share + square / 2) / (1 + square);
  const half = (Z * Math.sqrt((share * (1 - share)) / n + square / (4 * n))) / (1 + square);
  // The ends are exact where all or none hit; computed they would miss by rounding.
  return [hits === 0 ? 0 : middle - half, hits === n ? 1 : middle + half];
}
