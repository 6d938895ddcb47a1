import type { Json } from '../schema/ir.ts';
import type { JsonObject } from './model.ts';
import { merge, omit } from './ops/objects.ts';
import type { Owned } from './ownership.ts';
import { type MutableObject, setOwn } from './values.ts';

/** A container on the way to the place of a patch, and the way on from there. */
export type Parent =
  | { readonly kind: 'object'; readonly object: JsonObject; readonly key: string }
  | { readonly kind: 'array'; readonly list: readonly Json[]; readonly index: number };

/** Puts a value (undefined: no key) back below its parents: copies, or the parents themselves where the pass owns them. */
export function rebuild(root: Json, parents: readonly Parent[], value: Json | undefined, owned: Owned | null): Json {
  let current = value;
  for (let i = parents.length - 1; i >= 0; i--) {
    const parent = parents[i];
    if (parent === undefined) continue;
    if (owned?.has(containerOf(parent))) {
      writeTo(parent, current);
      return root;
    }
    const copy =
      parent.kind === 'array' ? listWith(parent.list, parent.index, current ?? null) : objectWith(parent, current);
    owned?.add(copy);
    current = copy;
  }
  return current ?? null;
}

function containerOf(parent: Parent): object {
  return parent.kind === 'array' ? parent.list : parent.object;
}

function writeTo(parent: Parent, value: Json | undefined): void {
  if (parent.kind === 'array') (parent.list as Json[])[parent.index] = value ?? null;
  else if (value === undefined) delete (parent.object as MutableObject)[parent.key];
  else setOwn(parent.object as MutableObject, parent.key, value);
}

function listWith(list: readonly Json[], index: number, value: Json): Json[] {
  const copy = list.slice();
  copy[index] = value;
  return copy;
}

function objectWith(parent: Extract<Parent, { readonly kind: 'object' }>, value: Json | undefined): MutableObject {
  if (value === undefined) return omit(parent.object, [parent.key]);
  const copy = merge([parent.object]);
  setOwn(copy, parent.key, value);
  return copy;
}
