/** Deeper values are not looked at: what copies and what writes them would go too deep. */
const DEEPEST = 400;

/** A value that cannot be copied so that its keys are in order. */
const UNORDERED = Symbol('unordered');

/**
 * The value with all keys in ascending order of their code units: the very value where they are, else a copy of what holds
 * others. Undefined where no object can hold them so, or where the value is too deep.
 */
export function inKeyOrder(value: unknown): unknown {
  const ordered = order(value, 0);
  return ordered === UNORDERED ? undefined : ordered;
}

function order(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return UNORDERED;
  return Array.isArray(value) ? orderItems(value, depth) : orderMembers(value as Members, depth);
}

interface Members {
  readonly [key: string]: unknown;
}

function orderItems(items: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | null = null;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const ordered = order(item, depth + 1);
    if (ordered === UNORDERED) return UNORDERED;
    if (ordered === item) continue;
    copy ??= [...items];
    copy[i] = ordered;
  }
  return copy ?? items;
}

function orderMembers(members: Members, depth: number): unknown {
  const keys = Object.keys(members);
  let before = '';
  let isSorted = true;
  let changed: Map<string, unknown> | null = null;
  for (const key of keys) {
    if (key < before) isSorted = false;
    before = key;
    const member = members[key];
    if (typeof member !== 'object' || member === null) continue;
    const ordered = order(member, depth + 1);
    if (ordered === UNORDERED) return UNORDERED;
    if (ordered !== member) {
      changed ??= new Map();
      changed.set(key, ordered);
    }
  }
  if (isSorted && changed === null) return members;
  return copied(members, isSorted ? keys : keys.sort(), changed);
}

/** Keys like numbers stand before all others in any object, and __proto__ is not written. */
function isKeptElsewhere(key: string): boolean {
  const first = key.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39 && /^\d+$/.test(key)) || key === '__proto__';
}

function copied(members: Members, keys: readonly string[], changed: ReadonlyMap<string, unknown> | null): unknown {
  const copy: { [key: string]: unknown } = {};
  for (const key of keys) {
    if (isKeptElsewhere(key)) return UNORDERED;
    copy[key] = changed?.get(key) ?? members[key];
  }
  return copy;
}
