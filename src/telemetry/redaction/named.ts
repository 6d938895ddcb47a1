import { findAssigned } from './assignments.ts';
import { type SearchedText, signs, WORD_DASH } from './characters.ts';
import type { Finding } from './finding.ts';
import { findAfterFlag } from './flags.ts';
import { findingOf, type RedactionRule } from './redaction-rule.ts';
import { gradeName, NAME_HINTS } from './secret-names.ts';
import { isOpaque, isProse, isWords, PLAIN_VALUE } from './secret-values.ts';

/** What the name of a secret is given to, in whatever notation. */
export const NAMED_RULE: RedactionRule = { hints: NAME_HINTS, find: findNamed };

const NAME = WORD_DASH | signs('.');
const MOST_NAME = 96;
/** What may stand straight behind a name that is given to something. */
const FOLLOWERS: ReadonlySet<string> = new Set([...' \t\r\n=:"\'`])>\\,;|*_']);

function findNamed(searched: SearchedText, _start: number, hintEnd: number): Finding | null {
  const end = searched.runEnd(WORD_DASH, hintEnd);
  // Most words are no names: nothing more is looked at.
  if (!FOLLOWERS.has(searched.text.charAt(end))) return null;
  return (
    findAssigned(searched, end) ??
    findAfterFlag(searched, end) ??
    findElement(searched, end) ??
    findPair(searched, end) ??
    findSentence(searched, end)
  );
}

const ELEMENT = /(["']?(?:[ \t][^<>\n]{0,128})?>\s{0,32}(?:<!\[CDATA\[)?)([^<>]{1,4096})(?=\]\]>|<\/)/y;
const PLIST = /(<\/key>\s{0,64}<string>)([^<>]{1,4096})(?=<\/)/y;

/** `<password>value</password>`, `<string name="api_key">value</string>`, and the pairs of property lists. */
function findElement(searched: SearchedText, nameEnd: number): Finding | null {
  return (
    foundBy(searched, nameEnd, ELEMENT, /<[\w:.-]{0,64}(?:\s[^<>\n]{0,128}?["'])?$/) ??
    foundBy(searched, nameEnd, PLIST, /<key>$/)
  );
}

const VALUE = '(?:value|val|default|secret_?value|parameter_?value)';
const PAIR = new RegExp(
  `(["']?[\\s,;/]{1,64}(?:["']?[A-Za-z_]{1,24}["']?\\s{0,4}[:=]\\s{0,4}[\\w"'.-]{1,64}[\\s,;]{1,64}){0,2}["']?${VALUE}["']?\\s{0,4}[:=]\\s{0,4}["']?)([^"'\\n,}<>]{1,4096})`,
  'iy',
);
const LABEL = /(?:name|key|variable|header|field|id|label)["']?\s{0,4}[:=]\s{0,4}["']?$/i;
const VALUE_BEFORE = new RegExp(
  `["']${VALUE}["']\\s{0,4}:\\s{0,4}(["'])([^"'\\n]{1,1024})\\1\\s{0,8},\\s{0,16}["'](?:name|key|variable|header|field|id|label)["']\\s{0,4}:\\s{0,4}["']$`,
  'i',
);

/** `"name": "API_KEY", "value": "…"` in either order, as lists of variables, headers and settings are written. */
function findPair(searched: SearchedText, nameEnd: number): Finding | null {
  const after = foundBy(searched, nameEnd, PAIR, LABEL);
  if (after !== null) return after;
  const { text } = searched;
  if (!/["']/.test(text.charAt(nameEnd))) return null;
  const start = searched.runStart(NAME, nameEnd, MOST_NAME);
  const before = text.slice(Math.max(0, start - 1152), start);
  if (!/["']\s{0,4}:\s{0,4}["']$/.test(before)) return null;
  const match = VALUE_BEFORE.exec(before);
  if (match === null || !isValue(text.slice(start, nameEnd), match[2] ?? '')) return null;
  const from = start - before.length + match.index + match[0].indexOf(match[2] ?? '', match[0].indexOf(':'));
  return findingOf(text, from, from + (match[2] ?? '').length);
}

/** Where a name stands behind `before`, group 2 of the pattern that goes on behind it. */
function foundBy(searched: SearchedText, nameEnd: number, pattern: RegExp, before: RegExp): Finding | null {
  const { text } = searched;
  pattern.lastIndex = nameEnd;
  const match = pattern.exec(text);
  if (match === null) return null;
  const start = searched.runStart(NAME, nameEnd, MOST_NAME);
  if (!before.test(text.slice(Math.max(0, start - 160), start))) return null;
  if (!isValue(text.slice(start, nameEnd), match[2] ?? '')) return null;
  const from = nameEnd + (match[1]?.length ?? 0);
  return findingOf(text, from, from + (match[2] ?? '').trimEnd().length);
}

function isValue(name: string, value: string): boolean {
  const grade = gradeName(name);
  if (grade === null || value.trim() === '' || PLAIN_VALUE.test(value.trim()) || isProse(value)) return false;
  return grade === 'certain' || isOpaque(value);
}

const SENTENCE =
  /((?:\*{2}|__|["'`])?(?: (?:for|of) [^\s:]{1,64})?(?: (?:is|was|to|will be|as)(?: now)?:?|:|=|\s?->|\s?=>)[ \t]{1,4}(?:\*{2}|["'`“(]){0,2})([^\s"'`,;”)*]{4,512})/y;

/** `the password for ann is hunter2`: in prose a secret has a digit and some length. */
function findSentence(searched: SearchedText, nameEnd: number): Finding | null {
  const { text } = searched;
  SENTENCE.lastIndex = nameEnd;
  const match = SENTENCE.exec(text);
  if (match === null) return null;
  const value = (match[2] ?? '').replace(/[.!?:]+$/, '');
  const name = text.slice(searched.runStart(NAME, nameEnd, MOST_NAME), nameEnd);
  const isPassword = /^pass\w{0,8}$|password$/i.test(name) && value.length >= 4 && /\d/.test(value) && /\D/.test(value);
  const grade = /^key$/i.test(name) ? 'likely' : gradeName(name);
  if (grade === null || PLAIN_VALUE.test(value) || isWords(value) || !(isPassword || isOpaque(value))) return null;
  const from = nameEnd + (match[1]?.length ?? 0);
  return findingOf(text, from, from + value.length);
}
