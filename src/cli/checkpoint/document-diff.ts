import { canonicalText } from '../../base/canonical-json.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../../base/exact-json.ts';

/** One place at which two documents differ. What is absent is undefined. */
export interface Difference {
  /** Member names and list positions from the root. */
  readonly path: readonly (string | number)[];
  readonly before: ExactJson | undefined;
  readonly after: ExactJson | undefined;
}

/** Where two documents differ, in the order of their members. Lists are compared place by place. */
export function differences(
  before: ExactJson | undefined,
  after: ExactJson | undefined,
  path: Difference['path'] = [],
): readonly Difference[] {
  if (isExactObject(before) && isExactObject(after)) return memberDifferences(before, after, path);
  if (isList(before) && isList(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, i) => differences(before[i], after[i], [...path, i])).flat();
  }
  return isSame(before, after) ? [] : [{ path, before, after }];
}

function memberDifferences(before: ExactObject, after: ExactObject, path: Difference['path']): readonly Difference[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return Array.from(names).flatMap((name) => differences(before.get(name), after.get(name), [...path, name]));
}

function isList(value: ExactJson | undefined): value is readonly ExactJson[] {
  return Array.isArray(value);
}

function isSame(before: ExactJson | undefined, after: ExactJson | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return canonicalText(before) === canonicalText(after);
}
