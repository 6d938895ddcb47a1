import type { Span } from '../diagnostic.ts';
import { escapeSegment, splitPath } from './get-path.ts';
import type { Traced } from './lower.ts';

/** Where a part of a schema was written. */
export interface SourcePlace {
  readonly span: Span;
  /** Of a statement of a flow: the include in the action. */
  readonly include?: Span;
}

/** Leads from paths in a schema, e.g. `actions.go.flow.steps[1].then`, to the source. */
export interface SourceMap {
  /** Of the declaration, statement or expression at a path, or of the nearest around it; null where there is none. */
  place(path: string): SourcePlace | null;
  /** Every declaration, statement and expression with its path. */
  entries(): readonly (readonly [path: string, place: SourcePlace])[];
}

const INDEXED = /^(.*?)((?:\[\d+\])+)$/s;

/** Makes the map of a schema. Nothing is worked out until it is asked for. */
export function createSourceMap(trace: () => Traced): SourceMap {
  let known: Traced | undefined;
  const traced = (): Traced => {
    known ??= trace();
    return known;
  };
  const placeOf = (node: unknown): SourcePlace | null => {
    if (!isObject(node)) return null;
    const { spans, includes } = traced();
    const span = spans.get(node);
    if (span === undefined) return null;
    const include = includes.get(node);
    return include === undefined ? { span } : { span, include };
  };
  return {
    place: (path) => {
      let node: unknown = traced().root;
      let nearest: SourcePlace | null = null;
      for (const key of keysOf(path)) {
        for (const part of ownOrIndexed(node, key)) {
          node = isObject(node) && Object.hasOwn(node, part) ? Reflect.get(node, part) : undefined;
          nearest = placeOf(node) ?? nearest;
        }
      }
      return nearest;
    },
    entries: () => {
      const found: (readonly [string, SourcePlace])[] = [];
      const waiting: { readonly node: unknown; readonly path: string }[] = [{ node: traced().root, path: '' }];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { node, path } = next;
        const place = placeOf(node);
        if (place !== null) found.push([path, place]);
        if (!isObject(node) || isLiteral(node)) continue;
        for (const key of Object.keys(node).reverse()) {
          const inner = Array.isArray(node)
            ? `${path}[${key}]`
            : `${path}${path === '' ? '' : '.'}${escapeSegment(key)}`;
          waiting.push({ node: Reflect.get(node, key), path: inner });
        }
      }
      return found;
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function keysOf(path: string): readonly string[] {
  return path === '' ? [] : splitPath(path);
}

/** A key of a node, or a key and indexes behind it. */
function ownOrIndexed(node: unknown, key: string): readonly string[] {
  if (isObject(node) && Object.hasOwn(node, key)) return [key];
  const [, name = key, indexes = ''] = INDEXED.exec(key) ?? [];
  return [name, ...indexes.split(/[[\]]+/).filter((index) => index !== '')];
}

function isLiteral(node: object): boolean {
  return 'kind' in node && node.kind === 'lit';
}
