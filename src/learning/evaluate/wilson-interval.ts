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
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
