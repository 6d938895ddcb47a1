import { type AccessPath, leadsTo } from './access-path.ts';
import { addAll, type Fact, type Facts, type Known, knowsNothing, type Narrowing } from './narrowing.ts';

/** What is still known after a write to `path`. */
export function withoutPrefix(base: Narrowing, path: AccessPath): Narrowing {
  const outer = base.outer === null ? null : withoutPrefix(base.outer, path);
  const facts = stillKnown(base.facts, path);
  if (outer === base.outer && facts === base.facts) return base;
  return facts.size === 0 && outer !== null ? outer : { facts, outer };
}

/** The facts themselves where the write changes none of them. */
function stillKnown(facts: ReadonlyMap<string, Known>, written: AccessPath): ReadonlyMap<string, Known> {
  let kept: Facts | null = null;
  for (const [key, known] of facts) {
    if (isKept(known, written)) continue;
    kept ??= new Map(facts);
    forget(kept, key, known, written);
  }
  return kept ?? facts;
}

function isKept({ path, facts }: Known, written: AccessPath): boolean {
  if (leadsTo(written, path)) return false;
  for (const fact of facts) if (dependsOn(fact, path, written)) return false;
  return true;
}

function forget(facts: Facts, key: string, { path, facts: before }: Known, written: AccessPath): void {
  const still = leadsTo(written, path) ? [] : before.filter((fact) => !dependsOn(fact, path, written));
  if (still.length > 0) facts.set(key, { path, facts: still });
  else facts.delete(key);
}

/**
 * What is known along a list of statements: less after each write. From the first write that matters it holds a copy of its
 * own and changes that, so a narrowing must not be used any more once something was forgotten.
 */
export class Shrinking {
  #narrowing: Narrowing;
  #own: { readonly facts: Facts; readonly keys: ReadonlyMap<string, readonly string[]> } | null = null;

  constructor(base: Narrowing) {
    this.#narrowing = base;
  }

  get narrowing(): Narrowing {
    return this.#narrowing;
  }

  forget(written: AccessPath): void {
    if (this.#own === null) {
      const left = withoutPrefix(this.#narrowing, written);
      if (left !== this.#narrowing) this.#take(left);
      return;
    }
    const { facts, keys } = this.#own;
    for (const key of keys.get(written.root) ?? []) {
      const known = facts.get(key);
      if (known !== undefined && !isKept(known, written)) forget(facts, key, known, written);
    }
  }

  #take(left: Narrowing): void {
    const facts: Facts = new Map();
    for (let layer: Narrowing | null = left; layer !== null; layer = layer.outer) addAll(facts, layer.facts);
    const keys = new Map<string, string[]>();
    for (const [key, { path }] of facts) {
      const sameRoot = keys.get(path.root);
      if (sameRoot === undefined) keys.set(path.root, [key]);
      else sameRoot.push(key);
    }
    this.#own = { facts, keys };
    this.#narrowing = { facts, outer: null };
  }
}

/** What is known without anything about `$item`, which means another element inside a callback. */
export function withoutItem(base: Narrowing): Narrowing {
  return knowsNothing(base) ? base : withoutPrefix(base, { root: '$item', parts: [] });
}

function dependsOn(fact: Fact, owner: AccessPath, written: AccessPath): boolean {
  if (fact.kind === 'any') return fact.of.some((list) => list.some((inner) => dependsOn(inner, owner, written)));
  return fact.kind === 'field' && leadsTo(written, { root: owner.root, parts: [...owner.parts, fact.name] });
}
