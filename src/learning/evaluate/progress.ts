/** How far a part of an evaluation has come. */
export interface EvaluationProgress {
  readonly part: string;
  readonly done: number;
  readonly of: number;
}

/** Work in small steps: whoever drives it may show how far it is, or leave off between two of them. */
export type Stepwise<Result> = Generator<EvaluationProgress, Result, undefined>;

/** Makes `count` things one by one. */
export function* each<Item>(part: string, count: number, make: (at: number) => Item): Stepwise<readonly Item[]> {
  const made: Item[] = [];
  for (let at = 0; at < count; at++) {
    yield { part, done: at, of: count };
    made.push(make(at));
  }
  return made;
}

/** Drives work to its end at once. */
export function atOnce<Result>(work: Stepwise<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
