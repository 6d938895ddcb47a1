import { compareCodePoints, sortedByCodePoint } from '../base/code-point-order.ts';
import { stripped } from './white-space.ts';

/** What is known of a list of accepted evidence, so that a goal of many slices need not sort it anew for each. */
interface Index {
  readonly sorted: readonly string[];
  /** References with white space around them, without it. */
  readonly padded: ReadonlySet<string>;
}

const indexes = new WeakMap<readonly string[], Index>();

/** Whether a reference is accepted, as it is written. */
export function isAccepted(accepted: readonly string[], reference: string): boolean {
  const { sorted } = indexOf(accepted);
  return sorted[placeOf(sorted, reference)] === reference;
}

/** Whether a reference without white space around it is accepted, be it with or without. */
export function isAcceptedBare(accepted: readonly string[], reference: string): boolean {
  return isAccepted(accepted, reference) || indexOf(accepted).padded.has(reference);
}

/** Both lists as one, sorted by code point, frozen. */
export function withAccepted(accepted: readonly string[], references: readonly string[]): readonly string[] {
  const { sorted, padded } = indexOf(accepted);
  const fresh = references.filter((reference) => !isAccepted(accepted, reference));
  const list = [...sorted];
  for (const reference of new Set(fresh)) list.splice(placeOf(list, reference), 0, reference);
  Object.freeze(list);
  indexes.set(list, { sorted: list, padded: withPadded(padded, fresh) });
  return list;
}

function indexOf(accepted: readonly string[]): Index {
  const known = indexes.get(accepted);
  if (known !== undefined) return known;
  const made = { sorted: sortedByCodePoint(accepted), padded: withPadded(new Set(), accepted) };
  // What can still change would leave its index behind.
  if (Object.isFrozen(accepted)) indexes.set(accepted, made);
  return made;
}

function withPadded(padded: ReadonlySet<string>, references: readonly string[]): ReadonlySet<string> {
  const more = references.filter((reference) => stripped(reference) !== reference);
  return more.length === 0 ? padded : new Set([...padded, ...more.map(stripped)]);
}

/** The first place whose text is not before `text`. */
function placeOf(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareCodePoints(sorted[middle] ?? '', text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
