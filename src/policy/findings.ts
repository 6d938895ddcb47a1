import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { checked, type Problem, refuseAll } from './refusal.ts';

/** Ends a check that needs a value which another check could not give; that other check has told why. */
const SKIPPED = new Error('a value that this check needs could not be read');

/** What a check read. Taking the value of one that failed ends the check that takes it, without a problem of its own. */
export class Reading<T> {
  readonly #found: { readonly value: T } | undefined;

  constructor(found: { readonly value: T } | undefined) {
    this.#found = found;
  }

  get value(): T {
    if (this.#found === undefined) throw SKIPPED;
    return this.#found.value;
  }
}

/** Runs the checks of a document in the contract's order, goes on after one that failed, and refuses with all they found. */
export class Findings {
  readonly #problems: Problem[] = [];

  /** Runs a check. `path` leads from the value of these findings to what is checked. */
  read<T>(check: () => T, ...path: readonly (string | number)[]): Reading<T> {
    try {
      const result = checked(check);
      if (result.kind === 'ok') return new Reading(result);
      for (const problem of result.problems) this.#problems.push({ ...problem, path: [...path, ...problem.path] });
    } catch (error) {
      if (error !== SKIPPED) throw error;
    }
    return new Reading<T>(undefined);
  }

  /** Checks a member. One that is missing has been told of by the check of the keys. */
  member<T>(members: ExactObject, name: string, check: (value: ExactJson) => T): Reading<T> {
    const value = members.get(name);
    return value === undefined ? new Reading<T>(undefined) : this.read(() => check(value), name);
  }

  /** Refuses if any check failed; afterwards every reading has its value. */
  settle(): void {
    if (this.#problems.length > 0) refuseAll(this.#problems);
  }
}

/** Checks every item of a list, then refuses with all that is wrong with any. */
export function readEach<T>(items: readonly ExactJson[], check: (item: ExactJson, index: number) => T): readonly T[] {
  const findings = new Findings();
  const readings = items.map((item, index) => findings.read(() => check(item, index), index));
  findings.settle();
  return readings.map((reading) => reading.value);
}
