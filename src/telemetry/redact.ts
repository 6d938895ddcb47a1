import type { PlainJson } from '../base/exact-json.ts';
import { blockEnd } from './redaction/blocks.ts';
import { REDACTED } from './redaction/finding.ts';
import { isSecretFlag } from './redaction/flags.ts';
import { redactBlock } from './redaction/redact-block.ts';
import { gradeName, isSecretName } from './redaction/secret-names.ts';
import { isOpaque } from './redaction/secret-values.ts';

/**
 * A text without keys, tokens, authorisation headers, cookies, passwords, e-mail addresses and home directories, also
 * where they stand behind escapes, in percent code, in base64 or in hex. Applying it twice changes nothing more; its time
 * is linear in the length of the text.
 *
 * @example
 * ```ts
 * redactText('cd /home/ann && DB_PASSWORD=hunter2 ./run'); // 'cd ~ && DB_PASSWORD=[redacted] ./run'
 * ```
 */
export function redactText(text: string): string {
  if (text.length <= LEAST_SECRET) return text;
  if (text.length <= LONGEST_CLEAN) return redactShort(text);
  let end = blockEnd(text, 0, redactBlock);
  if (end === text.length) return redactBlock(text);
  let redacted = '';
  for (let from = 0; from < text.length; from = end) {
    end = blockEnd(text, from, redactBlock);
    redacted += redactBlock(text.slice(from, end));
  }
  return redacted;
}

/** Names of tools, ids and paths come again and again. What held a secret is not kept. */
const clean = new Set<string>();
const MOST_CLEAN = 4096;
const LONGEST_CLEAN = 128;

function redactShort(text: string): string {
  if (clean.has(text)) return text;
  const redacted = redactBlock(text);
  if (redacted !== text) return redacted;
  if (clean.size >= MOST_CLEAN) clean.clear();
  clean.add(text);
  return text;
}

/** Nothing that is shorter says what it is. */
const LEAST_SECRET = 5;
/** Nothing that people or tools write nests deeper; the stack would not hold what does. */
const MAX_DEPTH = 500;

/** As `redactText` for every text and key of a JSON value; what a secret's name is given to is replaced whole. */
export function redactJson(value: PlainJson): PlainJson {
  return redactValue(value, 0);
}

function redactValue(value: PlainJson, depth: number): PlainJson {
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) return REDACTED;
  if (isList(value)) return redactList(value, depth);
  const entries = Object.entries(value);
  const isNamedSecret = entries.some(
    ([key, name]) => typeof name === 'string' && knownKey(key).isName && isSecretName(name),
  );
  const isPrivateKey = 'kty' in value;
  let isChanged = false;
  for (const entry of entries) {
    const [key, member] = entry;
    const known = knownKey(key);
    const isSecret =
      known.isSecret ||
      (isNamedSecret && known.isValue) ||
      (isPrivateKey && PRIVATE_PARTS.has(key)) ||
      (known.isLikely && typeof member === 'string' && isOpaque(member));
    entry[0] = known.redacted;
    entry[1] = isSecret ? redactSecret(key, member, depth + 1) : redactValue(member, depth + 1);
    isChanged ||= entry[0] !== key || entry[1] !== member;
  }
  return isChanged ? Object.fromEntries(entries) : value;
}

/** What is known of a key, wherever it stands. */
interface KnownKey {
  readonly redacted: string;
  readonly isSecret: boolean;
  readonly isLikely: boolean;
  readonly isName: boolean;
  readonly isValue: boolean;
}

/** Records have few keys and many members. */
const knownKeys = new Map<string, KnownKey>();
const MOST_KNOWN = 4096;
const LONGEST_KNOWN = 64;

function knownKey(key: string): KnownKey {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const grade = gradeName(key);
  const lower = key.toLowerCase();
  const learnt: KnownKey = {
    redacted: redactText(key),
    isSecret: grade === 'certain' || JARS.test(key),
    isLikely: grade === 'likely',
    isName: NAME_KEYS.has(lower),
    isValue: VALUE_KEYS.has(lower),
  };
  // A key that was redacted is no name: it is not kept.
  if (key.length > LONGEST_KNOWN || learnt.redacted !== key) return learnt;
  if (knownKeys.size >= MOST_KNOWN) knownKeys.clear();
  knownKeys.set(key, learnt);
  return learnt;
}

/** `{"name": "API_KEY", "value": "…"}` is how lists of variables and headers are written. */
const NAME_KEYS: ReadonlySet<string> = new Set(['name', 'key', 'variable', 'header', 'parameterkey', 'field', 'id']);
const VALUE_KEYS: ReadonlySet<string> = new Set(['value', 'default', 'parametervalue', 'val']);
/** Members of a JSON web key that is private. */
const PRIVATE_PARTS: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']);

function isList(value: object): value is readonly PlainJson[] {
  return Array.isArray(value);
}

/** In an argument list the value follows its flag, and in a list of two its name. */
function redactList(values: readonly PlainJson[], depth: number): PlainJson {
  return values.map((value, i) => {
    const before = i === 0 ? undefined : values[i - 1];
    if (typeof before !== 'string' || typeof value !== 'string' || value.startsWith('-'))
      return redactValue(value, depth + 1);
    const isUser = /^(?:-u|--user|--proxy-user)$/.test(before) && /^[^:]+:(?!\d+$)./.test(value);
    const isFlag = /^--?[\w-]+$/.test(before) && isSecretFlag(before);
    const isPair = values.length === 2 && isSecretName(before) && (isOpaque(value) || /^[A-Z\d_]+$/.test(before));
    return isUser || isFlag || isPair ? REDACTED : redactValue(value, depth + 1);
  });
}

/** Containers that hold nothing but secrets, by name. */
const JARS = /^(?:cookies?|secrets?|credentials?|passwords)$/i;

function redactSecret(name: string, value: PlainJson, depth: number): PlainJson {
  if (depth > MAX_DEPTH) return REDACTED;
  if (typeof value === 'string') return value === '' ? '' : REDACTED;
  // A number of tokens is none of them.
  if (typeof value === 'number') return /token/i.test(name) ? value : REDACTED;
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => redactSecret(name, item, depth + 1));
  if (!JARS.test(name)) return redactValue(value, depth);
  const members = Object.entries(value).map(([key, member]) => [
    redactText(key),
    redactSecret(name, member, depth + 1),
  ]);
  return Object.fromEntries(members);
}
