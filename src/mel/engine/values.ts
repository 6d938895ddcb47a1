import { sortedByCodePoint } from '../../base/code-point-order.ts';
import type { Json } from '../schema/ir.ts';
import type { JsonObject } from './model.ts';

/** An object of the engine while it is being built. */
export type MutableObject = { [key: string]: Json };

/** Containers of a value from outside may nest this deep; deeper ones are refused. */
const MAX_VALUE_DEPTH = 1000;

/** Property names that no patch may write. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Equality of the language: primitives by type and value, while lists and objects equal nothing. Which of them are one object
 * in memory depends on how a state came about, and would be gone after a save.
 */
export function equals(a: Json, b: Json): boolean {
  return a === b && (typeof a !== 'object' || a === null);
}

/** The own property of an object, null for anything else. */
export function own(value: Json | undefined, key: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.hasOwn(value, key) ? ((value as JsonObject)[key] ?? null) : null;
}

/** Writes an own data property, `__proto__` too. */
export function setOwn(object: MutableObject, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** Own keys, ascending by code point. */
export function sortedKeys(object: JsonObject | readonly Json[]): string[] {
  return sortedByCodePoint(Object.keys(object));
}

/** A number that JSON can hold: NaN and the infinities become null, -0 becomes 0. */
export function finite(value: number): number | null {
  return value - value === 0 ? value + 0 : null;
}

/** Coercion to number. Finite, except for texts that read as an infinity. */
export function toNumber(value: Json): number {
  switch (typeof value) {
    case 'number':
      return value;
    case 'string': {
      const parsed = Number.parseFloat(value);
      return Number.isNaN(parsed) ? 0 : parsed + 0;
    }
    case 'boolean':
      return value ? 1 : 0;
    default:
      return 0;
  }
}

/** Coercion to boolean. */
export function toBoolean(value: Json): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return value !== 0;
    case 'string':
      return value !== '';
    default:
      return value !== null;
  }
}

/** Coercion to text. */
export function toText(value: Json): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      if (value === null) return '';
      return isArray(value) ? listText(value) : '[object Object]';
  }
}

/** Items of a list may be lists: walked by a stack of its own, so that no depth overflows. */
function listText(list: readonly Json[]): string {
  const parts: string[] = [];
  const stack: { readonly items: readonly Json[]; next: number }[] = [{ items: list, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const item = top.items[top.next];
    if (item === undefined) {
      stack.pop();
      continue;
    }
    if (top.next > 0) parts.push(',');
    top.next += 1;
    if (isArray(item)) stack.push({ items: item, next: 0 });
    else parts.push(toText(item));
  }
  return parts.join('');
}

export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function typeName(value: Json): TypeName {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'boolean' || kind === 'number' || kind === 'string' ? kind : 'object';
}

/**
 * A copy of a value from outside as the engine holds values: own enumerable data, plain objects, -0 as 0.
 * Undefined when it is not JSON: not finite, holes, functions, nested deeper than `MAX_VALUE_DEPTH`, a getter that throws.
 */
export function cleanJson(value: unknown): Json | undefined {
  try {
    return cleanAt(value, 0);
  } catch {
    return undefined;
  }
}

function cleanAt(value: unknown, depth: number): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return value - value === 0 ? value + 0 : undefined;
    case 'object':
      if (value === null) return null;
      if (depth >= MAX_VALUE_DEPTH) return undefined;
      return Array.isArray(value) ? cleanList(value, depth) : cleanObject(value, depth);
    default:
      return undefined;
  }
}

function cleanList(list: readonly unknown[], depth: number): Json | undefined {
  const copy: Json[] = [];
  for (let i = 0; i < list.length; i++) {
    const item = cleanAt(list[i], depth + 1);
    if (item === undefined) return undefined;
    copy.push(item);
  }
  return copy;
}

function cleanObject(object: object, depth: number): Json | undefined {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null)
    return undefined;
  const copy: MutableObject = {};
  for (const key of Object.keys(object)) {
    const member = cleanAt((object as { readonly [key: string]: unknown })[key], depth + 1);
    if (member === undefined) return undefined;
    setOwn(copy, key, member);
  }
  return copy;
}
