import type { Json } from '../schema/ir.ts';

/**
 * Containers that a pass made as copies and that stand at one place of its state only. A later patch writes to them in place:
 * many patches to one Record would otherwise copy it as many times.
 */
export type Owned = Set<object>;

/** To be called with each value that is about to be stored: what is reachable from it stands at two places from then on. */
export function share(owned: Owned | null, value: Json): void {
  if (owned === null || owned.size === 0 || typeof value !== 'object' || value === null) return;
  const seen = new Set<object>([value]);
  // A set is gone through with what is added on the way.
  for (const container of seen) {
    owned.delete(container);
    for (const part of Object.values(container)) if (typeof part === 'object' && part !== null) seen.add(part);
  }
}
