export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A plain object of `count` members; what they hold is checked by name. */
export function isRecordOf(count: number, value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  let found = 0;
  for (const _ in value) found++;
  return found === count;
}

export function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

export function isBudget(value: number): boolean {
  return value >= 0 && Math.floor(value) === value;
}

/** -0 as 0, which is how JSON would hand it on. */
export function unsigned(value: number): number {
  return value + 0;
}
