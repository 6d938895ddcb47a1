/**
 * Freezes a value and all below it; returns it. What is frozen already was frozen here, with all below it, and is not gone
 * through again: after a change that costs as much as the change did. Depth does not matter.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || !Object.isExtensible(value)) return value;
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    Object.freeze(next);
    if (Array.isArray(next)) for (const part of next) addOpen(open, part);
    else for (const key in next) addOpen(open, (next as { readonly [key: string]: unknown })[key]);
  }
  return value;
}

function addOpen(open: object[], part: unknown): void {
  if (typeof part === 'object' && part !== null && Object.isExtensible(part)) open.push(part);
}
