const frozen = new WeakSet<object>();

/** Freezes a value and all below it, once; returns it. Depth does not matter. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || frozen.has(next)) continue;
    Object.freeze(next);
    frozen.add(next);
    for (const child of Object.values(next)) open.push(child);
  }
  return value;
}
