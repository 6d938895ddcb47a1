import { REDACTED, type RedactionRule } from './redaction-rule.ts';
import { PLAIN_VALUE } from './secret-names.ts';
import { WORD_START } from './word-start.ts';

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
