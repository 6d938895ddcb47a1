import { splitPath } from './get-path.ts';
import type { Expr } from './ir.ts';
import { partsOf } from './parts.ts';

/** The paths of state and computed values that an expression reads, in order of first occurrence. */
export function dependenciesOf(expr: Expr): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<Expr>();
  const waiting: Expr[] = [expr];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.kind === 'get') {
      if (readsDomain(next.path)) found.add(next.path);
      continue;
    }
    const parts = partsOf(next);
    for (let i = parts.length - 1; i >= 0; i--) {
      const part = parts[i];
      if (part !== undefined) waiting.push(part);
    }
  }
  return [...found];
}

/** Whether a path begins at a state field or a computed value: not at an element, a parameter, the caller or the system. */
export function readsDomain(path: string): boolean {
  const first = path.charAt(0);
  return first !== '$' && first !== '^' && !path.startsWith('input.');
}

/** The first segment of a path. */
export function rootOf(path: string): string {
  return splitPath(path)[0] ?? path;
}

/**
 * Names in an order in which each comes after those it needs, and else as early in the given order as it can (Kahn). Names
 * that lie on a cycle, or behind one, are left out.
 */
export function topologicalOrder(needs: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const names = [...needs.keys()];
  const positions = new Map(names.map((name, i) => [name, i]));
  const missing = names.map(() => 0);
  const dependents = names.map((): number[] => []);
  for (const [i, name] of names.entries()) {
    for (const needed of needs.get(name) ?? []) {
      const position = positions.get(needed);
      if (position === undefined) continue;
      dependents[position]?.push(i);
      missing[i] = (missing[i] ?? 0) + 1;
    }
  }
  const ready = new SmallestFirst();
  for (const [i, count] of missing.entries()) if (count === 0) ready.add(i);
  const order: string[] = [];
  for (let i = ready.take(); i !== undefined; i = ready.take()) {
    order.push(names[i] ?? '');
    for (const dependent of dependents[i] ?? []) {
      const left = (missing[dependent] ?? 0) - 1;
      missing[dependent] = left;
      if (left === 0) ready.add(dependent);
    }
  }
  return order;
}

/** A heap of numbers. */
class SmallestFirst {
  readonly #heap: number[] = [];

  add(value: number): void {
    const heap = this.#heap;
    let i = heap.length;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= value) break;
      heap[i] = above;
      i = parent;
    }
    heap[i] = value;
  }

  take(): number | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let i = 0;
    while (true) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if ((heap[child + 1] ?? Number.POSITIVE_INFINITY) < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= last) break;
      heap[i] = below;
      i = child;
    }
    heap[i] = last;
    return first;
  }
}
