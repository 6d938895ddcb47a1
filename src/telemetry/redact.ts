import type { PlainJson } from '../base/exact-json.ts';
import { REDACTED } from './redacted-mark.ts';
import { isSecretName, redactAssignments, redactFlags, redactHeaders } from './secret-names.ts';
import { TOKEN_FORMS } from './secret-tokens.ts';

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
  return STEPS.reduce((current, step) => step(current), text);
}

/** As `redactText` for every text and key of a JSON value; what a secret's name is given to is replaced whole. */
export function redactJson(value: PlainJson): PlainJson {
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return redactList(value);
  const names = Object.entries(value).filter(([key]) => NAME_KEYS.has(key.toLowerCase()));
  const isNamedSecret = names.some(([, name]) => typeof name === 'string' && isSecretName(name));
  const members = Object.entries(value).map(([key, member]): [string, PlainJson] => {
    const isSecret = isSecretName(key) || (isNamedSecret && VALUE_KEYS.has(key.toLowerCase()));
    return [redactText(key), isSecret ? redactSecret(member) : redactJson(member)];
  });
  return Object.fromEntries(members);
}

const NAME_KEYS: ReadonlySet<string> = new Set(['name', 'key', 'variable', 'header']);
const VALUE_KEYS: ReadonlySet<string> = new Set(['value', 'default']);

function isList(value: object): value is readonly PlainJson[] {
  return Array.isArray(value);
}

/** In an argument list the value follows its flag. */
function redactList(values: readonly PlainJson[]): PlainJson {
  return values.map((value, i) => {
    const before = i === 0 ? undefined : values[i - 1];
    const isValue = typeof before === 'string' && /^--?[\w-]+$/.test(before) && isSecretName(before.replace(/^-+/, ''));
    return isValue && typeof value === 'string' && !value.startsWith('-') ? REDACTED : redactJson(value);
  });
}

function redactSecret(value: PlainJson): PlainJson {
  if (typeof value === 'string') return value === '' ? '' : REDACTED;
  if (typeof value === 'number') return REDACTED;
  if (value !== null && typeof value === 'object' && isList(value)) return value.map(redactSecret);
  return redactJson(value);
}

type Step = (text: string) => string;

function redactPem(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('-----BEGIN ', from);
    if (start === -1) return kept + text.slice(from);
    const label = /^-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/.exec(text.slice(start, start + 80))?.[1];
    if (label === undefined) {
      kept += text.slice(from, start + 11);
      from = start + 11;
      continue;
    }
    const footer = `-----END ${label}-----`;
    const end = text.indexOf(footer, start);
    kept += text.slice(from, start) + REDACTED;
    if (end === -1) return kept;
    from = end + footer.length;
  }
}

function redactTokens(text: string): string {
  return TOKEN_FORMS.reduce(
    (current, { hint, pattern }) => (current.includes(hint) ? current.replace(pattern, REDACTED) : current),
    text,
  );
}

/** `user:password@` and long user names of URLs; `git@` and the like tell nothing. */
function redactUrls(text: string): string {
  if (!text.includes('://')) return text;
  return text.replace(
    /(?<=:\/\/)([^\s/?#"'<>@:\\]{0,256})(:[^\s/?#"'<>\\]{0,1024})?@(?=[^\s])/g,
    (match, user, password) => {
      if (password === undefined && (String(user).length < 16 || user === REDACTED)) return match;
      return `${REDACTED}@`;
    },
  );
}

const SECRET_PARAMETER =
  /(?<=[?&;](?:access_token|refresh_token|id_token|auth_token|token|api_?key|apikey|key|sig|signature|secret|client_secret|password|passwd|pwd|code|auth|session|sessionid|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|x-goog-credential)=)[^\s&#"'<>\\]+/gi;

function redactParameters(text: string): string {
  return text.includes('=') ? text.replace(SECRET_PARAMETER, REDACTED) : text;
}

/** Whole runs are matched and judged afterwards, since a search at each character would be quadratic. */
function redactEmails(text: string): string {
  if (!text.includes('@') && !text.includes('%40')) return text;
  return text.replace(
    /[A-Za-z0-9._%+-]+(@(?!\d+\.\d)[A-Za-z0-9](?:[A-Za-z0-9-]*\.)+[A-Za-z]{2,}[A-Za-z0-9.-]*)?/g,
    (run: string, domain: string | undefined) => {
      if (domain !== undefined) return run === `git${domain}` ? run : '[email]';
      return run.includes('%40') ? run.replace(/[A-Za-z0-9._+-]+%40(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/g, '[email]') : run;
    },
  );
}

const HOME = new RegExp(
  [
    '(?<![\\w.~-])(?:\\\\?/(?:var|export|usr))?\\\\?/home\\\\?/[^\\\\/\\s"\'`:;,<>|()\\[\\]{}]{1,64}',
    '(?<![\\w.~-])\\\\?/Users\\\\?/(?!Shared\\b)[^\\\\/\\s"\'`:;,<>|()\\[\\]{}]{1,64}',
    '(?<![A-Za-z])(?:[A-Za-z]:|/mnt/[a-z]|/[a-z])(?:[\\\\/]{1,4})(?:Users|Documents and Settings)[\\\\/]{1,4}(?!Public\\b)(?:[^\\\\/:*?"<>|\\r\\n]{1,64}(?=[\\\\/])|[^\\\\/\\s:*?"\'<>|;,)]{1,64})',
    '(?:%2[Ff](?:home|Users)%2[Ff])[A-Za-z0-9._-]{1,64}',
    '(?<=[\\\\/]projects[\\\\/]{1,4})-(?:home|Users)-[A-Za-z0-9_.]{1,64}',
  ].join('|'),
  'g',
);

function redactHomes(text: string): string {
  return text.replace(HOME, (match) => (match.startsWith('-') ? '-~' : '~'));
}

const STEPS: readonly Step[] = [
  redactPem,
  redactTokens,
  redactHeaders,
  redactUrls,
  redactParameters,
  redactFlags,
  redactAssignments,
  redactEmails,
  redactHomes,
];
