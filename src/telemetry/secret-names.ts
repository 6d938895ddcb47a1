import { REDACTED, type RedactionRule } from './redaction-rule.ts';
import { WORD_START } from './word-start.ts';

/** What stands before `key` in the name of a secret one. */
const KEYS_OF = [
  'api',
  'app',
  'access',
  'account',
  'private',
  'encryption',
  'encrypt',
  'signing',
  'sign',
  'master',
  'license',
  'secret',
  'subscription',
  'deploy',
  'storage',
  'session',
  'service_role',
  'service-role',
  'servicerole',
  'shared_access',
  'shared-access',
  'sharedaccess',
  'shared',
  'host',
  'crypt',
  'cipher',
  'hmac',
  'aes',
  'rsa',
  'jwt',
  'webhook',
  'admin',
];
/**
 * How the name of a secret ends. Stems stand first and what comes before them is looked at afterwards: with the whole
 * name as the pattern every character would be a start.
 */
const STEM = [
  'pass(?:words?|wd|phrase|code)',
  'pwd',
  'secret(?<!(?:[a-z]s?|^)[-_]?the secret)',
  `key(?<=(?:${KEYS_OF.join('|')})[_-]?key)`,
  'token(?<!(?:unexpected|invalid|next|current|last|first|each|a|the|this|by) token)',
  'credentials?',
  'auth(?<=[_/:]_?auth)',
  'pass(?<![a-z0-9]pass)',
  'cookie(?<=\\.cookie)',
  'string(?<=connection[_-]?string)',
  'signature(?<=access[_-]?signature)',
].join('|');
/** Every name of a secret holds one of these. */
export const NAME_HINTS: readonly string[] = [
  'pass',
  'pwd',
  'secret',
  'token',
  'credential',
  '_auth',
  '/auth',
  ':auth',
  '.cookie',
  'connectionstring',
  'connection_string',
  'connection-string',
  'accesssignature',
  'access_signature',
  'access-signature',
  ...KEYS_OF.flatMap((of) => [`${of}key`, `${of}_key`, `${of}-key`]),
];
const SUFFIX = '(?:[_-]?(?:base|prod(?:uction)?|dev|test|staging|live|value|old|new|id|\\d{1,3}))?';

const SECRET_NAME = new RegExp(`(?:${STEM}|^pass|^_?auth|(?:^|-)cookies?|authorization|x-[a-z-]*key)${SUFFIX}$`, 'i');

/** Whether what a name is given to is a secret: `DB_PASSWORD`, `apiKey`, `Authorization`; not `max_tokens` or `token_count`. */
export function isSecretName(name: string): boolean {
  if (name.length > 128 || /^(?:PWD|OLDPWD)$/.test(name) || /(?:key|token|secret|cookie)[_-]?id$/i.test(name))
    return false;
  return SECRET_NAME.test(name);
}

/** What follows `password:` and the like in prose, in types and in templates. */
const PLAIN_WORDS =
  'true|false|null|none|nil|undefined|required|missing|invalid|expired|incorrect|wrong|empty|unset|not|is|are|was|must|should|cannot|can|has|have|does|too|no|yes|ok|the|a|an|your|for|from|with|and|or|to|in|of|string|str|text|bool|boolean|number|int|any|unknown|optional|hidden|prompt|changed|reset|updated|set|failed|failure|error|mismatch|minimum|please|enter|confirm|field|input|password|passwords|token|secret|redacted|bearer|basic|oauth|default|example|file|path|env|length|verification|authentication';
const PLAIN_VALUE = new RegExp(
  `^(?:(?:${PLAIN_WORDS})[.,:!?]?|\\.\\.\\.|…|\\*+|x{3,}|<[^>]*>?|\\$.*|%[A-Z_]+%?|\\{\\{?.*|\\[redacted\\].*|\\[.*|process\\.env.*|os\\.environ.*|env\\..*|import\\.meta.*)$`,
  'i',
);

