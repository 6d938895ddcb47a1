import type { PlainJson } from '../../base/exact-json.ts';

/** Longest text that is looked at for secrets, and most of one document, in characters. */
const LONGEST_TEXT = 524_288;
const MOST_TEXT = 1_048_576;
/** Longest text of a field that is kept: 16 KiB, with room for what is said of its rest. */
const LONGEST_KEPT = 16_000;
const MOST_KEPT = 65_536;
const MAX_DEPTH = 64;

type TextHash = (text: string) => string;

/**
 * A value in which every text can be looked at for secrets in the time that a hook has. What cannot is left out, not cut: half
 * a secret has no form to know it by.
 */
export function withinReach(value: PlainJson, hash: TextHash): PlainJson {
  let left = MOST_TEXT;
  return mapped(value, 0, (text) => {
    left -= text.length;
    return text.length > LONGEST_TEXT || left < 0 ? `[left out: ${sizeOf(text, hash)}]` : text;
  });
}

/** A redacted value with each text cut to what a field holds, and what its rest was. */
export function withinField(value: PlainJson, hash: TextHash): PlainJson {
  let left = MOST_KEPT;
  return mapped(value, 0, (text) => {
    const most = Math.max(0, Math.min(LONGEST_KEPT, left));
    left -= text.length;
    return text.length <= most ? text : `${start(text, most)}[cut: ${sizeOf(text, hash)}]`;
  });
}

function sizeOf(text: string, hash: TextHash): string {
  return `${text.length} characters, sha256 ${hash(text)}`;
}

/** Does not part a character of two units. */
function start(text: string, most: number): string {
  const isParted = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isParted ? most - 1 : most);
}

function mapped(value: PlainJson, depth: number, map: (text: string) => string): PlainJson {
  if (typeof value === 'string') return map(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) return '[…]';
  if (isList(value)) return value.map((item) => mapped(item, depth + 1, map));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [map(name), mapped(member, depth + 1, map)]));
}

function isList(value: object): value is readonly PlainJson[] {
  return Array.isArray(value);
}
