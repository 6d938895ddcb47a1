import { REDACTED, type RedactionRule, replacing } from './redaction-rule.ts';
import { isSecretName, NAME_HINTS } from './secret-names.ts';
import { FLAG_START } from './word-start.ts';

const LONG_FLAG = new RegExp(
  `(-)(?<=${FLAG_START}-)(-?[a-z][\\w-]{2,63})( {1,4}|=)(\\\\{0,3}["']?)([^\\s"'\`\\\\-][^\\s"'\`\\\\]{0,4095})`,
  'gi',
);
const USER_FLAG = '(?:-u|--user|--proxy-user)';
const USER = new RegExp(
  `(${USER_FLAG}(?<=${FLAG_START}${USER_FLAG})[ =]?\\\\{0,3}["']?)([^\\s:"'\\\\]{1,256}:[^\\s"'\\\\]{1,1024})`,
  'g',
);
const NO_SECRET = /^(?:[<$%{].*|\.{0,2}\/.*|.*\.(?:pem|key|txt|json)|none|basic|bearer|oauth|true|false)$/i;
const SETTING = /(\b(?:setx|config set|configure set)\s{1,4})(\S{1,128})(\s{1,4})([^\s-]\S{0,1023})/gi;
const KEPT = `$1${REDACTED}`;

/** Secrets in command lines: `--password x`, `curl -u user:password`, `mysql -px`, and the lines of a netrc and a pgpass file. */
export const FLAG_RULES: readonly RedactionRule[] = [
  { hints: [...NAME_HINTS, 'cookie'], apply: (text) => text.replace(LONG_FLAG, withoutValue) },
  { hints: ['-u'], apply: (text) => text.replace(USER, withoutUser) },
  { hints: ['setx', 'config set', 'configure set'], apply: (text) => text.replace(SETTING, withoutSetting) },
  replacing(['securestring'], /(ConvertTo-SecureString (?:-String )?["'])([^"'\n]{1,1024})/gi, KEPT),
  replacing(['mysql'], /(\bmysql(?:dump|admin|show|import)?\b[^\n|;&]{0,200}? -p)([^\s"'-][^\s]{0,255})/g, KEPT),
  replacing(['sshpass'], /(\bsshpass\s{1,4}-p\s{0,4}["']?)([^\s"']{1,255})/g, KEPT),
  replacing(['redis-cli'], /(\bredis-cli\b[^\n|;&]{0,200}? -a\s{1,4}["']?)([^\s"']{1,255})/g, KEPT),
  replacing(['docker'], /(\bdocker\s{1,4}login\b[^\n|;&]{0,200}? -p\s{1,4}["']?)([^\s"']{1,255})/g, KEPT),
  replacing(['login'], /(\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8})(\S{1,1024})/g, KEPT),
  replacing([':5432:'], /(:5432:[^\s:]{1,64}:[^\s:]{1,64}:)([^\s:]{1,256})/g, KEPT),
];

/** Whether the argument after a flag is a secret. */
export function isSecretFlag(flag: string): boolean {
  return isSecretName(flag.replace(/^-+/, ''));
}

function withoutValue(match: string, dash: string, flag: string, space: string, quote: string, value: string): string {
  const isKept = !isSecretFlag(flag) || NO_SECRET.test(value) || value.startsWith(REDACTED);
  return isKept ? match : `${dash}${flag}${space}${quote}${REDACTED}`;
}

/** `docker run -u 1000:1000` names a user and a group. */
function withoutUser(match: string, flag: string, value: string): string {
  return /^\d+:\d+$/.test(value) ? match : `${flag}${REDACTED}`;
}

function withoutSetting(match: string, verb: string, name: string, space: string, _value: string): string {
  return isSecretName(name) ? `${verb}${name}${space}${REDACTED}` : match;
}
