import { CALL_NAMES, runCallCase } from './learning-calls.ts';
import { runCompressCase, runWeightCase } from './learning-compression.ts';
import { runConsolidateCase } from './learning-consolidation.ts';
import { runExtractCase } from './learning-extract-case.ts';
import { REAL_DATA_NAMES, runRealDataCase } from './learning-real-data-case.ts';
import { runRedactCase } from './learning-redact-case.ts';
import { runPairsCase, runPredicateCase } from './learning-rules.ts';
import { runStatisticsCase, STATISTICS_NAMES } from './learning-statistics-calls.ts';
import type { LearningCase } from './learning-vector-file.ts';

type RunCase = (vector: LearningCase) => string | null | Promise<string | null>;

/** What is computed, by the name that the vectors give it. */
const FUNCTIONS: ReadonlyMap<string, RunCase> = new Map([
  ...CALL_NAMES.map((name): [string, RunCase] => [name, runCallCase]),
  ...STATISTICS_NAMES.map((name): [string, RunCase] => [name, runStatisticsCase]),
  ...REAL_DATA_NAMES.map((name): [string, RunCase] => [name, runRealDataCase]),
  ['extract', runExtractCase],
  ['redact', runRedactCase],
  ['compress', runCompressCase],
  ['temporalWeight', runWeightCase],
  ['consolidate', runConsolidateCase],
  ['evaluatePredicate', runPredicateCase],
  ['preferencePairs', runPairsCase],
]);

/** Runs a case of the learning vectors. Null when it gave what was expected, else the difference. */
export async function runLearningCase(vector: LearningCase): Promise<string | null> {
  const run = FUNCTIONS.get(vector.fn);
  return run === undefined ? `unknown function: ${vector.fn}` : run(vector);
}
