import type { PlainJson } from '../../base/exact-json.ts';

/** An object of JSON data. */
export interface JsonObject {
  readonly [key: string]: PlainJson;
}

const NO_ITEMS: readonly PlainJson[] = [];

/** Whether a value is a JSON object (no list, not null). */
export function isObject(value: PlainJson | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object; undefined where there is none or the value is no object. */
export function member(value: PlainJson | undefined, key: string): PlainJson | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A member that is a text that is not empty, else null. */
export function textMember(value: PlainJson | undefined, key: string): string | null {
  const found = member(value, key);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** A member that is a finite number, else null. */
export function numberMember(value: PlainJson | undefined, key: string): number | null {
  const found = member(value, key);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** A member that is a list, else an empty one. */
export function listMember(value: PlainJson | undefined, key: string): readonly PlainJson[] {
  const found = member(value, key);
  return isList(found) ? found : NO_ITEMS;
}

/** Whether a value is a list. */
export function isList(value: PlainJson | undefined): value is readonly PlainJson[] {
  return Array.isArray(value);
}

/** JSON data of a text that holds some, else the text itself. */
export function parsedOrText(value: PlainJson | undefined): PlainJson {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The text of a message: a string, or the text parts of a list of parts, one a line; other parts are named in brackets. */
export function contentText(content: PlainJson | undefined): string {
  if (typeof content === 'string') return content;
  if (!isList(content)) return textMember(content, 'text') ?? '';
  return content.map(partText).filter(Boolean).join('\n');
}

function partText(part: PlainJson): string {
  if (typeof part === 'string') return part;
  const text = textMember(part, 'text') ?? textMember(part, 'content');
  if (text !== null) return text;
  const type = textMember(part, 'type');
  return type === null || type === 'text' ? '' : `[${type}]`;
}

/** A time as ISO 8601 UTC with milliseconds; null where it is none. A time without a zone counts as UTC. */
export function isoOrNull(value: PlainJson | undefined): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return null;
  const zoned = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
  return isoFromMs(Date.parse(zoned.replace(' ', 'T')));
}

/** Epoch milliseconds as ISO 8601 UTC; null outside of the years 1970 to 9999. */
export function isoFromMs(epochMs: number | null): string | null {
  if (epochMs === null || !(epochMs >= 0 && epochMs < 253_402_300_800_000)) return null;
  return new Date(epochMs).toISOString();
}

/** Milliseconds between two times, at least 0; null where one is unknown. */
export function betweenMs(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from));
}
