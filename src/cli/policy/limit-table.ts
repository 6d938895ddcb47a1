import { numberText } from '../../base/number-text.ts';
import { type GoalPolicy, LIMIT_NAMES, type Limits } from '../../policy/index.ts';
import { table } from '../table.ts';
import { LIMIT_MEANING } from './limit-meaning.ts';

/** Every limit with its value and what it does, one a line. */
export function limitTable(limits: Limits): string {
  const values = LIMIT_NAMES.map((name) => limits[name].toString());
  const width = Math.max(...values.map((value) => value.length));
  const rows = LIMIT_NAMES.map((name, i) => [name, (values[i] ?? '').padStart(width), LIMIT_MEANING[name]]);
  return table(rows, '  ');
}

/** The limits of a goal policy on the whole goal, one a line. */
export function goalLimitTable({ goalLimits, reviewerReserve }: GoalPolicy): string {
  const limits = Array.from(goalLimits, ([name, limit]) => [name, numberText(limit)]);
  return table([...limits, ['reviewer_reserve', reviewerReserve.toString()]], '  ');
}
