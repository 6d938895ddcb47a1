import { sha256Hex } from '../base/sha256.ts';

/** The items in an order that depends on nothing but their number and the seed (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const remaining = [...items];
  const order: T[] = [];
  while (remaining.length > 0) {
    const draw = Number.parseInt(sha256Hex(`${seed}:${remaining.length}`).slice(0, 12), 16);
    order.push(...remaining.splice(draw % remaining.length, 1));
  }
  return order;
}
