import type { PlainJson } from '../base/exact-json.ts';
import { redactBase64, redactPercentCodes, redactUnicodeEscapes } from './hidden-text.ts';
import { HintScanner, type Hints } from './hint-scanner.ts';
import { PERSONAL_RULES } from './personal-data.ts';
import { REDACTED, type RedactionRule } from './redaction-rule.ts';
import { ASSIGNMENT_RULE } from './secret-assignments.ts';
import { FLAG_RULES, isSecretFlag } from './secret-flags.ts';
import { HEADER_RULES } from './secret-headers.ts';
import { isSecretName } from './secret-names.ts';
import { PROSE_RULES } from './secret-prose.ts';
import { PEM_RULE, TOKEN_RULES } from './secret-tokens.ts';
import { URL_RULES } from './secret-urls.ts';

/**
 * A text without keys, tokens, authorisation headers, cookies, passwords, e-mail addresses and home directories.
 * Applying it twice changes nothing more; its time is linear in the length of the text.
 *
 * @example
 * ```ts
 * redactText('cd /home/ann && DB_PASSWORD=hunter2 ./run'); // 'cd ~ && DB_PASSWORD=[redacted] ./run'
 * ```
 */
export function redactText(text: string): string {
  let current = text;
  // What was taken out may have hidden the beginning of something else.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = redactOnce(current);
    if (next === current) break;
    current = next;
  }
  return current;
}

const MAX_PASSES = 4;
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
  const isNamedSecret = Object.entries(value).some(
    ([key, name]) => NAME_KEYS.has(key.toLowerCase()) && typeof name === 'string' && isSecretName(name),
  );
  const members = Object.entries(value).map(([key, member]): [string, PlainJson] => {
    const isSecret = isSecretName(key) || JARS.test(key) || (isNamedSecret && VALUE_KEYS.has(key.toLowerCase()));
    return [redactText(key), isSecret ? redactSecret(key, member, depth + 1) : redactValue(member, depth + 1)];
  });
  return Object.fromEntries(members);
}

/** `{"name": "API_KEY", "value": "…"}` is how lists of variables and headers are written. */
const NAME_KEYS: ReadonlySet<string> = new Set(['name', 'key', 'variable', 'header']);
const VALUE_KEYS: ReadonlySet<string> = new Set(['value', 'default']);

function isList(value: object): value is readonly PlainJson[] {
  return Array.isArray(value);
}

/** In an argument list the value follows its flag. */
function redactList(values: readonly PlainJson[], depth: number): PlainJson {
  return values.map((value, i) => {
    const before = i === 0 ? undefined : values[i - 1];
    if (typeof before !== 'string' || typeof value !== 'string' || value.startsWith('-'))
      return redactValue(value, depth + 1);
    const isUser = /^(?:-u|--user|--proxy-user)$/.test(before) && /^[^:]+:(?!\d+$)./.test(value);
    const isSecret = isUser || (/^--?[\w-]+$/.test(before) && isSecretFlag(before));
    return isSecret ? REDACTED : redactValue(value, depth + 1);
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

const RULES: readonly RedactionRule[] = [
  PEM_RULE,
  ...TOKEN_RULES,
  ...HEADER_RULES,
  ...URL_RULES,
  ...FLAG_RULES,
  ...PROSE_RULES,
  ASSIGNMENT_RULE,
  ...PERSONAL_RULES,
];
const HIDING: readonly RedactionRule[] = [
  { hints: ['%'], apply: (text) => redactPercentCodes(text, redactPlain) },
  { hints: ['u00'], apply: (text) => redactUnicodeEscapes(text, redactPlain) },
];
const ALL = [...RULES, ...HIDING];

let scanner: HintScanner | undefined;

/** Built when it is first needed: a program that records nothing does not pay for it. */
function scan(text: string): Hints {
  scanner ??= new HintScanner(ALL.map((rule) => rule.hints));
  return scanner.scan(text);
}

function redactOnce(text: string): string {
  const { groups, hasLongRun } = scan(text);
  const redacted = groups.reduce((current, group) => ALL[group]?.apply(current) ?? current, text);
  return hasLongRun ? redactBase64(redacted, redactPlain) : redacted;
}

function redactPlain(text: string): string {
  return scan(text).groups.reduce((current, group) => RULES[group]?.apply(current) ?? current, text);
}
