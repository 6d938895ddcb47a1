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
  /** Every computed that reads one of `paths`, directly or through others. */
  reachedBy(paths: readonly AccessPath[]): ReadonlySet<string>;
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
  const spread: Influence['spread'] = (path, known, add) => {
    const pending: string[] = [];
    const reach = (name: string) => {
      if (known(name)) return;
      add(name);
      pending.push(name);
    };
    for (const reader of readers.get(path.root) ?? []) if (touches(path, reader.path)) reach(reader.computed);
    for (const name of pending) for (const reader of readers.get(name) ?? []) reach(reader.computed);
  };
  let last: { readonly key: string; readonly reached: ReadonlySet<string> } | undefined;
  return {
    isComputed: (name) => computed.has(name),
    spread,
    reachedBy(paths) {
      const key = JSON.stringify(paths);
      if (last?.key === key) return last.reached;
      const reached = new Set<string>();
      for (const path of paths) {
        spread(
          path,
          (name) => reached.has(name),
          (name) => reached.add(name),
        );
      }
      last = { key, reached };
      return reached;
    },
  };
}

/** Whether a write to one of `paths` may change what an expression gives. */
export function mayChange(expr: Expr, paths: readonly AccessPath[], influence: Influence): boolean {
  const reads = readsOf(expr);
  const isDirect = reads.some((read) => paths.some((path) => touches(read.path, path)));
  if (isDirect || !reads.some((read) => influence.isComputed(read.path.root))) return isDirect;
  const reached = influence.reachedBy(paths);
  return reads.some((read) => reached.has(read.path.root));
}
