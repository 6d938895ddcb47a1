import { type Distribution, hypergeometric, type Margins } from './hypergeometric.ts';

/** Probabilities that differ by no more are those of equally likely totals. */
const TIE = 1e-9;
/** What is left out at first; of a total that is likelier than `PLAIN` it is nothing that a double could hold. */
const NEGLIGIBLE = 1e-34;
const PLAIN = 1e-12;
/** Strata are smaller than this, so that three of their counts fit into one whole number. */
const MOST_UNITS = 131_072;

/**
 * Two-sided p of the total of successes on the true sides of strata: the probability, all their margins given, of totals no
 * likelier than that one. A p too small for a double is the smallest there is.
 */
export function exactP(strata: readonly Margins[], total: number): number {
  const rough = totals(strata, NEGLIGIBLE);
  const isPlain = (rough.p[total - rough.low] ?? 0) > PLAIN;
  return tails(isPlain ? rough : totals(strata, 0), total);
}

function tails({ low, p }: Distribution, total: number): number {
  const limit = (p[total - low] ?? 0) * (1 + TIE);
  let sum = 0;
  for (const one of p) if (one <= limit) sum += one;
  return Math.min(1, Math.max(sum, Number.MIN_VALUE));
}

/** Distribution of the sum over independent strata, without ends of probability below `floor`. */
function totals(strata: readonly Margins[], floor: number): Distribution {
  const kinds = new Map<number, { readonly margins: Margins; count: number }>();
  for (const margins of strata) {
    const key = (margins.nTrue * MOST_UNITS + margins.nFalse) * MOST_UNITS + margins.successes;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { margins, count: 1 });
    else kind.count++;
  }
  const powers = Array.from(kinds.values(), ({ margins, count }) => power(hypergeometric(margins), count, floor));
  let round = powers.sort((a, b) => a.p.length - b.p.length);
  while (round.length > 1) round = inPairs(round, floor);
  return round[0] ?? CERTAIN;
}

const CERTAIN: Distribution = { low: 0, p: Float64Array.of(1) };

function inPairs(all: readonly Distribution[], floor: number): Distribution[] {
  const sums: Distribution[] = [];
  for (let i = 0; i < all.length; i += 2) {
    const next = all[i + 1];
    const one = all[i] ?? CERTAIN;
    sums.push(next === undefined ? one : convolved(one, next, floor));
  }
  return sums;
}

/** Distribution of the sum of `count` draws from one distribution. */
function power(base: Distribution, count: number, floor: number): Distribution {
  let result: Distribution | null = null;
  let square = base;
  for (let left = count; ; ) {
    if (left % 2 === 1) result = result === null ? square : convolved(result, square, floor);
    left = Math.floor(left / 2);
    if (left === 0) return result ?? CERTAIN;
    square = convolved(square, square, floor);
  }
}

function convolved(a: Distribution, b: Distribution, floor: number): Distribution {
  const [long, short] = a.p.length < b.p.length ? [b.p, a.p] : [a.p, b.p];
  const p = new Float64Array(long.length + short.length - 1);
  for (let i = 0; i < short.length; i++) {
    const factor = short[i] ?? 0;
    for (let j = 0; j < long.length; j++) p[i + j] = (p[i + j] ?? 0) + factor * (long[j] ?? 0);
  }
  let start = 0;
  let end = p.length;
  while (end - start > 1 && (p[start] ?? 0) < floor) start++;
  while (end - start > 1 && (p[end - 1] ?? 0) < floor) end--;
  return { low: a.low + b.low + start, p: p.subarray(start, end) };
}
