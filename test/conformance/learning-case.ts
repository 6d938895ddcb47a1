import { CALL_NAMES, runCallCase } from './learning-calls.ts';
import { runRedactCase } from './learning-redact-case.ts';
import { runPairsCase, runPredicateCase } from './learning-rules.ts';
import type { LearningCase } from './learning-vector-file.ts';

type RunCase = (vector: LearningCase) => string | null;

/** What is computed, by the name that the vectors give it. */
const FUNCTIONS: ReadonlyMap<string, RunCase> = new Map([
  ...CALL_NAMES.map((name): [string, RunCase] => [name, runCallCase]),
  ['redact', runRedactCase],
  ['evaluatePredicate', runPredicateCase],
  ['preferencePairs', runPairsCase],
]);

/** Runs a case of the learning vectors. Null when it gave what was expected, else the difference. */
export function runLearningCase(vector: LearningCase): string | null {
  const run = FUNCTIONS.get(vector.fn);
  return run === undefined ? `unknown function: ${vector.fn}` : run(vector);
}
