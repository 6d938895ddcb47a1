import { Generator } from './generator.ts';

/** Results of one stratum, in any order, and how many of them are on the true side. */
interface PermutedStratum {
  readonly y: Float64Array;
  readonly nTrue: number;
}

/** What is dealt out anew at each draw. */
export interface Deal {
  /** Strata in which results differ. */
  readonly strata: readonly PermutedStratum[];
  /** Sum of the results on the true sides. */
  readonly observed: number;
}

export interface PermutationTask {
  /** Decides the draws. */
  readonly seed: string;
  /** Asked for when it is first drawn. */
  readonly deal: () => Deal;
  /** Units that one draw moves. */
  readonly units: number;
  readonly maxDraws: number;
}

export interface PermutationResult {
  readonly p: number;
  readonly draws: number;
  /** Stopped by the budget, before anything was decided. */
  readonly isUnfinished: boolean;
}

/** What draws may still cost, in moved units. */
export interface DrawBudget {
  left: number;
}

const ROUND = 1_000;
const SAME = 1e-12;

/**
 * Two-sided p by exchanging results inside strata, each task until its `hitStop`-th hit or its last draw. Tasks are served
 * in rounds, in their order, as long as the budget lasts, which is never passed.
 */
export function permutationTests(
  tasks: readonly PermutationTask[],
  hitStop: number,
  budget: DrawBudget,
): readonly PermutationResult[] {
  const runs = tasks.map((task) => new PermutationRun(task, hitStop));
  for (let open = runs.filter((one) => !one.isDone); open.length > 0; open = open.filter((one) => !one.isDone)) {
    const before = budget.left;
    for (const run of open) run.draw(ROUND, budget);
    if (budget.left === before) break;
  }
  return runs.map((one) => one.result());
}

class PermutationRun {
  readonly #task: PermutationTask;
  readonly #hitStop: number;
  #deck: Deck | null = null;
  #hits = 0;
  #draws = 0;

  constructor(task: PermutationTask, hitStop: number) {
    this.#task = task;
    this.#hitStop = hitStop;
  }

  get isDone(): boolean {
    return this.#hits >= this.#hitStop || this.#draws >= this.#task.maxDraws;
  }

  draw(count: number, budget: DrawBudget): void {
    const { units, seed, deal } = this.#task;
    for (let i = 0; i < count && !this.isDone && budget.left >= units; i++) {
      this.#deck ??= new Deck(deal(), seed);
      budget.left -= units;
      this.#draws++;
      if (this.#deck.isHit()) this.#hits++;
    }
  }

  result(): PermutationResult {
    const isByHits = this.#hits >= this.#hitStop;
    const p = isByHits ? this.#hitStop / this.#draws : (1 + this.#hits) / (1 + this.#draws);
    return { p, draws: this.#draws, isUnfinished: !this.isDone };
  }
}

/** The results of strata, to be dealt out to two sides. */
class Deck {
  readonly #generator: Generator;
  readonly #strata: readonly { readonly y: Float64Array; readonly dealt: number; readonly sign: number }[];
  readonly #expected: number;
  /** What the larger sides sum to when nothing is dealt to them. */
  readonly #base: number;
  /** Distance of the sum from the expected one that makes a draw a hit. */
  readonly #least: number;

  constructor({ strata, observed }: Deal, seed: string) {
    this.#generator = new Generator(seed);
    // The smaller side is dealt; where that is the false one, the true one has the rest.
    this.#strata = strata.map(({ y, nTrue }) => {
      const isTrueDealt = 2 * nTrue <= y.length;
      return { y: y.slice().sort(), dealt: isTrueDealt ? nTrue : y.length - nTrue, sign: isTrueDealt ? 1 : -1 };
    });
    this.#base = this.#strata.reduce((sum, { y, sign }) => sum + (sign < 0 ? total(y) : 0), 0);
    this.#expected = strata.reduce((sum, { y, nTrue }) => sum + (nTrue * total(y)) / y.length, 0);
    const weights = strata.reduce((sum, { y, nTrue }) => sum + (nTrue * (y.length - nTrue)) / y.length, 0);
    this.#least = Math.abs(observed - this.#expected) - SAME * Math.max(1, weights);
  }

  /** Deals once; whether the effect is no smaller than the observed one. */
  isHit(): boolean {
    let sum = this.#base;
    for (const { y, dealt, sign } of this.#strata) {
      for (let i = 0; i < dealt; i++) {
        const from = i + this.#generator.below(y.length - i);
        const drawn = y[from] ?? 0;
        y[from] = y[i] ?? 0;
        y[i] = drawn;
        sum += sign * drawn;
      }
    }
    return Math.abs(sum - this.#expected) >= this.#least;
  }
}

function total(y: Float64Array): number {
  return y.reduce((sum, one) => sum + one, 0);
}
