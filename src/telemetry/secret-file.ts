import type { PlainJson } from '../base/exact-json.ts';
import { sha256Hex, type TextHash } from '../base/sha256.ts';

/** A word of a command, or a path, whose last part is named like a file of keys. */
const SECRET_FILE =
  /(?:^|[\s"'`=:(<@/\\])(?:\.env(?![\w-])[\w.-]*|[\w.-]+\.pem|id_(?:rsa|dsa|ecdsa|ed25519|xmss)\w*|[\w.-]*credentials[\w.-]*)(?=$|[\s"'`;|&)<>,:])/i;
const MOST_CHARACTERS = 16_384;
const KEY_PATH = /(?:^|[/\\])id_[\w-]+$/;

/**
 * Whether a call, by its parameters, has to do with a file that holds secrets (`.env*`, `*.pem`, `id_*`, `*credentials*`):
 * what it put out is then never stored.
 */
export function touchesSecretFile(params: PlainJson): boolean {
  const left = [params];
  // Not by recursion: what a program tells may be nested deeper than the stack.
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') {
      if (SECRET_FILE.test(value.slice(0, MOST_CHARACTERS)) || KEY_PATH.test(value)) return true;
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) left.push(inner);
    }
  }
  return false;
}

/** What stands in the place of an output that is not stored: its hash, unless it is nested deeper than can be written. */
export function unstoredOutput(output: PlainJson, hash: TextHash = sha256Hex): PlainJson {
  const text = typeof output === 'string' ? output : writtenOrNull(output);
  if (text === null) return '[not stored]';
  return text === '' || text === 'null' ? output : `[not stored: sha256 ${hash(text).slice(0, 16)}]`;
}

function writtenOrNull(value: PlainJson): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