const ASSIGNMENT = new RegExp(
  `(${STEM})(${SUFFIX}\\\\{0,3}["']?\\]?)(\\s{0,8}(?:=>|:=|=|:)[ \\t]{0,8})(\\\\{0,3}["'\`])?`,
  'gi',
);
const BARE_VALUE = /[^\s"'`,;&|<>(){}[\]\\]{1,4096}/y;

const ELEMENT = new RegExp(`(<[\\w:.-]{0,64}(?:${STEM})${SUFFIX}>)([^<>]{1,4096})(?=</)`, 'gi');
const PAIR = new RegExp(
  `((?:name|key)\\s{0,4}=\\s{0,4}["'][\\w:. -]{0,64}(?:${STEM})${SUFFIX}["']\\s{1,8}value\\s{0,4}=\\s{0,4}["'])([^"']{1,4096})`,
  'gi',
);
const SENTENCE =
  /(\bpassw(?:or)?d(?: for [^\s:]{1,64})?(?: (?:is|was|to)|:|=) {0,2}["'`]?)(?=[^\s"'`]{0,64}\d)([^\s"'`,;]{4,256})/gi;

/** Secrets named in XML and in prose. */
export const PROSE_RULES: readonly RedactionRule[] = [
  { hints: NAME_HINTS, apply: (text) => (text.includes('</') ? text.replace(ELEMENT, withoutSecond) : text) },
  { hints: ['value'], apply: (text) => text.replace(PAIR, withoutSecond) },
  { hints: ['password', 'passwd'], apply: (text) => text.replace(SENTENCE, withoutSecond) },
];

function withoutSecond(match: string, before: string, value: string): string {
  return PLAIN_VALUE.test(value) ? match : `${before}${REDACTED}`;
}

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
  if (value === '' || text.charAt(end) === '(' || !isLikelySecret(name, value)) return start;
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
  return /\d/.test(value) ? value.length >= 6 && !/^\d{1,7}$/.test(value) : value.length >= 16;
}

const HEADER = new RegExp(
  '((?:authorization|x-(?:api-key|auth-token|access-token|amz-security-token|csrf-token|xsrf-token|goog-api-key|vault-token|gitlab-token|token)|private-token|job-token|ocp-apim-subscription-key|api-key|(?:set-)?cookie)' +
    '\\\\{0,3}["\']?\\s{0,4}:\\s{0,4}\\\\{0,3}["\']?)((?:(?:bearer|basic|digest|token|negotiate|apikey|aws4-hmac-sha256|bot)(?:\\s|%20)+)?)([^\\r\\n"\'`\\\\]{1,8192})',
  'gi',
);
const HEADER_HINTS = [
  'authorization',
  'cookie',
  'api-key',
  'auth-token',
  'access-token',
  'security-token',
  'csrf-token',
  'xsrf-token',
  'vault-token',
  'gitlab-token',
  'private-token',
  'job-token',
  'x-token',
  'subscription-key',
];
const SCHEME = new RegExp(
  `(bearer|basic)(?<=${WORD_START}(?:bearer|basic))((?:\\s|%20|\\+){1,4})([A-Za-z0-9._~+/=-]{8,})`,
  'gi',
);

/** Values of authorisation and cookie headers, and `Bearer …` wherever it stands. */
export const HEADER_RULES: readonly RedactionRule[] = [
  { hints: HEADER_HINTS, apply: (text) => text.replace(HEADER, withoutHeader) },
  { hints: ['bearer', 'basic'], apply: (text) => text.replace(SCHEME, withoutCredentials) },
];

function withoutHeader(match: string, name: string, scheme: string, value: string): string {
  const isCookie = /cookie/i.test(name);
  if (isCookie ? !/^[\w.%-]+=/.test(value) : scheme === '' && isProse(value)) return match;
  return `${name}${scheme}${REDACTED}`;
}

function withoutCredentials(match: string, scheme: string, space: string, value: string): string {
  return isOpaque(value) ? `${scheme}${space}${REDACTED}` : match;
}

function isProse(value: string): boolean {
  return PLAIN_VALUE.test(value.split(/[\s;,)]/, 1)[0] ?? '') || /^[\w.]+\(/.test(value);
}

/** A value that no prose holds. */
function isOpaque(value: string): boolean {
  return /\d/.test(value) || /[a-z][A-Z]/.test(value) || value.includes('=') || value.length >= 24;
}
