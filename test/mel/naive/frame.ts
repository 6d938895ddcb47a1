import type { Json } from '../../../src/mel/schema/ir.ts';
import type { Dict } from './coercions.ts';

/** `overflow`: a number that JSON cannot hold (7.2). `absent`: an element, key or object that is not there (D-4). */
export type HiddenNull = 'overflow' | 'absent';

/** What an expression can read. */
export interface Frame {
  readonly state: Dict;
  readonly computed: Dict;
  readonly input: Dict;
  readonly context: Dict;
  /** Below `$runtime`: `intent`, `time` and `random`, without the uuid. */
  readonly runtime: Dict;
  /** Elements of the callbacks around, the innermost first. */
  readonly items: readonly Json[];
  /** Told whenever a value is null although the type of its expression says nothing of null. */
  readonly onHiddenNull: (why: HiddenNull) => void;
  /** Told of every node that is evaluated, with the values of its operands, where it takes all of them, and its own. */
  readonly onNode?: (kind: string, operands: readonly Json[], value: Json) => void;
}
