import type { Builtin } from './builtin.ts';
import { ARRAYS, ENTITY, OBJECTS } from './builtin-collections.ts';
import { COMPARISON, NULL_AND_TYPE, SELECTION } from './builtin-logic.ts';
import { AGGREGATION, ARITHMETIC, SUGAR } from './builtin-numbers.ts';
import { STRINGS } from './builtin-text.ts';

export type { Builtin } from './builtin.ts';

/** Every function of the language, in the order of the reference. @public */
export const BUILTINS: readonly Builtin[] = [
  ...ARITHMETIC,
  ...COMPARISON,
  ...NULL_AND_TYPE,
  ...STRINGS,
  ...ARRAYS,
  ...OBJECTS,
  ...AGGREGATION,
  ...SUGAR,
  ...SELECTION,
  ...ENTITY,
];

/** The functions by name. */
export const BUILTIN_BY_NAME: ReadonlyMap<string, Builtin> = new Map(
  BUILTINS.map((builtin) => [builtin.name, builtin]),
);
