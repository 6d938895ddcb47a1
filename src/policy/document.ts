import type { ExactObject } from '../base/exact-json.ts';
import { isExactObject } from '../base/exact-json.ts';
import { parseExactJson } from '../base/exact-json-parse.ts';
import { refuse } from './refusal.ts';
import { decodeUtf8 } from './utf8.ts';

/** Reads one file's bytes as a JSON object. `path` is only named in messages. */
export function readDocument(bytes: Uint8Array, path: string): ExactObject {
  const decoded = decodeUtf8(bytes);
  if (decoded.kind === 'refused') return refuse(unreadable(path, decoded.detail));
  // Line ends count as one character in the positions of messages.
  const text = decoded.text.includes('\r') ? decoded.text.replace(/\r\n?/g, '\n') : decoded.text;
  const result = parseExactJson(text);
  if (result.kind === 'parsed')
    return isExactObject(result.value) ? result.value : refuse(`expected JSON object: ${path}`);
  return refuse(result.problem.kind === 'duplicate-key' ? result.detail : unreadable(path, result.detail));
}

/** The message for a file that could not be read or parsed. */
export function unreadable(path: string, detail: string): string {
  return `cannot read JSON object ${path}: ${detail}`;
}
