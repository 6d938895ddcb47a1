import { REDACTED, type RedactionRule } from './redaction-rule.ts';
import { NAME_HINTS, PLAIN_VALUE, STEM, SUFFIX } from './secret-names.ts';

const ASSIGNMENT = new RegExp(
  `(${STEM})(${SUFFIX}\\\\{0,3}["']?\\]?)(\\s{0,8}(?:=>|:=|=|:)[ \\t]{0,8})(\\\\{0,3}["'\`])?`,
  'gi',
);
const BARE_VALUE = /[^\s"'`,;&|<>(){}[\]\\]{1,4096}/y;

/** `NAME=value`, `name: value`, `"name": "value"`, also escaped inside another text. */
export const ASSIGNMENT_RULE: RedactionRule = { hints: NAME_HINTS, apply: redactAssignments };

function redactAssignments(text: string): string {
  let kept = '';
  let from = 0;
  ASSIGNMENT.lastIndex = 0;
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const [whole, stem = '', rest = '', separator = '', quote] = match;
    const start = match.index + whole.length;
    const end = quote === undefined ? bareEnd(text, start, { stem, rest, separator }) : quotedEnd(text, start, quote);
    if (end <= start || (quote !== undefined && PLAIN_VALUE.test(text.slice(start, Math.min(end, start + 40)))))
      continue;
    kept += text.slice(from, start) + REDACTED;
    from = end;
    ASSIGNMENT.lastIndex = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** End of a quoted value: its closing quote, or the end of the line or text that breaks it off. */
function quotedEnd(text: string, start: number, quote: string): number {
  const limit = Math.min(text.length, start + 8192);
  for (let i = start; i < limit; i++) {
    if (text.startsWith(quote, i)) return i;
    // Inside a plain quote a backslash hides the next character; inside an escaped one a plain quote ends it all.
    if (quote.length === 1 && text.charAt(i) === '\\') i++;
    else if (text.charAt(i) === '\n' || (quote.length > 1 && /["`]/.test(text.charAt(i)))) return i;
  }
  return limit;
}

interface Assigned {
  readonly stem: string;
  readonly rest: string;
  readonly separator: string;
}

/** End of an unquoted value, or its start where it is no secret. */
function bareEnd(text: string, start: number, name: Assigned): number {
  BARE_VALUE.lastIndex = start;
  const value = BARE_VALUE.exec(text)?.[0] ?? '';
  const end = start + value.length;
  const next = text.charAt(end);
  if (value === '' || next === '(' || !isLikelySecret(name, value)) return start;
  // A type in a declaration.
  if (name.separator.includes(':') && /^[A-Za-z_$]+$/.test(value) && /[;)<|]/.test(next)) return start;
  if (!name.separator.includes(':') || !isOwnLine(text, start - name.separator.length)) return end;
  // A plain scalar of YAML may hold spaces.
  const lineEnd = text.indexOf('\n', end);
  const rest = text.slice(end, Math.min(lineEnd === -1 ? text.length : lineEnd, end + 256));
  return /^(?: [^\s"'`,;:#(){}[\]]+){1,6}\s*$/.test(rest) ? end + rest.trimEnd().length : end;
}

/** Whether the line holds nothing but the name before the separator. */
function isOwnLine(text: string, nameEnd: number): boolean {
  const before = text.slice(Math.max(0, nameEnd - 80), nameEnd);
  return /(?:^|\n)[ \t]*(?:- )?["']?[\w.-]+["']?$/.test(before);
}

function isLikelySecret({ stem, rest, separator }: Assigned, value: string): boolean {
  if (PLAIN_VALUE.test(value) || /^[).:=?!]/.test(value)) return false;
  const isCode = /\s/.test(separator) || separator.includes(':');
  if (isCode && /^[A-Za-z_$][A-Za-z_$]*(?:\??\.[A-Za-z_$]+)+$/.test(value)) return false;
  if (stem === 'PWD' || stem === 'pwd') return !/^[/~]|^[A-Za-z]:[\\/]?/.test(value);
  if (/words$/i.test(stem) && /^\d+$/.test(value)) return false;
  // `pass: 12` counts tests.
  if (/^pass$/i.test(stem))
    return separator.includes(':') ? /\d/.test(value) && /\D/.test(value) : !/^\d+$/.test(value);
  if (/^(?:pass|pwd|secret|credential)/i.test(stem)) return true;
  const isData = /["']/.test(rest) || /^[A-Z]+$/.test(stem);
  if (separator === '=' || isData) return !/^\d{1,7}$/.test(value);
  // After `token:` may stand prose or code; a secret has a digit or some length.
  return /\d/.test(value) ? value.length >= 6 && !/^\d{1,7}$/.test(value) : /\W/.test(value) && value.length >= 16;
}
