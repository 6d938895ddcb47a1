import { REDACTED } from './redacted-mark.ts';

const PASSWORD = 'passwords?|passwd|passphrase|passcode|pwd';
const SECRET =
  'client[_-]?secret|app[_-]?secret|secret[_-]?(?:access[_-]?)?key|secret|api[_-]?key|apikey|access[_-]?key|account[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|license[_-]?key|shared[_-]?access[_-]?(?:key|signature)|service[_-]?role[_-]?key|credentials?|private[_-]?token';
const TOKEN =
  'auth[_-]?token|access[_-]?token|refresh[_-]?token|id[_-]?token|session[_-]?token|security[_-]?token|bearer[_-]?token|token';
const SUFFIX = '(?:[_-]?(?:base|prod(?:uction)?|dev|test|staging|live|value|old|new|\\d{1,3}))?';

const SECRET_NAME = new RegExp(
  `(?:^|[^a-z]|(?<=[a-z]))(?:${PASSWORD}|${SECRET}|${TOKEN}|_auth|(?:^|_)pass|set-cookie|cookie|authorization|x-api-key|connection[_-]?string)${SUFFIX}$`,
  'i',
);

/** Whether what a name is given to is a secret: `DB_PASSWORD`, `apiKey`, `Authorization`, not `max_tokens` or `token_count`. */
export function isSecretName(name: string): boolean {
  if (name.length > 128) return false;
  return SECRET_NAME.test(name) && !/^(?:PWD|OLDPWD)$/.test(name);
}

/** Bare words that follow `token:` and the like in prose and code. */
const PLAIN_VALUE =
  /^(?:true|false|null|none|nil|undefined|required|missing|invalid|expired|incorrect|wrong|empty|unset|not|is|must|string|str|text|bool|boolean|number|int|any|unknown|optional|hidden|yes|no|\.\.\.|…|\*+|x+|<[^>]*>?|\$.*|%[A-Z_]+%?|\{\{.*|\[redacted\].*|process\.env.*|os\.environ.*|env\..*|import\.meta.*)$/i;

const KEYWORD_RUN = `(?:${PASSWORD}|${SECRET}|${TOKEN}|_auth|(?<=_)pass|(?<=_)PASS|connection[_-]?string)${SUFFIX}`;
const ASSIGNMENT = new RegExp(
  `(${KEYWORD_RUN})(\\\\{0,3}["']?\\]?)(\\s{0,8}(?:=>|:=|=|:|%3[DdAa])[ \\t]{0,8})(?:(\\\\{0,3}["'\`])((?:(?!\\4|\\\\{0,3}["\`])[^\\n]){1,4096}?)(?=\\4|$|\\n|\\\\{0,3}["\`])|([^\\s"'\`,;&|<>(){}\\[\\]\\\\]{1,4096})(?![\\w.]*\\())`,
  'gi',
);

/** `NAME=value`, `name: value`, `"name": "value"`, also escaped inside another text. */
export function redactAssignments(text: string): string {
  return text.replace(
    ASSIGNMENT,
    (match, name: string, close: string, separator: string, quote?: string, quoted?: string, bare?: string) => {
      if (quoted !== undefined) {
        if (PLAIN_VALUE.test(quoted) && !/^x+$/i.test(quoted)) return match;
        return `${name}${close}${separator}${quote}${REDACTED}`;
      }
      const value = bare ?? '';
      if (!isLikelySecret(name, separator, value)) return match;
      return `${name}${close}${separator}${REDACTED}`;
    },
  );
}

function isLikelySecret(name: string, separator: string, value: string): boolean {
  if (PLAIN_VALUE.test(value) || /^[).:=]/.test(value)) return false;
  if (name === 'PWD') return !value.startsWith('/') && !value.startsWith('~');
  const isPassword = new RegExp(`^(?:${PASSWORD}|pass|secret)`, 'i').test(name);
  if (isPassword && separator.trim() === '=') return true;
  // After a colon may stand prose or a type; a secret has a digit, a sign or some length.
  if (isPassword) return /[\d!@#$%^*+=~/_-]/.test(value) || value.length >= 8;
  return /\d/.test(value) ? value.length >= 4 && !/^\d{1,7}$/.test(value) : value.length >= 12;
}

const HEADER = new RegExp(
  '((?:proxy-)?authorization|x-api-key|x-auth-token|x-access-token|x-amz-security-token|x-csrf-token|x-xsrf-token|x-goog-api-key|private-token|job-token|ocp-apim-subscription-key|api-key|set-cookie|cookie)' +
    '(\\\\{0,3}["\']?\\s{0,4}:\\s{0,4}\\\\{0,3}["\']?)((?:(?:bearer|basic|digest|token|negotiate|apikey|aws4-hmac-sha256|bot)\\s+)?)([^\\r\\n"\'`\\\\]{1,8192})',
  'gi',
);
const SCHEME = /(?<![A-Za-z0-9_])(bearer|basic)((?:\s|%20|\+){1,4})([A-Za-z0-9._~+/=-]{8,})/gi;

/** Values of authorisation and cookie headers, and `Bearer …` wherever it stands. */
export function redactHeaders(text: string): string {
  return text
    .replace(
      HEADER,
      (_match, name: string, separator: string, scheme: string) => `${name}${separator}${scheme}${REDACTED}`,
    )
    .replace(SCHEME, (match, scheme: string, space: string, value: string) =>
      isOpaque(value) ? `${scheme}${space}${REDACTED}` : match,
    );
}

/** A value that no prose holds. */
function isOpaque(value: string): boolean {
  return /\d/.test(value) || /[a-z][A-Z]/.test(value) || value.includes('=') || value.length >= 24;
}

const FLAG = new RegExp(
  `((?<![\\w-])--?(?:[a-z]+-){0,3}(?:${PASSWORD}|${SECRET}|${TOKEN}|auth|pass)${SUFFIX})( {1,4}|=)(\\\\{0,3}["']?)([^\\s"'\`\\\\-][^\\s"'\`\\\\]{0,4095})`,
  'gi',
);
const USER = /((?<![\w-])(?:-u|--user|--proxy-user)[ =]?["']?)([^\s:"'\\]{1,256}:[^\s"'\\]{1,1024})/g;
const SHORT_FLAGS: readonly RegExp[] = [
  /(?<=\bmysql(?:dump|admin|show|import)?\b[^\n|;&]{0,200}\s-p)[^\s"'-][^\s]{0,255}/g,
  /(?<=\bsshpass\s{1,4}-p\s{0,4}["']?)[^\s"']{1,255}/g,
  /(?<=\bredis-cli\b[^\n|;&]{0,200}\s-a\s{1,4}["']?)[^\s"']{1,255}/g,
  /(?<=\bdocker\s{1,4}login\b[^\n|;&]{0,200}\s-p\s{1,4}["']?)[^\s"']{1,255}/g,
  /(?<=\blogin\s{1,8}\S{1,256}\s{1,8}password\s{1,8})\S{1,1024}/g,
];

/** Secrets in command lines: `--password x`, `curl -u user:password`, `mysql -px`, and the line of a netrc file. */
export function redactFlags(text: string): string {
  const long = text.includes('-')
    ? text
        .replace(FLAG, (match, flag: string, space: string, quote: string, value: string) =>
          PLAIN_VALUE.test(value) ? match : `${flag}${space}${quote}${REDACTED}`,
        )
        .replace(USER, (match, flag: string, value: string) => (/^\d+:\d+$/.test(value) ? match : `${flag}${REDACTED}`))
    : text;
  return SHORT_FLAGS.reduce((current, pattern) => current.replace(pattern, REDACTED), long);
}
