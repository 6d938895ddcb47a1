import type { Expr } from '../syntax/ast.ts';
import type { AccessPath } from './access-path.ts';
import type { Declarations } from './declarations.ts';
import { readsOf, touches } from './walk.ts';

/** Which computed values a write to the state reaches. */
export interface Influence {
  /** Names of all computed that read `path`, directly or through others. */
  reachedBy(path: AccessPath): ReadonlySet<string>;
  isComputed(name: string): boolean;
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
  const known = new Map<string, ReadonlySet<string>>();
  return {
    isComputed: (name) => computed.has(name),
    reachedBy(path) {
      const key = JSON.stringify([path.root, path.parts]);
      const found = known.get(key) ?? reach(path, readers);
      known.set(key, found);
      return found;
    },
  };
}

function reach(path: AccessPath, readers: ReadonlyMap<string, readonly Reader[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  for (const reader of readers.get(path.root) ?? []) if (touches(path, reader.path)) reached.add(reader.computed);
  for (const name of reached) for (const reader of readers.get(name) ?? []) reached.add(reader.computed);
  return reached;
}

/** Whether a write to `path` may change what an expression gives. */
export function mayChange(expr: Expr, path: AccessPath, influence: Influence): boolean {
  return readsOf(expr).some((read) =>
    influence.isComputed(read.path.root) ? influence.reachedBy(path).has(read.path.root) : touches(read.path, path),
  );
}
