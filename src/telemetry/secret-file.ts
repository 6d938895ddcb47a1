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
  if (typeof params === 'string') return SECRET_FILE.test(params.slice(0, MOST_CHARACTERS)) || KEY_PATH.test(params);
  if (typeof params !== 'object' || params === null) return false;
  return Object.values(params).some(touchesSecretFile);
}

/** What stands in the place of an output that is not stored. */
export function unstoredOutput(output: PlainJson, hash: TextHash = sha256Hex): PlainJson {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  return text === '' || text === 'null' ? output : `[not stored: sha256 ${hash(text).slice(0, 16)}]`;
}
