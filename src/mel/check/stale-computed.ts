import type { EffectStmt, OnceStmt, PatchStmt } from '../syntax/ast.ts';
import type { AccessPath } from './access-path.ts';
import type { Influence } from './influence.ts';

/** A path that a pass may have written, and where. */
export interface Write {
  readonly path: AccessPath;
  readonly stmt: PatchStmt | EffectStmt | OnceStmt;
}

/** Which computed values no longer fit the state, for a list of writes that grows and is cut back. */
export class StaleComputed {
  readonly #influence: Influence;
  readonly #writes: readonly Write[];
  /** Computed to the first write that reaches it. */
  readonly #stale = new Map<string, number>();
  /** The keys of `#stale` in order of their writes. */
  readonly #order: string[] = [];
  #spread = 0;

  constructor(influence: Influence, writes: readonly Write[]) {
    this.#influence = influence;
    this.#writes = writes;
  }

  /** The first write that a computed does not know of yet; undefined for what is fresh or no computed. */
  behind(name: string): Write | undefined {
    if (this.#writes.length === 0 || !this.#influence.isComputed(name)) return undefined;
    for (; this.#spread < this.#writes.length; this.#spread++) {
      const write = this.#writes[this.#spread];
      if (write === undefined) continue;
      this.#influence.spread(
        write.path,
        (reached) => this.#stale.has(reached),
        (reached) => {
          this.#stale.set(reached, this.#spread);
          this.#order.push(reached);
        },
      );
    }
    return this.#writes[this.#stale.get(name) ?? this.#writes.length];
  }

  /** To be called when writes were cut off the end of the list. */
  forget(): void {
    this.#spread = Math.min(this.#spread, this.#writes.length);
    for (let name = this.#order.at(-1); name !== undefined; name = this.#order.at(-1)) {
      if ((this.#stale.get(name) ?? 0) < this.#writes.length) return;
      this.#stale.delete(name);
      this.#order.pop();
    }
  }
}
