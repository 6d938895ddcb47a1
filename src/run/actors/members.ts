export type Members = ReadonlyMap<string, unknown>;

/** The members of an object that are not null; none for anything else. */
export function membersOf(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).filter(([, member]) => member !== null));
}
