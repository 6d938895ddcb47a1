import type { Candidate, Units } from './candidate.ts';

/** The two sides of a predicate in one stratum, both with units. Results are summed, so that those of 0 and 1 are counted. */
export interface StratumContrast {
  readonly stratum: number;
  readonly nTrue: number;
  readonly nFalse: number;
  readonly sumTrue: number;
  readonly sumFalse: number;
  /** Sample variance of the results of both sides. */
  readonly variance: number;
  /** The results differ, so that the stratum tells something. */
  readonly isInformative: boolean;
  /** All results are 0 or 1. */
  readonly isBinary: boolean;
}

/** Counts the sides of candidates in the strata of a channel. */
export class ContrastReader {
  readonly #units: Units;
  readonly #scopes = new Map<Int32Array, readonly StratumTotal[]>();
  readonly #nTrue: Int32Array;
  readonly #sumTrue: Float64Array;

  constructor(units: Units) {
    this.#units = units;
    this.#nTrue = new Int32Array(units.strata);
    this.#sumTrue = new Float64Array(units.strata);
  }

  /** The strata in which both sides of a candidate have units, in order of their numbers. */
  read({ applies, truth }: Candidate): readonly StratumContrast[] {
    const { y, stratum } = this.#units;
    const nTrue = this.#nTrue;
    const sumTrue = this.#sumTrue;
    for (const unit of truth) {
      const at = stratum[unit] ?? 0;
      nTrue[at] = (nTrue[at] ?? 0) + 1;
      sumTrue[at] = (sumTrue[at] ?? 0) + (y[unit] ?? 0);
    }
    const found: StratumContrast[] = [];
    for (const total of this.#totals(applies)) {
      const n = nTrue[total.stratum] ?? 0;
      if (n > 0 && n < total.n) found.push(contrastOf(total, n, sumTrue[total.stratum] ?? 0));
    }
    for (const unit of truth) {
      const at = stratum[unit] ?? 0;
      nTrue[at] = 0;
      sumTrue[at] = 0;
    }
    return found;
  }

  #totals(applies: Int32Array): readonly StratumTotal[] {
    const known = this.#scopes.get(applies);
    if (known !== undefined) return known;
    const totals = totalsOf(applies, this.#units);
    this.#scopes.set(applies, totals);
    return totals;
  }
}

interface StratumTotal {
  readonly stratum: number;
  n: number;
  sum: number;
  squares: number;
  least: number;
  most: number;
  isBinary: boolean;
}

function totalsOf(applies: Int32Array, { y, stratum }: Units): readonly StratumTotal[] {
  const totals = new Map<number, StratumTotal>();
  for (const unit of applies) {
    const at = stratum[unit] ?? 0;
    const result = y[unit] ?? 0;
    const isBinary = result === 0 || result === 1;
    const total = totals.get(at);
    if (total === undefined) {
      const squares = result * result;
      totals.set(at, { stratum: at, n: 1, sum: result, squares, least: result, most: result, isBinary });
      continue;
    }
    total.n++;
    total.sum += result;
    total.squares += result * result;
    total.least = Math.min(total.least, result);
    total.most = Math.max(total.most, result);
    total.isBinary &&= isBinary;
  }
  return [...totals.values()].filter((one) => one.n > 1).sort((a, b) => a.stratum - b.stratum);
}

function contrastOf(total: StratumTotal, nTrue: number, sumTrue: number): StratumContrast {
  const { stratum, n, sum, squares, isBinary } = total;
  const isInformative = total.least < total.most;
  const variance = isInformative ? Math.max(0, squares - (sum * sum) / n) / (n - 1) : 0;
  return {
    stratum,
    nTrue,
    nFalse: n - nTrue,
    sumTrue,
    sumFalse: sum - sumTrue,
    variance,
    isInformative,
    isBinary,
  };
}
