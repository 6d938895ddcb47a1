import type { Json } from '../../mel/schema/ir.ts';
import { oneLine } from '../table.ts';

/** Beyond this a value is shown by what changed within it. */
const SHORT = 80;
const MOST_LINES = 20;

type Value = Json | undefined;

interface Change {
  readonly path: string;
  readonly was: string;
  readonly now: string;
}

/** One line for each change between two states, as deep as it lies where the whole would be too long to see it. */
export function changesText(before: { readonly [name: string]: Json }, now: { readonly [name: string]: Json }): string {
  const lines: string[] = [];
  for (const name of Object.keys(now)) {
    const found = changesAt(name, before[name], now[name]);
    const shown = found.length > MOST_LINES ? found.slice(0, MOST_LINES - 1) : found;
    for (const change of shown) lines.push(`   ${change.path}: ${cut(change.was)} → ${cut(change.now)}\n`);
    if (shown.length < found.length) lines.push(`   ${name}: … ${found.length - shown.length} more changes\n`);
  }
  return lines.join('');
}

function changesAt(name: string, before: Value, after: Value): readonly Change[] {
  const found: Change[] = [];
  const open: { readonly path: string; readonly was: Value; readonly now: Value }[] = [
    { path: name, was: before, now: after },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path } = next;
    const was = textOf(next.was);
    const now = textOf(next.now);
    if (was === now) continue;
    const parts = was.length <= SHORT && now.length <= SHORT ? null : partsOf(path, next.was, next.now);
    if (parts === null) found.push({ path, was, now });
    else open.push(...parts.reverse());
  }
  return found;
}

/** The entries of two values that have entries alike; null where there are none to compare. */
function partsOf(path: string, was: Value, now: Value) {
  if (typeof was !== 'object' || typeof now !== 'object' || was === null || now === null) return null;
  if (Array.isArray(was) !== Array.isArray(now)) return null;
  const isList = Array.isArray(now);
  const keys = [...new Set([...Object.keys(was), ...Object.keys(now)])];
  if (keys.length === 0) return null;
  return keys.map((key) => ({ path: `${path}${step(key, isList)}`, was: partAt(was, key), now: partAt(now, key) }));
}

function partAt(value: object, key: string): Value {
  return Object.hasOwn(value, key) ? (Reflect.get(value, key) as Json) : undefined;
}

/** As a patch would have it. */
function step(key: string, isIndex: boolean): string {
  if (isIndex) return `[${key}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function textOf(value: Value): string {
  return value === undefined ? '(none)' : JSON.stringify(value);
}

function cut(text: string): string {
  return oneLine(text, SHORT);
}
