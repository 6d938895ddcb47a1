import { patternRule, type RedactionRule } from './redaction-rule.ts';
import { isMixedCase, PLAIN_VALUE } from './secret-values.ts';

const NAMES = [
  ...['authorization', 'x-(?:[a-z0-9]{1,24}-){0,4}(?:api-?key|key|token|secret|auth|password|apikey)', 'private-token'],
  ...[
    'job-token',
    'deploy-token',
    'ocp-apim-subscription-key',
    'api-key',
    'apikey',
    'dd-api-key',
    'dd-application-key',
  ],
  ...['(?:set-)?cookie2?'],
];
/** What stands before the hint in the name of a header. */
const HINTS = [
  ...['authorization', 'private-token', 'job-token', 'deploy-token', 'ocp-apim-subscription-key'],
  ...['dd-application-key', 'dd-api-key', 'cookie', 'set-cookie', 'x-'],
];
const SCHEMES =
  'bearer|basic|digest|token|negotiate|apikey|aws4-hmac-sha256|bot|ssws|oauth|hawk|splunk|genie ?key|key|jwt|discogs|sso-key|zoho-oauthtoken|pve ?api ?token';
const HEADER = new RegExp(
  `((?:${NAMES.join('|')})\\\\{0,7}["']?[ \\t]{0,4}[:=]>?[ \\t]{0,4}\\[?\\\\{0,7}["']?(?:(?:${SCHEMES})(?:[ =]|%20|\\+){1,4})?)([^\\r\\n"'\`\\\\]{1,8192})`,
  'i',
);
const SCHEME = /((?:bearer|basic|ssws)(?:\s|%20|\+){1,4})([A-Za-z0-9._~+/=-]{8,8192})/i;

/** Values of headers that authorise and of cookies, `Bearer …` wherever it stands, and cookies by name. */
export const HEADER_RULES: readonly RedactionRule[] = [
  patternRule(HINTS, HEADER, { accepts: isHeader }),
  patternRule(['bearer', 'basic', 'ssws'], SCHEME, { accepts: isCredentials }),
  patternRule(
    [
      ...['jsessionid=', 'phpsessid=', 'sessionid=', 'asp.net_sessionid=', 'connect.sid=', 'laravel_session='],
      ...['_gitlab_session=', '_session=', '_session_id=', 'xsrf-token=', 'csrftoken=', 'sid=', 'auth_session='],
    ],
    /([\w.-]{0,32}=)([A-Za-z0-9%._~+/-]{16,4096})/,
    { accepts: isCookieValue },
  ),
  // A line of a cookie file.
  patternRule(
    ['\ttrue\t', '\tfalse\t'],
    /(\t(?:TRUE|FALSE)\t\/[^\t\n]{0,256}\t(?:TRUE|FALSE)\t\d{1,20}\t[^\t\n]{1,256}\t)([^\t\r\n]{1,4096})/,
  ),
];

function isHeader(match: RegExpExecArray): boolean {
  const { input, index } = match;
  if (/[A-Za-z0-9_]/.test(input.charAt(index - 1)) && !/^(?:authorization|cookie)/i.test(match[0])) return false;
  const head = (match[1] ?? '').toLowerCase();
  const value = match[2] ?? '';
  if (head.startsWith('cookie') || head.startsWith('set-cookie')) return /^[\w.%$-]+=/.test(value.trim());
  if (/=>?[ \t]*\\*["']?$/.test(head) && !/["']$/.test(head)) return false;
  const hasScheme = /[a-z](?:[ =+]|%20)+$/.test(head) && !/[:=]>?[ \t]+$/.test(head);
  return hasScheme ? !PLAIN_VALUE.test(value.split(/[\s,;]/, 1)[0] ?? '') : !isProse(value);
}

function isProse(value: string): boolean {
  return PLAIN_VALUE.test(value.split(/[\s;,)]/, 1)[0] ?? '') || /^[\w.$]+\(|^\W/.test(value);
}

/** A value that no prose holds. */
function isCredentials(match: RegExpExecArray): boolean {
  const value = match[2] ?? '';
  if (/[A-Za-z0-9_]/.test(match.input.charAt(match.index - 1))) return false;
  return /\d/.test(value) || /[a-z][A-Z]/.test(value) || value.includes('=') || value.length >= 24;
}

/** Ids of sessions that programs use as names are UUIDs, and are none. */
function isCookieValue(match: RegExpExecArray): boolean {
  const value = match[2] ?? '';
  const isRandom = /\d/.test(value) || (value.length >= 16 && isMixedCase(value));
  return isRandom && !/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value);
}
