/** Probabilities of the whole numbers from `low` on. */
export interface Distribution {
  readonly low: number;
  readonly p: Float64Array;
}

/** What is fixed of a stratum when its results are dealt out anew: how many units a side has, and how many successes there are. */
export interface Margins {
  readonly nTrue: number;
  readonly nFalse: number;
  readonly successes: number;
}

/** Number of successes on the true side when all ways to deal them out are equally likely. */
export function hypergeometric({ nTrue, nFalse, successes }: Margins): Distribution {
  const low = Math.max(0, successes - nFalse);
  const high = Math.min(nTrue, successes);
  const p = new Float64Array(high - low + 1);
  const mode = Math.floor(((nTrue + 1) * (successes + 1)) / (nTrue + nFalse + 2));
  const peak = Math.min(high, Math.max(low, mode)) - low;
  p[peak] = 1;
  // From the peak outwards nothing overflows, and each step is exact to a rounding.
  for (let i = peak; i < high - low; i++) {
    const x = low + i;
    p[i + 1] = ((p[i] ?? 0) * (successes - x) * (nTrue - x)) / ((x + 1) * (nFalse - successes + x + 1));
  }
  for (let i = peak; i > 0; i--) {
    const x = low + i;
    p[i - 1] = ((p[i] ?? 0) * x * (nFalse - successes + x)) / ((successes - x + 1) * (nTrue - x + 1));
  }
  let total = 0;
  for (let i = 0; i < p.length; i++) total += p[i] ?? 0;
  for (let i = 0; i < p.length; i++) p[i] = (p[i] ?? 0) / total;
  return { low, p };
}

const LOG_FACTORIALS: number[] = [0];

/** Natural logarithm of n!. */
function logFactorial(n: number): number {
  for (let i = LOG_FACTORIALS.length; i <= n; i++) LOG_FACTORIALS.push((LOG_FACTORIALS[i - 1] ?? 0) + Math.log(i));
  return LOG_FACTORIALS[n] ?? 0;
}

/** Natural logarithm of the number of ways to choose k of n. */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** Logarithms of the probabilities of the fewest and of the most successes that the true side can have. */
export function logEnds({ nTrue, nFalse, successes }: Margins): { readonly least: number; readonly most: number } {
  const all = logChoose(nTrue + nFalse, successes);
  const at = (x: number): number => logChoose(nTrue, x) + logChoose(nFalse, successes - x) - all;
  return { least: at(Math.max(0, successes - nFalse)), most: at(Math.min(nTrue, successes)) };
}
