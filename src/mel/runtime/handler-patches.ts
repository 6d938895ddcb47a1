import type { ConcretePatch, JsonObject, Snapshot } from '../engine/model.ts';
import { splitPath } from '../schema/get-path.ts';
import type { Json } from '../schema/ir.ts';

type Segment = ConcretePatch['path'][number];

export type HandlerPatches =
  | { readonly kind: 'patches'; readonly patches: readonly ConcretePatch[] }
  | { readonly kind: 'malformed'; readonly message: string };

/** Reads what a handler returned. Whether values are JSON and fit is for the engine to say. */
export function handlerPatches(returned: unknown): HandlerPatches {
  if (!Array.isArray(returned))
    return malformed(
      'the handler returned no list of patches; a value for the place of `into` is returned as [into(value)]',
    );
  const patches: ConcretePatch[] = [];
  for (const [index, patch] of returned.entries()) {
    if (typeof patch !== 'object' || patch === null) return malformed(`patch ${index} is no object`);
    const { op, path, value } = patch as { readonly [key: string]: unknown };
    if (op !== 'set' && op !== 'merge' && op !== 'unset')
      return malformed(`patch ${index} has the op ${JSON.stringify(op) ?? 'undefined'} instead of set, merge or unset`);
    if (typeof path === 'string')
      return malformed(`patch ${index} has a path that is a text; set(path, value) of the context makes a patch of it`);
    if (!Array.isArray(path) || path.length === 0) return malformed(`patch ${index} has no path`);
    const segments = path.map(segmentOf);
    const isWhole = segments.every((segment) => segment !== null);
    if (!isWhole) return malformed(`patch ${index} has a path segment that is neither a property nor an index`);
    patches.push(op === 'unset' ? { op, path: segments } : { op, path: segments, value: value as Json });
  }
  return { kind: 'patches', patches };
}

function malformed(message: string): HandlerPatches {
  return { kind: 'malformed', message };
}

function segmentOf(segment: unknown): Segment | null {
  if (typeof segment !== 'object' || segment === null) return null;
  const { kind, name, index } = segment as { readonly [key: string]: unknown };
  if (kind === 'prop' && typeof name === 'string') return { kind, name };
  return kind === 'index' && typeof index === 'number' ? { kind, index } : null;
}

/** The three makers of patches that a handler is given; paths are dotted, with `\` before a dot or `\` of a key. */
export function patchMakers(snapshot: () => Snapshot) {
  const pathOf = (path: string): readonly Segment[] => segmentsOf(snapshot().state, path);
  return {
    set: (path: string, value: Json): ConcretePatch => ({ op: 'set', path: pathOf(path), value }),
    merge: (path: string, value: JsonObject): ConcretePatch => ({ op: 'merge', path: pathOf(path), value }),
    unset: (path: string): ConcretePatch => ({ op: 'unset', path: pathOf(path) }),
  };
}

/** Digits are an index where the state has an array, and a key elsewhere. */
function segmentsOf(state: JsonObject, path: string): readonly Segment[] {
  let at: Json | undefined = state;
  return splitPath(path).map((name): Segment => {
    const parent: Json | undefined = at;
    const isObject = typeof parent === 'object' && parent !== null;
    at = isObject && Object.hasOwn(parent, name) ? (Reflect.get(parent, name) as Json) : undefined;
    return Array.isArray(parent) && /^\d+$/.test(name)
      ? { kind: 'index', index: Number(name) }
      : { kind: 'prop', name };
  });
}
