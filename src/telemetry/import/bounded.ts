import type { PlainJson } from '../../base/exact-json.ts';

/** How much of a value is kept. */
interface Bounds {
  /** Of one text. */
  readonly characters: number;
  /** Of all texts and keys together. */
  readonly total: number;
}

/** Far more than is stored of a text, so that what is cut from the end of a stored one is never a part of a secret. */
const READ: Bounds = { characters: 65_536, total: 262_144 };
/** What is stored of parameters, which may hold whole files. */
const STORED: Bounds = { characters: 16_384, total: 65_536 };
const MAX_DEPTH = 64;

/** The beginning of a text, as much as can matter. */
export function boundedText(text: string, limit: number = READ.characters): string {
  return text.length <= limit ? text : flat(text.slice(0, isSplit(text, limit) ? limit - 1 : limit));
}

/** Whether a character of two units stands across a place. */
function isSplit(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** JSON data without the ends of overlong texts and lists and without what nests too deep, so that it can be kept. */
export function bounded(value: PlainJson): PlainJson {
  return boundedAt(value, 0, { left: READ.total, characters: READ.characters });
}

/** As `bounded`, for parameters that are redacted already: as much of them as is stored. */
export function storedParams(value: PlainJson): PlainJson {
  return boundedAt(value, 0, { left: STORED.total, characters: STORED.characters });
}

interface Budget {
  left: number;
  readonly characters: number;
}

function boundedAt(value: PlainJson, depth: number, budget: Budget): PlainJson {
  budget.left -= 8;
  if (typeof value === 'string') {
    const text = boundedText(value, Math.max(0, Math.min(budget.characters, budget.left)));
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
