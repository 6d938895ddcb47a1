import type { Expr } from '../syntax/ast.ts';
import type { AccessPath } from './access-path.ts';
import type { Declarations } from './declarations.ts';
import { readsOf, touches } from './walk.ts';

/** Which computed values a write to the state reaches. */
export interface Influence {
  isComputed(name: string): boolean;
  /**
   * Tells `add` of every computed that reads `path`, directly or through others; what is `known` is not looked at again,
   * nor is what only that reaches.
   */
  spread(path: AccessPath, known: (name: string) => boolean, add: (name: string) => void): void;
}

interface Reader {
  readonly path: AccessPath;
  readonly computed: string;
}

/** Looks once at what every computed reads. */
export function influenceOf(declared: Declarations): Influence {
  const computed = new Set<string>();
  const readers = new Map<string, Reader[]>();
  for (const { name, expr } of declared.computed) {
    if (declared.state.has(name.text) || computed.has(name.text)) continue;
    computed.add(name.text);
    for (const { path } of readsOf(expr)) {
      const known = readers.get(path.root);
      const reader = { path, computed: name.text };
      if (known === undefined) readers.set(path.root, [reader]);
      else known.push(reader);
    }
  }
  return {
    isComputed: (name) => computed.has(name),
    spread(path, known, add) {
      const pending: string[] = [];
      const reach = (name: string) => {
        if (known(name)) return;
        add(name);
        pending.push(name);
      };
      for (const reader of readers.get(path.root) ?? []) if (touches(path, reader.path)) reach(reader.computed);
      for (const name of pending) for (const reader of readers.get(name) ?? []) reach(reader.computed);
    },
  };
}

/** Whether a write to one of `paths` may change what an expression gives. */
export function mayChange(expr: Expr, paths: readonly AccessPath[], influence: Influence): boolean {
  const reached = new Set<string>();
  const reads = readsOf(expr);
  if (reads.some((read) => influence.isComputed(read.path.root))) {
    for (const path of paths)
      influence.spread(
        path,
        (name) => reached.has(name),
        (name) => reached.add(name),
      );
  }
  return reads.some((read) => reached.has(read.path.root) || paths.some((path) => touches(read.path, path)));
}
