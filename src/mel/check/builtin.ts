import type { Check } from './builtin-checks.ts';

export type BuiltinSection =
  | 'arithmetic'
  | 'comparison and logic'
  | 'null and type'
  | 'string'
  | 'array'
  | 'object'
  | 'aggregation'
  | 'bounded sugar'
  | 'selection'
  | 'entity';

/** One function of the language: what the checker asks of a call and what the reference says about it. */
export interface Builtin {
  readonly name: string;
  readonly signature: string;
  /** One line, edges included. */
  readonly doc: string;
  readonly section: BuiltinSection;
  readonly atLeast: number;
  /** Infinity where there is no limit. */
  readonly atMost: number;
  readonly check: Check;
  /** The operator that says the same. */
  readonly operator?: string;
  /** Arguments from the second on see `$item`. */
  readonly hasCallback?: true;
  /** The check holds the value against what is expected itself, part by part. */
  readonly isDirected?: true;
}

type Row = Omit<Builtin, 'section'>;

export const MANY = Number.POSITIVE_INFINITY;

/** A row of the table; the name is what stands before the parenthesis of the signature. */
export function builtin(
  signature: string,
  doc: string,
  [atLeast, atMost]: readonly [number, number],
  check: Check,
  more: Pick<Builtin, 'operator' | 'hasCallback' | 'isDirected'> = {},
): Row {
  return { name: signature.slice(0, signature.indexOf('(')), signature, doc, atLeast, atMost, check, ...more };
}

export function inSection(section: BuiltinSection): (row: Row) => Builtin {
  return (row) => ({ ...row, section });
}
