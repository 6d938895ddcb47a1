import { sortedByCodePoint } from '../../base/code-point-order.ts';

const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/;
const MAY_SORT_OTHERWISE = /[\ud800-\uffff]/;

/** A list or an object whose members are being written. */
type Frame =
  | { readonly kind: 'list'; readonly items: readonly unknown[]; next: number }
  | { readonly kind: 'object'; readonly members: Members; readonly keys: readonly string[]; next: number };

interface Members {
  readonly [key: string]: unknown;
}

/** Canonical JSON of any value and at any depth, member by member. The value must not contain itself. */
export function writeCanonical(value: unknown): string {
  return written(value, true);
}

/** The same with keys in their own order: what `JSON.stringify` gives, of values of any depth. */
export function plainText(value: unknown): string {
  return written(value, false);
}

function written(value: unknown, sortsKeys: boolean): string {
  const names = new Names(sortsKeys);
  const open: Frame[] = [];
  let text = '';
  let current = value;
  while (true) {
    if (Array.isArray(current)) {
      open.push({ kind: 'list', items: current, next: 0 });
      text += '[';
    } else if (isMembers(current)) {
      open.push({ kind: 'object', members: current, keys: names.keysOf(current), next: 0 });
      text += '{';
    } else {
      text += scalarText(current);
    }
    let frame = open.at(-1);
    while (frame !== undefined && frame.next === lengthOf(frame)) {
      text += frame.kind === 'list' ? ']' : '}';
      open.pop();
      frame = open.at(-1);
    }
    if (frame === undefined) return text;
    if (frame.next > 0) text += ',';
    if (frame.kind === 'list') {
      current = frame.items[frame.next];
    } else {
      const key = frame.keys[frame.next] ?? '';
      text += names.quoted(key);
      current = frame.members[key];
    }
    frame.next++;
  }
}

/** Names of members, of which the same few come again and again. */
class Names {
  readonly #known = new Map<string, { readonly quoted: string; readonly isPlain: boolean }>();
  readonly #sorts: boolean;

  constructor(sorts: boolean) {
    this.#sorts = sorts;
  }

  /** With the colon behind it. */
  quoted(name: string): string {
    return this.#look(name).quoted;
  }

  keysOf(members: Members): readonly string[] {
    let keys = Object.keys(members);
    let isFull = true;
    let isSorted = true;
    let before = '';
    for (const key of keys) {
      if (members[key] === undefined) isFull = false;
      if (key < before || !this.#look(key).isPlain) isSorted = false;
      before = key;
    }
    if (!isFull) keys = keys.filter((key) => members[key] !== undefined);
    return isSorted || !this.#sorts ? keys : sortedByCodePoint(keys);
  }

  #look(name: string) {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = { quoted: `${stringText(name)}:`, isPlain: !MAY_SORT_OTHERWISE.test(name) };
    this.#known.set(name, found);
    return found;
  }
}

function lengthOf(frame: Frame): number {
  return frame.kind === 'list' ? frame.items.length : frame.keys.length;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function scalarText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return stringText(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return 'null';
  }
}

function stringText(text: string): string {
  return NEEDS_CARE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
