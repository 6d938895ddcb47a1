import { type SearchedText, WORD_DASH } from './characters.ts';
import { type Finding, REDACTED } from './finding.ts';
import { findingOf, patternRule, type RedactionRule } from './redaction-rule.ts';
import { isOpaque, PLAIN_VALUE } from './secret-values.ts';

/** `user:password` of a URL, its slashes perhaps escaped. */
const USER_INFO = /(:(?:\\{0,3}\/){2})([^\s/?#"'<>@:\\]{0,256})(:[^\s/"'<>\\]{0,1024})?(?=@[^\s@])/y;
/** A name this long is a token; `git@` tells nothing. */
const LONG_USER = 16;

const PARAMETER_HINTS = [
  ...['key=', 'sig=', 'signature=', 'code=', 'auth=', 'session=', 'sessionid=', 'credential=', 'sid=', 'otp=', 'hmac='],
  ...['assertion=', 'ticket=', 'state_token=', 'sas='],
];
const VALUE = /([^\s&#"'<>\\;$`{)\]]{1,4096})/y;

/** Paths that give whoever knows them a right. */
const PATHS: readonly (readonly [hint: string, pattern: RegExp])[] = [
  ['hooks.slack.com/', /(hooks\.slack(?:-gov)?\.com\/)((?:services|workflows|triggers)\/[A-Za-z0-9/_-]{16,256})/],
  ['/api/webhooks/', /(\/api\/(?:v\d{1,2}\/)?webhooks\/)(\d{5,24}\/[A-Za-z0-9_-]{16,128})/],
  ['/webhooks/', /(\/webhooks\/)(\d{5,24}\/[A-Za-z0-9_-]{16,128})/],
  ['webhook.office.com/', /(webhook\.office\.com\/)(webhookb2\/[A-Za-z0-9@/-]{32,512})/],
  ['outlook.office.com/webhook', /(outlook\.office(?:365)?\.com\/webhook(?:b2)?\/)([A-Za-z0-9@/-]{32,512})/],
  ['hooks.zapier.com/', /(hooks\.zapier\.com\/hooks\/)([A-Za-z0-9/_-]{8,256})/],
  ['/with/key/', /(\/with\/key\/)([A-Za-z0-9_-]{8,128})/],
  ['/bot/v2/hook/', /(\/bot\/v2\/hook\/)([A-Za-z0-9-]{16,64})/],
  ['infura.io/', /(infura\.io\/(?:ws\/)?v3\/)([0-9a-f]{32})/],
  ['alchemy.com/', /((?:alchemy|alchemyapi)\.(?:com|io)\/v2\/)([A-Za-z0-9_-]{20,64})/],
  ['loggly.com/', /(loggly\.com\/(?:inputs|bulk)\/)([0-9a-f-]{36})/],
  ['incomingwebhooks/', /(incomingwebhooks\/)([0-9a-f-]{36}\?token=[A-Za-z0-9_-]{8,256})/],
];

/** Credentials in addresses: user and password, secret parameters and paths, and the forms that database drivers add. */
export const URL_RULES: readonly RedactionRule[] = [
  { hints: ['://', ':\\/\\/'], find: findUserInfo },
  { hints: PARAMETER_HINTS, find: findParameter },
  ...PATHS.map(([hint, pattern]) => patternRule([hint], pattern)),
  { hints: ['@tcp(', '@udp(', '@unix('], find: findDataSource },
  patternRule(['jdbc:oracle'], /(jdbc:oracle:\w{1,16}:)([^\s/@]{1,64}\/[^\s@]{1,256})(?=@)/),
];

function findUserInfo(searched: SearchedText, start: number): Finding | null {
  const { text } = searched;
  USER_INFO.lastIndex = start;
  const match = USER_INFO.exec(text);
  if (match === null) return null;
  const [whole, slashes = '', user = '', password] = match;
  if (password === undefined && (user.length < LONG_USER || user === REDACTED)) return null;
  // The port of a host, and an `@` in what follows it.
  if (password !== undefined && /^:\d{1,5}[?#]/.test(password)) return null;
  searched.userInfoEnd = start + whole.length;
  return findingOf(text, start + slashes.length, start + whole.length);
}

function findParameter(searched: SearchedText, start: number, end: number): Finding | null {
  const { text } = searched;
  const name = searched.runStart(WORD_DASH, start, 64);
  if (!/[?&;#]/.test(text.charAt(name - 1))) return null;
  VALUE.lastIndex = end;
  const value = VALUE.exec(text)?.[1] ?? '';
  if (value === '' || PLAIN_VALUE.test(value)) return null;
  const isVague = /^(?:key|code|sid|session|state|ticket)=$/i.test(text.slice(name, end));
  return isVague && !isOpaque(value) && !/^(?=.*\d)(?=.*[a-z])[\w-]{8,}$/i.test(value)
    ? null
    : findingOf(text, end, end + value.length);
}

/** `user:password@tcp(host)` of a driver of Go. */
function findDataSource({ text }: SearchedText, at: number): Finding | null {
  const before = text.slice(Math.max(0, at - 320), at);
  const match = /(?:^|[^\w.-])([\w.-]{1,64}:[^\s:/"'`]{1,256})$/.exec(before);
  return match === null ? null : findingOf(text, at - (match[1]?.length ?? 0), at);
}
