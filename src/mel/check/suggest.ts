import type { Span } from '../diagnostic.ts';
import { nearest } from '../syntax/nearest.ts';
import { type Details, replace } from './report.ts';
import type { TypeTable } from './type.ts';

/** How many candidates one compilation looks at; hostile sources have millions. */
const MOST_LOOKS = 200_000;

const looks = new WeakMap<TypeTable, number>();

/** The known name that was probably meant; undefined if none is close, or much was looked at already. */
export function suggest(text: string, candidates: Iterable<string>, types: TypeTable): string | undefined {
  const before = looks.get(types) ?? 0;
  if (before > MOST_LOOKS) return undefined;
  const names = [...candidates];
  const spent = before + names.length;
  looks.set(types, spent);
  return spent > MOST_LOOKS ? undefined : nearest(text, names);
}

/** The end of a message that names what may have been meant. */
export function suggestion(name: string | undefined): string {
  return name === undefined ? '' : `; did you mean \`${name}\`?`;
}

/** The fix that puts the name that may have been meant in place of a span. */
export function useInstead(name: string | undefined, span: Span): Details {
  return name === undefined ? {} : { fixes: [replace(`Use \`${name}\``, span, name)] };
}
