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
  /** Of the lists of units that candidates share. Those of preferences are each of one alone, and many. */
  readonly #scopes = new Map<Int32Array, readonly StratumTotal[]>();
  readonly #scratch: Scratch;
  readonly #nTrue: Int32Array;
  readonly #sumTrue: Float64Array;

  constructor(units: Units) {
    this.#units = units;
    this.#scratch = scratchFor(units.strata);
    this.#nTrue = new Int32Array(units.strata);
    this.#sumTrue = new Float64Array(units.strata);
  }

  /** The strata in which both sides of a candidate have units, in order of their numbers. */
  read({ rule, applies, truth }: Candidate): readonly StratumContrast[] {
    const { y, stratum } = this.#units;
    const nTrue = this.#nTrue;
    const sumTrue = this.#sumTrue;
    for (const unit of truth) {
      const at = stratum[unit] ?? 0;
      nTrue[at] = (nTrue[at] ?? 0) + 1;
      sumTrue[at] = (sumTrue[at] ?? 0) + (y[unit] ?? 0);
    }
    const found: StratumContrast[] = [];
    for (const total of this.#totals(applies, rule.form !== 'PREFER')) {
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

  #totals(applies: Int32Array, isShared: boolean): readonly StratumTotal[] {
    const known = isShared ? this.#scopes.get(applies) : undefined;
    if (known !== undefined) return known;
    const totals = totalsOf(applies, this.#units, this.#scratch);
    if (isShared) this.#scopes.set(applies, totals);
    return totals;
  }
}

interface StratumTotal {
  readonly stratum: number;
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
  readonly isInformative: boolean;
  readonly isBinary: boolean;
}

/** Sums by stratum; all zero between two uses. */
interface Scratch {
  readonly n: Int32Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
  /** Result of the first unit, and whether another differs from it. */
  readonly first: Float64Array;
  readonly differs: Uint8Array;
  readonly isFraction: Uint8Array;
}

function scratchFor(strata: number): Scratch {
  return {
    n: new Int32Array(strata),
    sum: new Float64Array(strata),
    squares: new Float64Array(strata),
    first: new Float64Array(strata),
    differs: new Uint8Array(strata),
    isFraction: new Uint8Array(strata),
  };
}

function totalsOf(applies: Int32Array, { y, stratum }: Units, scratch: Scratch): readonly StratumTotal[] {
  const { n, sum, squares, first, differs, isFraction } = scratch;
  const touched: number[] = [];
  for (const unit of applies) {
    const at = stratum[unit] ?? 0;
    const result = y[unit] ?? 0;
    if (n[at] === 0) {
      touched.push(at);
      first[at] = result;
    } else if (first[at] !== result) differs[at] = 1;
    n[at] = (n[at] ?? 0) + 1;
    sum[at] = (sum[at] ?? 0) + result;
    squares[at] = (squares[at] ?? 0) + result * result;
    if (result !== 0 && result !== 1) isFraction[at] = 1;
  }
  const totals: StratumTotal[] = [];
  for (const at of touched.sort((a, b) => a - b)) {
    if ((n[at] ?? 0) > 1) totals.push(totalAt(at, scratch));
    n[at] = 0;
    sum[at] = 0;
    squares[at] = 0;
    differs[at] = 0;
    isFraction[at] = 0;
  }
  return totals;
}

function totalAt(at: number, { n, sum, squares, differs, isFraction }: Scratch): StratumTotal {
  return {
    stratum: at,
    n: n[at] ?? 0,
    sum: sum[at] ?? 0,
    squares: squares[at] ?? 0,
    isInformative: differs[at] === 1,
    isBinary: isFraction[at] === 0,
  };
}

function contrastOf(total: StratumTotal, nTrue: number, sumTrue: number): StratumContrast {
  const { stratum, n, sum, squares, isInformative, isBinary } = total;
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
