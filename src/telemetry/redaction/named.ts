import { findAssigned } from './assignments.ts';
import { type SearchedText, signs, WORD_DASH } from './characters.ts';
import type { Finding } from './finding.ts';
import { findAfterFlag } from './flags.ts';
import { findingOf, LINE_HEAD, type RedactionRule } from './redaction-rule.ts';
import { gradeOf, NAME_HINTS, type SecretName } from './secret-names.ts';
import { isOpaque, isProse, isWords, PLAIN_VALUE } from './secret-values.ts';

/** What the name of a secret is given to, in whatever notation. */
export const NAMED_RULE: RedactionRule = { hints: NAME_HINTS, find: findNamed };

const NAME = WORD_DASH | signs('.');
const MOST_NAME = 96;
/** What may stand straight behind a name that is given to something. */
const FOLLOWERS: ReadonlySet<string> = new Set([...' \t\r\n=:"\'`])>\\,;|*_']);

function findNamed(searched: SearchedText, _start: number, hintEnd: number): Finding | null {
  const end = searched.runEnd(NAME, hintEnd);
  // Most words are no names: nothing more is looked at.
  if (!FOLLOWERS.has(searched.text.charAt(end))) return null;
  const named = nameAt(searched, end);
  if (named === null) return null;
  return (
    findAssigned(searched, named) ??
    findAfterFlag(searched, named) ??
    findElement(searched, named) ??
    findPair(searched, named) ??
    findSentence(searched, named)
  );
}

function nameAt(searched: SearchedText, end: number): SecretName | null {
  const { text } = searched;
  let start = searched.runStart(NAME, end, MOST_NAME);
  // An access key, an API key.
  if (/^keys?$/i.test(text.slice(start, end))) {
    start -= /[A-Za-z]{2,16}(?: [A-Za-z]{2,16})? $/.exec(text.slice(Math.max(0, start - 40), start))?.[0].length ?? 0;
  }
  const before = text.charAt(start - 1);
  // `/:_auth` is the name of a setting of npm: what stands before it is part of what it says.
  const name = text.slice(before === '/' || before === ':' ? start - 1 : start, end);
  const grade = gradeOf(name);
  return grade === null ? null : { name: text.slice(start, end), grade, start, end };
}

const ELEMENT = /(["']?(?:[ \t][^<>\n]{0,128})?>\s{0,32}(?:<!\[CDATA\[)?)([^<>]{1,4096})(?=\]\]>|<\/)/y;
const TAG = /<[\w:.-]{0,64}(?:\s[^<>\n]{0,128}?["'])?$/;
const PLIST = /(<\/key>\s{0,64}<string>)([^<>]{1,4096})(?=<\/)/y;

/** `<password>value</password>`, `<string name="api_key">value</string>`, and the pairs of property lists. */
function findElement(searched: SearchedText, named: SecretName): Finding | null {
  return foundBy(searched, named, ELEMENT, TAG) ?? foundBy(searched, named, PLIST, /<key>$/);
}

const VALUE = '(?:value|val|default|secret_?value|parameter_?value)';
const PAIR = new RegExp(
  `(["']?(?:[\\s,;/]{1,64}|[ \\t,]{0,8}\\r?\\n${LINE_HEAD})(?:["']?[A-Za-z_]{1,24}["']?\\s{0,4}[:=]\\s{0,4}[\\w"'.-]{1,64}[\\s,;]{1,64}){0,2}["']?${VALUE}["']?\\s{0,4}[:=]\\s{0,4}["']?)([^"'\\n,}<>]{1,4096})`,
  'iy',
);
const LABEL = /(?:name|key|variable|header|field|id|label)["']?\s{0,4}[:=]\s{0,4}["']?$/i;
const VALUE_BEFORE = new RegExp(
  `["']${VALUE}["']\\s{0,4}:\\s{0,4}(["'])([^"'\\n]{1,1024})\\1\\s{0,8},\\s{0,16}["'](?:name|key|variable|header|field|id|label)["']\\s{0,4}:\\s{0,4}["']$`,
  'i',
);

/** `"name": "API_KEY", "value": "…"` in either order, as lists of variables, headers and settings are written. */
function findPair(searched: SearchedText, named: SecretName): Finding | null {
  const after = foundBy(searched, named, PAIR, LABEL);
  if (after !== null) return after;
  const { text } = searched;
  if (!/["']/.test(text.charAt(named.end))) return null;
  const before = text.slice(Math.max(0, named.start - MOST_PAIR), named.start);
  if (!/["']\s{0,4}:\s{0,4}["']$/.test(before)) return null;
  const match = VALUE_BEFORE.exec(before);
  const value = match?.[2] ?? '';
  if (match === null || !isValue(named, value)) return null;
  const from = named.start - before.length + match.index + match[0].indexOf(value, match[0].indexOf(':'));
  return findingOf(text, from, from + value.length);
}

const MOST_PAIR = 1152;

/** Where a name stands behind `before`, group 2 of the pattern that goes on behind it. */
function foundBy({ text }: SearchedText, named: SecretName, pattern: RegExp, before: RegExp): Finding | null {
  pattern.lastIndex = named.end;
  const match = pattern.exec(text);
  if (match === null || !before.test(text.slice(Math.max(0, named.start - 160), named.start))) return null;
  const value = match[2] ?? '';
  if (!isValue(named, value)) return null;
  const from = named.end + (match[1]?.length ?? 0);
  return findingOf(text, from, from + value.trimEnd().length);
}

function isValue({ grade }: SecretName, value: string): boolean {
  if (value.trim() === '' || PLAIN_VALUE.test(value.trim()) || isProse(value)) return false;
  return grade === 'certain' || isOpaque(value);
}

const SENTENCE =
  /((?:\*{2}|__|["'`])?(?: (?:for|of) [^\s:]{1,64})?(?: (?:is|was|to|will be|as)(?: now)?:?|:|=|\s?->|\s?=>)?[ \t]{1,4}(?:\*{2}|["'`“(]){0,2})([^\s"'`,;”)*]{4,512})/y;

/** `the password for ann is hunter2`, `use token 5f…`: in prose a secret has a digit and some length. */
function findSentence({ text }: SearchedText, { name, end }: SecretName): Finding | null {
  SENTENCE.lastIndex = end;
  const match = SENTENCE.exec(text);
  if (match === null) return null;
  const before = match[1] ?? '';
  const value = (match[2] ?? '').replace(/[.!?:]+$/, '');
  if (PLAIN_VALUE.test(value) || isWords(value)) return null;
  const isSaid = /[a-z:=>]/.test(before);
  const isPassword = isSaid && /^pass\w{0,8}$|password$/i.test(name) && /\d/.test(value) && /\D/.test(value);
  const from = end + before.length;
  return isPassword || isOpaque(value) ? findingOf(text, from, from + value.length) : null;
}
