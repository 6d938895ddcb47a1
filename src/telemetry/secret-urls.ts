import { REDACTED } from './redacted-mark.ts';

/** `//user:password@` of a URL, its slashes perhaps escaped. */
const USER_INFO = /(?<=:(?:\\{0,3}\/){2})([^\s/?#"'<>@:\\]{0,256})(:[^\s/?#"'<>\\]{0,1024})?@(?=\S)/g;
/** A name this long is a token; `git@` tells nothing. */
const LONG_USER = 16;
const PARAMETER =
  /(?<=[?&;](?:access_token|refresh_token|id_token|auth_token|token|api_?key|apikey|key|sig|signature|secret|client_secret|password|passwd|pwd|code|auth|session|sessionid|x-(?:amz|goog)-(?:signature|credential|security-token))=)[^\s&#"'<>\\;]+/gi;
const GO_DSN = /(?<![\w.-])[\w.-]{1,64}:[^\s@:/]{1,256}@(?=(?:tcp|udp|unix)\()/g;
const ORACLE_DSN = /(?<=jdbc:oracle:\w{1,16}:)[^\s/@]{1,64}\/[^\s@]{1,256}(?=@)/g;

/** Credentials in addresses: user and password, secret parameters, and the forms that database drivers add. */
export function redactUrls(text: string): string {
  const users = /:\\{0,3}\//.test(text) && text.includes('@') ? text.replace(USER_INFO, withoutUser) : text;
  const parameters = users.includes('=') ? users.replace(PARAMETER, REDACTED) : users;
  const go =
    parameters.includes('(') && parameters.includes('@') ? parameters.replace(GO_DSN, `${REDACTED}@`) : parameters;
  return go.includes('jdbc:oracle') ? go.replace(ORACLE_DSN, REDACTED) : go;
}

function withoutUser(match: string, user: string, password: string | undefined): string {
  if (password === undefined && (user.length < LONG_USER || user === REDACTED)) return match;
  return `${REDACTED}@`;
}
