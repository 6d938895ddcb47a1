import { REDACTED, type RedactionRule, replacing } from './redaction-rule.ts';

/** `//user:password@` of a URL, its slashes perhaps escaped. */
const USER_INFO = /(:(?:\\{0,3}\/){2})([^\s/?#"'<>@:\\]{0,256})(:[^\s/?#"'<>\\]{0,1024})?@(?=\S)/g;
/** A name this long is a token; `git@` tells nothing. */
const LONG_USER = 16;
const PARAMETERS = [
  'access_token',
  'refresh_token',
  'id_token',
  'auth_token',
  'token',
  'api_?key',
  'key',
  'sig',
  'signature',
  'secret',
  'client_secret',
  'password',
  'passwd',
  'pwd',
  'code',
  'auth',
  'session',
  'sessionid',
  'x-(?:amz|goog)-(?:signature|credential|security-token)',
].join('|');
const PARAMETER = new RegExp(
  `(?:${PARAMETERS})=(?<=[?&;](?:${PARAMETERS})=)[^\\s&#"'<>\\\\;$\\x60{][^\\s&#"'<>\\\\;]*`,
  'gi',
);
const PARAMETER_HINTS = [
  'token=',
  'key=',
  'sig=',
  'signature=',
  'secret=',
  'password=',
  'passwd=',
  'pwd=',
  'code=',
  'auth=',
  'session=',
  'sessionid=',
  'credential=',
];

/** Credentials in addresses: user and password, secret parameters, and the forms that database drivers add. */
export const URL_RULES: readonly RedactionRule[] = [
  { hints: ['@'], apply: (text) => text.replace(USER_INFO, withoutUser) },
  {
    hints: PARAMETER_HINTS,
    apply: (text) => text.replace(PARAMETER, (match) => `${match.slice(0, match.indexOf('=') + 1)}${REDACTED}`),
  },
  replacing(
    ['@tcp(', '@udp(', '@unix('],
    /(?<![\w.-])[\w.-]{1,64}:[^\s@:/]{1,256}@(?=(?:tcp|udp|unix)\()/g,
    `${REDACTED}@`,
  ),
  replacing(['jdbc:oracle'], /(?<=jdbc:oracle:\w{1,16}:)[^\s/@]{1,64}\/[^\s@]{1,256}(?=@)/g),
];

function withoutUser(match: string, slashes: string, user: string, password: string | undefined): string {
  if (password === undefined && (user.length < LONG_USER || user === REDACTED)) return match;
  return `${slashes}${REDACTED}@`;
}
