import {
  type ExactJson,
  type ExactObject,
  exactFromPlain,
  isExactObject,
  type PlainJson,
} from '../../src/base/exact-json.ts';

/** A copy of a document with the values at some JSON Pointers replaced; `-` as the last part appends to a list. */
export function withPointers(document: ExactObject, changes: { readonly [pointer: string]: PlainJson }): ExactObject {
  let changed: ExactJson = document;
  for (const [pointer, value] of Object.entries(changes)) {
    const parts = pointer.split('/').slice(1);
    changed = withValue(
      changed,
      parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
      exactFromPlain(value),
    );
  }
  if (!isExactObject(changed)) throw new TypeError('a pointer replaced the whole document');
  return changed;
}

function withValue(target: ExactJson, [part, ...rest]: readonly string[], value: ExactJson): ExactJson {
  if (part === undefined) return value;
  if (isExactObject(target)) return new Map([...target, [part, withValue(target.get(part) ?? null, rest, value)]]);
  if (!Array.isArray(target)) throw new TypeError(`no member ${part} to set`);
  const items: readonly ExactJson[] = target;
  if (part === '-') return [...items, value];
  return items.map((item, i) => (String(i) === part ? withValue(item, rest, value) : item));
}
