import type { PlainJson } from '../../base/exact-json.ts';

/** Far more than is stored of a text, so that what is cut from the end of a stored one is never a part of a secret. */
const MAX_CHARACTERS = 65_536;
const MAX_DEPTH = 64;

/** The beginning of a text, as much as can matter. */
export function boundedText(text: string, limit: number = MAX_CHARACTERS): string {
  return text.length <= limit ? text : flat(text.slice(0, limit));
}

/** JSON data without the ends of overlong texts and lists and without what nests too deep, so that it can be kept. */
export function bounded(value: PlainJson): PlainJson {
  return boundedAt(value, 0, { left: 4 * MAX_CHARACTERS });
}

function boundedAt(value: PlainJson, depth: number, budget: { left: number }): PlainJson {
  budget.left -= 8;
  if (typeof value === 'string') {
    const text = boundedText(value);
    budget.left -= text.length;
    return text;
  }
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) return '[…]';
  if (isItems(value)) {
    const items: PlainJson[] = [];
    for (const item of value) {
      if (budget.left < 0) break;
      items.push(boundedAt(item, depth + 1, budget));
    }
    return items;
  }
  const entries: (readonly [string, PlainJson])[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (budget.left < 0) break;
    budget.left -= key.length;
    entries.push([boundedText(key), boundedAt(item, depth + 1, budget)]);
  }
  return Object.fromEntries(entries);
}

function isItems(value: object): value is readonly PlainJson[] {
  return Array.isArray(value);
}

/** A slice of a long text keeps all of it in memory; a copy does not. */
function flat(text: string): string {
  return JSON.parse(JSON.stringify(text));
}
