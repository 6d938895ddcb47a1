import type { SearchedText } from './characters.ts';
import type { Finding } from './finding.ts';
import { findingOf } from './redaction-rule.ts';
import type { NameGrade, SecretName } from './secret-names.ts';
import { isMixedCase, isOpaque, isProse, isWords, PLAIN_VALUE } from './secret-values.ts';

const MOST_VALUE = 8192;
const AFTER_NAME = '(\\\\{0,7}["\'`]?\\]?)';
/** After a closing quote of the name, a separator, perhaps with the type of a declaration before it, and an opening quote. */
const SEPARATOR = new RegExp(
  `${AFTER_NAME}(?: ?\\[[^\\]\\n]{0,40}\\](?=:))?(\\s{0,8}(?::\\s{0,4}[A-Za-z_&?*][\\w.&<>?*\\[\\]| ]{0,40}=(?!=)(?=\\s{0,8}[bfru@]?["'\`])|=>|:=|={1,3}|:(?!:)=?)(?:[ \\t]|\\\\?\\r?\\n(?=[ \\t]{1,64}["'])){0,8})(?:[bfru@]{1,2}(?=["'\`]))?(\\\\{0,7}["'\`]{1,3})?`,
  'y',
);
const COMMA = /(["'`])(\s{0,4},\s{0,8})(["'`])/y;
const BARE_VALUE = /[^\s"'`,;&|<>(){}[\]\\]{1,4096}/y;
const LINE_VALUE = /[^\s"'`\\]{1,4096}(?=[ \t]*(?:#.{0,256})?\r?(?:\n|$))/y;
const BLOCK =
  /[|>][+-]?\d?[ \t]*\r?\n((?:(?:[ \t]{0,8}\d{1,7}(?:\t|→|[:|]))?[+>#|-]?[ \t]{1,64}\S[^\n]{0,4096}(?:\n|$)){1,256})/y;

interface Assigned {
  readonly name: string;
  readonly grade: Exclude<NameGrade, null>;
  readonly isQuotedName: boolean;
  readonly separator: string;
  /** Nothing stands on the line before the name. */
  readonly isOwnLine: boolean;
}

/** What is given to a name: `NAME=value`, `name: value`, `"name": "value"`, `name "value"`, blocks of YAML, `'NAME', 'value'`. */
export function findAssigned({ text }: SearchedText, named: SecretName): Finding | null {
  SEPARATOR.lastIndex = named.end;
  const found = SEPARATOR.exec(text);
  if (found === null) return findAfterComma(text, named) ?? findAfterBlank(text, named);
  const [whole, after = '', separator = '', quote] = found;
  const from = named.end + whole.length;
  // `registry/name-of-token:tag` is no name with a value.
  if (separator === ':' && quote === undefined && /[/@]/.test(text.charAt(named.start - 1))) return null;
  const assigned: Assigned = {
    name: named.name,
    grade: named.grade,
    isQuotedName: /["'`]/.test(after),
    separator,
    isOwnLine: OWN_LINE.test(text.slice(Math.max(0, named.start - 24), named.start)),
  };
  return findingOf(
    text,
    from,
    quote === undefined ? bareEnd(text, from, assigned) : quotedEnd(text, from, quote, assigned),
  );
}

const OWN_LINE = /(?:^|\n)[ \t]*(?:- |export |set |\+ ?|\d{1,6}[:→\t] ?[ \t]*)?["']?$/;
const SETTER = /(?:define|put|set|add|setenv|putenv|append|header|environ|env|config)\w{0,16}\(\s{0,4}["'`]$/i;

/** `define('DB_PASSWORD', 'value')`: words in a list are none, so a value counts only where it looks like one. */
function findAfterComma(text: string, { name, grade, start, end }: SecretName): Finding | null {
  COMMA.lastIndex = end;
  const found = COMMA.exec(text);
  if (found === null) return null;
  const from = end + found[0].length;
  const to = closingQuote(text, from, found[3] ?? '"');
  const value = text.slice(from, Math.min(to, from + 512));
  if (PLAIN_VALUE.test(value) || isProse(value)) return null;
  const isWord = isWords(value) && !isMixedCase(value);
  const isSet = grade === 'certain' && !isWord && SETTER.test(text.slice(Math.max(0, start - 40), start));
  return isOpaque(value) || isSet || (/^[A-Z\d_]+$/.test(name) && !isWord) ? findingOf(text, from, to) : null;
}

const BLANK = /[ \t]{1,8}(["'])/y;

/** `#define API_KEY "value"`, `storePassword 'value'`. */
function findAfterBlank(text: string, { name, grade, end }: SecretName): Finding | null {
  BLANK.lastIndex = end;
  const found = BLANK.exec(text);
  if (found === null) return null;
  const from = end + found[0].length;
  const to = closingQuote(text, from, found[1] ?? '"');
  const value = text.slice(from, Math.min(to, from + 512));
  if (PLAIN_VALUE.test(value) || /\s/.test(value)) return null;
  const isPassword = grade === 'certain' && isPasswordName(name) && value.length > 3;
  return isPassword || isOpaque(value) ? findingOf(text, from, to) : null;
}

/** End of a quoted value, or its start where it is no secret. */
function quotedEnd(text: string, start: number, quote: string, assigned: Assigned): number {
  const end = closingQuote(text, start, quote);
  const value = text.slice(start, Math.min(end, start + 256));
  if (PLAIN_VALUE.test(value.slice(0, 40)) || isProse(value) || value.trim() === '') return start;
  if (assigned.grade === 'likely') return isOpaque(value) || isCredentials(assigned.name, value) ? end : start;
  if (isPasswordName(assigned.name)) return end;
  // A kind of token, a name of a key.
  if (isWords(value) && (value.length < 16 || / /.test(value)) && !/^[A-Z\d_]+$/.test(assigned.name)) return start;
  return end;
}

/** `"auth": "dXNlcjpwYXNz"` of a Docker configuration, and what that says. */
function isCredentials(name: string, value: string): boolean {
  if (!/auth$/i.test(name)) return false;
  return /^[\w.-]{1,64}:\S/.test(value) || (/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) && /\d|=$/.test(value));
}

/** The closing quote, or the end of the line or text that breaks it off. */
function closingQuote(text: string, start: number, quote: string): number {
  const limit = Math.min(text.length, start + MOST_VALUE);
  for (let i = start; i < limit; i++) {
    if (text.startsWith(quote, i)) return i;
    // Inside a plain quote a backslash hides the next character; inside an escaped one a plain quote ends it all.
    if (!quote.startsWith('\\') && text.charAt(i) === '\\') i++;
    else if (quote.length < 3 && text.charAt(i) === '\n') return i;
    else if (quote.startsWith('\\') && /["`\n]/.test(text.charAt(i))) return i;
  }
  return limit;
}

/** End of an unquoted value, or its start where it is no secret. */
function bareEnd(text: string, start: number, assigned: Assigned): number {
  const block = assigned.separator.includes(':') ? blockEnd(text, start) : start;
  if (block > start) return block;
  BARE_VALUE.lastIndex = start;
  const value = BARE_VALUE.exec(text)?.[0] ?? '';
  const end = start + value.length;
  if (value === '' || !isSecretValue(assigned, value, text.charAt(end))) return start;
  if (!assigned.isOwnLine) return end;
  LINE_VALUE.lastIndex = start;
  const line = LINE_VALUE.exec(text)?.[0] ?? '';
  if (line.length > value.length && !/[,;({]$/.test(line)) return start + line.length;
  return assigned.separator.includes(':') ? scalarEnd(text, end) : end;
}

/** A plain scalar of YAML may hold spaces. */
function scalarEnd(text: string, end: number): number {
  const lineEnd = text.indexOf('\n', end);
  const rest = text.slice(end, Math.min(lineEnd === -1 ? text.length : lineEnd, end + 256));
  return /^(?: [^\s"'`,;:#(){}[\]]+){1,6}\s*$/.test(rest) ? end + rest.trimEnd().length : end;
}

/** End of a block scalar of YAML, which stands below its name. */
function blockEnd(text: string, start: number): number {
  BLOCK.lastIndex = start;
  const block = BLOCK.exec(text);
  return block === null ? start : start + block[0].trimEnd().length;
}

function isPasswordName(name: string): boolean {
  return /(?:pass\w{0,8}|pwd|secrets?|credentials?|creds|mnemonic|phrase|string|codes?)[\d_-]{0,4}$/i.test(name);
}

function isSecretValue(assigned: Assigned, value: string, next: string): boolean {
  const { name, grade, separator, isQuotedName } = assigned;
  if (PLAIN_VALUE.test(value) || next === '(') return false;
  if (/^[).:=?!*]/.test(value)) return grade === 'certain' && isOpaque(value.slice(1));
  if (grade === 'likely') return isOpaque(value) || isCredentials(name, value);
  const isColon = separator.includes(':');
  const isSpaced = /\s/.test(separator) || isColon;
  const isData = isQuotedName || /^[A-Z\d_]+$/.test(name);
  if (!isData && isSpaced && isCode(value, next, assigned)) return false;
  if (!isData && !isSpaced && isMember(value, next)) return false;
  return isPasswordName(name) ? isPassword(assigned, value) : isToken(assigned, value, isSpaced, isData);
}

/** Whether a value after a colon or after blanks is an expression or a type. */
function isCode(value: string, next: string, { separator, isOwnLine }: Assigned): boolean {
  if (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$]+)+$/.test(value))
    return !(/\d\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value));
  if (!/^[A-Za-z_$]+$/.test(value)) return false;
  if (/[;)<|[{]/.test(next)) return true;
  if (value.length < 3 || (next === ',' && isOwnLine)) return true;
  const isScalar = isOwnLine && (separator.includes(':') || (value.length >= 12 && isMixedCase(value)));
  return !isScalar && /pass|pwd|secret|token|key|cred|auth|value|input|field|param|arg|opts|config|props/i.test(value);
}

/** `t.token=e,` of a program without blanks. */
function isMember(value: string, next: string): boolean {
  return /^[A-Za-z_$]{1,3}$/.test(value) && /[,;)}\]?:]/.test(next);
}

function isPassword({ name, separator }: Assigned, value: string): boolean {
  if (/pwd$/i.test(name) && /^(?:old)?pwd$/i.test(name)) return !/^[/~]|^[A-Za-z]:[\\/]?/.test(value);
  if (/words$/i.test(name) && /^\d+$/.test(value)) return false;
  if (separator.includes(':') && /^\d{1,3}$/.test(value)) return false;
  if (!/(?:^|[^a-z])pass$/i.test(name)) return true;
  // `pass: 12` counts tests.
  return separator.includes(':') ? /\d/.test(value) && /\D/.test(value) : !/^\d+$/.test(value);
}

/** After `token:` may stand prose or code; a secret has a digit or some length. */
function isToken({ separator }: Assigned, value: string, isSpaced: boolean, isData: boolean): boolean {
  if ((separator === '=' && !isSpaced) || isData) return !/^\d{1,7}$/.test(value);
  if (/\d/.test(value)) return value.length >= 6 && !/^\d{1,7}$/.test(value);
  return value.length >= 16 && (/\W/.test(value) || isMixedCase(value));
}
