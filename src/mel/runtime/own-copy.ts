/** A copy that its giver cannot change. Values that cannot be copied are no JSON: they stay, for the gates to refuse. */
export function ownCopy<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

/** What stands for an object that throws when it is read; no type admits it. */
const UNREADABLE: readonly unknown[] = ['unreadable'];

/** The value itself where it holds scalars only, which is the common case; otherwise a copy, for parts of it may become state. */
export function withoutShared<T extends object>(value: T): T {
  try {
    for (const key in value) {
      const part = value[key];
      if (typeof part === 'object' && part !== null) return ownCopy(value);
    }
    return value;
  } catch {
    return UNREADABLE as T;
  }
}
