/** For points on the unit sphere the distance to the nearest other one, while points leave. */
export class Neighbours {
  readonly #vectors: readonly ArrayLike<number>[];
  readonly #isLeft: boolean[];
  readonly #nearest: number[];
  readonly #distances: number[];

  constructor(vectors: readonly ArrayLike<number>[]) {
    this.#vectors = vectors.map((vector) => Float64Array.from(vector));
    this.#isLeft = vectors.map(() => true);
    this.#nearest = vectors.map(() => -1);
    this.#distances = vectors.map(() => Number.POSITIVE_INFINITY);
    for (let i = 0; i < vectors.length; i++) {
      for (let j = i + 1; j < vectors.length; j++) {
        const squared = this.#squared(i, j);
        this.#offer(i, j, squared);
        this.#offer(j, i, squared);
      }
    }
  }

  /** Half the Euclidean distance to the nearest other point, in [0, 1]; 1 for the only one. */
  distance(index: number): number {
    const squared = this.#distances[index] ?? Number.POSITIVE_INFINITY;
    return squared === Number.POSITIVE_INFINITY ? 1 : Math.sqrt(squared) / 2;
  }

  remove(index: number): void {
    this.#isLeft[index] = false;
    for (const [other, nearest] of this.#nearest.entries()) {
      if (nearest === index && this.#isLeft[other] === true) this.#search(other);
    }
  }

  #search(index: number): void {
    this.#nearest[index] = -1;
    this.#distances[index] = Number.POSITIVE_INFINITY;
    for (let other = 0; other < this.#vectors.length; other++) {
      if (other !== index && this.#isLeft[other] === true) this.#offer(index, other, this.#squared(index, other));
    }
  }

  #offer(index: number, other: number, squared: number): void {
    if (squared >= (this.#distances[index] ?? 0)) return;
    this.#distances[index] = squared;
    this.#nearest[index] = other;
  }

  #squared(i: number, j: number): number {
    const a = this.#vectors[i] ?? [];
    const b = this.#vectors[j] ?? [];
    let sum = 0;
    for (let at = 0; at < a.length; at++) {
      const difference = (a[at] ?? 0) - (b[at] ?? 0);
      sum += difference * difference;
    }
    return sum;
  }
}
