import { REDACTED } from './redacted-mark.ts';
import { isSecretName } from './secret-names.ts';
import { FLAG_START } from './word-start.ts';

const LONG_FLAG = new RegExp(
  `${FLAG_START}(--?[a-z][\\w-]{2,63})( {1,4}|=)(\\\\{0,3}["']?)([^\\s"'\`\\\\-][^\\s"'\`\\\\]{0,4095})`,
  'gi',
);
const USER = new RegExp(
  `(${FLAG_START}(?:-u|--user|--proxy-user)[ =]?\\\\{0,3}["']?)([^\\s:"'\\\\]{1,256}:[^\\s"'\\\\]{1,1024})`,
  'g',
);
const NO_SECRET = /^(?:[<$%{].*|\.{0,2}\/.*|.*\.(?:pem|key|txt|json)|none|basic|bearer|oauth|true|false)$/i;

/** Programs with a short flag for a secret, as a pattern up to the secret. */
const SHORT_FLAGS: readonly (readonly [hint: string, pattern: RegExp])[] = [
  ['mysql', /(\bmysql(?:dump|admin|show|import)?\b[^\n|;&]{0,200}? -p)([^\s"'-][^\s]{0,255})/g],
  ['sshpass', /(\bsshpass\s{1,4}-p\s{0,4}["']?)([^\s"']{1,255})/g],
  ['redis-cli', /(\bredis-cli\b[^\n|;&]{0,200}? -a\s{1,4}["']?)([^\s"']{1,255})/g],
  ['docker', /(\bdocker\s{1,4}login\b[^\n|;&]{0,200}? -p\s{1,4}["']?)([^\s"']{1,255})/g],
  ['login', /(\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8})(\S{1,1024})/g],
  [':5432:', /(:5432:[^\s:]{1,64}:[^\s:]{1,64}:)([^\s:]{1,256})/g],
];

/** Secrets in command lines: `--password x`, `curl -u user:password`, `mysql -px`, and the lines of a netrc and a pgpass file. */
export function redactFlags(text: string): string {
  const long = text.includes('-')
    ? text
        .replace(LONG_FLAG, (match, flag: string, space: string, quote: string, value: string) =>
          isSecretFlag(flag) && !NO_SECRET.test(value) && !value.startsWith(REDACTED)
            ? `${flag}${space}${quote}${REDACTED}`
            : match,
        )
        .replace(USER, (match, flag: string, value: string) => (/^\d+:\d+$/.test(value) ? match : `${flag}${REDACTED}`))
    : text;
  return SHORT_FLAGS.reduce(
    (current, [hint, pattern]) => (current.includes(hint) ? current.replace(pattern, `$1${REDACTED}`) : current),
    long,
  );
}

/** Whether the argument after a flag is a secret. */
export function isSecretFlag(flag: string): boolean {
  return isSecretName(flag.replace(/^-+/, ''));
}
