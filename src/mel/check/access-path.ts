import type { Expr } from '../syntax/ast.ts';

/** A part of a path: a property or literal string index by name, a literal number index. null matches any (a dynamic index). */
export type PathPart = string | number | null;

/** `root` is the bare name of state, computed or parameter, `$context` (the field is the first part) or `$item`. */
export interface AccessPath {
  readonly root: string;
  readonly parts: readonly PathPart[];
}

/** The path an expression reads, if it is one that conditions can narrow: only properties and literal indexes. */
export function accessPathOf(expr: Expr): AccessPath | null {
  const parts: PathPart[] = [];
  let current = expr;
  for (;;) {
    switch (current.kind) {
      case 'group':
        current = current.inner;
        break;
      case 'property':
        parts.push(current.property.text);
        current = current.object;
        break;
      case 'index': {
        const { index } = current;
        if (index.kind !== 'string' && index.kind !== 'number') return null;
        parts.push(index.value);
        current = current.object;
        break;
      }
      case 'name':
        return { root: current.name, parts: parts.reverse() };
      case 'item':
        return { root: '$item', parts: parts.reverse() };
      case 'dollar':
        return dollarPath(current.root, current.segments, parts.reverse());
      default:
        return null;
    }
  }
}

/** `$input.p` is the parameter `p`; `$runtime` does not change and holds nothing to narrow. */
export function dollarPath(
  root: string,
  segments: readonly string[],
  parts: readonly PathPart[] = [],
): AccessPath | null {
  if (root === 'context') return { root: '$context', parts: [...segments, ...parts] };
  const [param, ...inner] = segments;
  return root === 'input' && param !== undefined ? { root: param, parts: [...inner, ...parts] } : null;
}

/** One text for each path without dynamic parts. */
export function pathKey(path: AccessPath): string {
  let key = path.root;
  for (const part of path.parts) key = extendKey(key, part);
  return key;
}

/** The key of the path that is one part longer. */
export function extendKey(key: string, part: PathPart): string {
  return typeof part === 'string' ? `${key}.${part.length}.${part}` : `${key}[${part}]`;
}

/** Whether a write to `prefix` may change what is read at `path`. */
export function leadsTo(prefix: AccessPath, path: AccessPath): boolean {
  if (prefix.root !== path.root || prefix.parts.length > path.parts.length) return false;
  return prefix.parts.every((part, index) => {
    const other = path.parts[index];
    return part === null || other === null || String(part) === String(other);
  });
}
