import type { Json } from '../schema/ir.ts';
import { type Frame, NO_ITEMS, openItems } from './pass-state.ts';
import { isArray, toBoolean } from './values.ts';

/** An expression made ready: its value in a frame. */
export type Evaluate = (frame: Frame) => Json;

/** All operands, left to right, then their result. */
export function strict(operands: readonly Evaluate[], apply: (values: readonly Json[]) => Json): Evaluate {
  return (frame) => apply(operands.map((operand) => operand(frame)));
}

/** True unless an operand is false; stops there. */
export function conjunction(operands: readonly Evaluate[]): Evaluate {
  return (frame) => {
    for (const operand of operands) if (!toBoolean(operand(frame))) return false;
    return true;
  };
}

/** False unless an operand is true; stops there. */
export function disjunction(operands: readonly Evaluate[]): Evaluate {
  return (frame) => {
    for (const operand of operands) if (toBoolean(operand(frame))) return true;
    return false;
  };
}

/** The first operand that is not null; stops there. */
export function firstPresent(operands: readonly Evaluate[]): Evaluate {
  return (frame) => {
    for (const operand of operands) {
      const value = operand(frame);
      if (value !== null) return value;
    }
    return null;
  };
}

/** A part of a whole, with or without an end. */
export function range(
  whole: Evaluate,
  start: Evaluate,
  end: Evaluate | undefined,
  apply: (whole: Json, start: Json, end?: Json) => Json,
): Evaluate {
  if (end === undefined) return (frame) => apply(whole(frame), start(frame));
  return (frame) => apply(whole(frame), start(frame), end(frame));
}

/** Runs `visit` with each element as `$item` until it returns true. */
function eachItem(frame: Frame, list: Json, depth: number, visit: (item: Json) => boolean): void {
  if (!isArray(list)) return;
  if (frame.items === NO_ITEMS) openItems(frame);
  for (let i = 0; i < list.length; i++) {
    const item = list[i] ?? null;
    frame.items[depth] = item;
    frame.indexes[depth] = i;
    if (visit(item)) break;
  }
  frame.items.length = depth;
  frame.indexes.length = depth;
}

/** Expressions that walk a collection. */
export type CallbackKind = 'filter' | 'find' | 'every' | 'some' | 'map';

/** A loop over a collection; `inner` reads the element at `depth`. */
export function callback(kind: CallbackKind, array: Evaluate, inner: Evaluate, depth: number): Evaluate {
  switch (kind) {
    case 'filter':
    case 'map': {
      const isMap = kind === 'map';
      return (frame) => {
        const result: Json[] = [];
        eachItem(frame, array(frame), depth, (item) => {
          const value = inner(frame);
          if (isMap) result.push(value);
          else if (toBoolean(value)) result.push(item);
          return false;
        });
        return result;
      };
    }
    case 'find':
      return (frame) => {
        let result: Json = null;
        eachItem(frame, array(frame), depth, (item) => {
          if (!toBoolean(inner(frame))) return false;
          result = item;
          return true;
        });
        return result;
      };
    default: {
      const stopsOn = kind === 'some';
      return (frame) => {
        let result = !stopsOn;
        eachItem(frame, array(frame), depth, () => {
          if (toBoolean(inner(frame)) !== stopsOn) return false;
          result = stopsOn;
          return true;
        });
        return result;
      };
    }
  }
}
