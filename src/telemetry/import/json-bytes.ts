import type { PlainJson } from '../../base/exact-json.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A value that was read from bytes. `blank`: there was nothing but white space. */
export type ReadValue =
  | { readonly kind: 'value'; readonly value: PlainJson }
  | { readonly kind: 'blank' }
  | { readonly kind: 'malformed' };

/** Reads the one JSON value that bytes hold. Bytes that are no UTF-8 are read as U+FFFD; NUL bytes make it malformed. */
export function readJson(bytes: Uint8Array): ReadValue {
  if (bytes.includes(0)) return { kind: 'malformed' };
  const text = decoder.decode(bytes);
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    return { kind: text.trim() === '' ? 'blank' : 'malformed' };
  }
}
