import { ALPHANUMERIC, isOf, type SearchedText } from './characters.ts';
import { type Finding, REDACTED } from './finding.ts';
import { findingOf, LINE_HEAD, patternRule, type RedactionRule } from './redaction-rule.ts';
import { isSecretName, type SecretName } from './secret-names.ts';
import { isMixedCase, isOpaque, isWords } from './secret-values.ts';

/** Blanks between words of a command, which may go on in the next line. */
const GAP = '(?:[ \\t]|\\\\{1,4}\\r?\\n|`\\r?\\n){1,16}';
const NO_SECRET =
  /^(?:[<$%{].*|\.{0,2}\/.*|~\/.*|.*\.(?:pem|key|txt|json|ya?ml)|none|basic|bearer|oauth2?|true|false|stdin|-.*)$/i;
const AFTER_FLAG = new RegExp(`(?:${GAP}|=)\\\\{0,7}["']?(?=[^\\s"'\`\\\\-])([^\\s"'\`\\\\]{1,4096})`, 'y');
const AFTER_QUOTE = new RegExp(`(?:${GAP}|=)(\\\\{0,7}["'])`, 'y');

/** Secrets in command lines: `--password x`, `curl -u user:password`, `mysql -px`, and the lines of netrc and pgpass files. */
export const FLAG_RULES: readonly RedactionRule[] = [
  patternRule(['-u', '--user', '--proxy-user'], userPattern('-u|--user|--proxy-user'), { accepts: isUserFlag }),
  patternRule(
    ['setx', 'setenv', 'config set', 'configure set', 'set -gx', 'set -x', 'set -ux', 'env:', 'env ', 'arg '],
    /((?:setx|setenv|config set|configure set|set -gx|set -x|set -ux|env|arg)[ \t]{1,4}(?:-[\w-]{1,24} ){0,3}([\w./:@-]{1,128})[ \t]{1,4}["']?)([^\s"'=-][^\s"']{0,1023})/i,
    { accepts: ([, , name = '']) => isSecretName(name) },
  ),
  patternRule(
    ['convertto-securestring'],
    /(ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["'])([^"'\n]{1,1024})/i,
  ),
  patternRule(
    ['mysql', 'mariadb'],
    /((?:mysql|mariadb)(?:dump|admin|show|import|-[a-z]{2,8})?\b[^\n|;&]{0,200}? -p)([^\s"'-]\S{0,255})/i,
  ),
  patternRule(
    ['mysql', 'mariadb'],
    /((?:mysql|mariadb)(?:dump|admin|show|import|-[a-z]{2,8})?\b[^\n|;&]{0,200}? -p["'])([^"'\n]{1,255})/i,
  ),
  patternRule(['sshpass'], /(sshpass[ \t]{1,4}-p[ \t]{0,4}["']?)([^\s"']{1,255})/),
  patternRule(['redis-cli'], /(redis-cli\b[^\n|;&]{0,200}?(?: -a|--pass)[ \t]{1,4}["']?)([^\s"']{1,255})/),
  patternRule(
    ['docker', 'podman', 'helm', 'oras', 'crane', 'skopeo', 'nerdctl', 'az ', 'oc ', 'cf '],
    /((?:docker|podman|helm registry|oras|crane auth|skopeo|nerdctl|az|oc|cf)[ \t]{1,4}login\b[^\n|;&]{0,200}? -p[ \t=]{0,4}["']?)([^\s"']{1,2048})/,
  ),
  patternRule(['requirepass', 'masterauth'], /((?:requirepass|masterauth)[ \t]{1,4}["']?)([^\s"']{1,512})/i),
  patternRule(
    ['login', 'account'],
    new RegExp(
      `((?:login|account)\\s{1,8}\\S{1,128}(?:\\s{1,8}|[ \\t]{0,8}\\n${LINE_HEAD})password[ \\t\\n]{1,8})(\\S{1,1024})`,
    ),
    { accepts: isNetrc },
  ),
  patternRule([':5432:', ':6432:', ':*:'], /(:(?:\d{4,5}|\*):[^\s:]{1,64}:[^\s:]{1,64}:)([^\s:]{1,256})/),
  patternRule(
    ['identified', 'password'],
    /((?:identified(?: with [\w"']{1,64})?(?: by)?(?: password)?|password)[ \t\n]{1,4}\\{0,7}['"])([^'"\n\\]{1,512})/i,
    {
      accepts: ([, , value = '']) => !/^[\w-]*$/.test(value) || /\d/.test(value) || value.length > 3,
    },
  ),
  patternRule(
    ['echo', 'printf'],
    /((?:echo|printf)(?: -n)?[ \t]{1,4}["']?)([^\s"'|;&]{4,512})(?=["']?[ \t]{0,4}\|[^\n|]{0,200}(?:--password-stdin|--with-token|passwd\b|sudo -S))/i,
  ),
];

/** Whether the argument after a flag is a secret. */
export function isSecretFlag(flag: string): boolean {
  return isSecretName(flag.replace(/^[-/]+/, ''));
}

/** The argument of a flag of which the name was found. */
export function findAfterFlag({ text }: SearchedText, { name, grade, start, end }: SecretName): Finding | null {
  if (!/^-{1,2}[A-Za-z]/.test(name) || isOf(ALPHANUMERIC, text.charCodeAt(start - 1))) return null;
  AFTER_FLAG.lastIndex = end;
  const found = AFTER_FLAG.exec(text);
  const value = found?.[1] ?? '';
  if (found === null || value.startsWith(REDACTED) || (NO_SECRET.test(value) && !isKeyWithSlash(value))) return null;
  if (grade === 'likely' && !isOpaque(value)) return null;
  return findingOf(text, end + found[0].length - value.length, valueEnd(text, end, end + found[0].length));
}

/** Keys in base64 may begin as paths do. */
function isKeyWithSlash(value: string): boolean {
  return value.startsWith('/') && isOpaque(value.slice(1)) && isMixedCase(value);
}

/** A quoted value goes to its quote, whatever it holds. */
function valueEnd(text: string, flagEnd: number, wordEnd: number): number {
  AFTER_QUOTE.lastIndex = flagEnd;
  const quote = AFTER_QUOTE.exec(text)?.[1];
  if (quote === undefined) return wordEnd;
  const close = text.slice(wordEnd, wordEnd + 1024).search(quote.startsWith('\\') ? /\\+["']/ : /["'\n]/);
  return close === -1 ? wordEnd : wordEnd + close;
}

function userPattern(flags: string): RegExp {
  return new RegExp(
    `((?:${flags})(?:[ =]|\\\\\\r?\\n[ \\t]*){0,4}\\\\{0,7}["']?)([^\\s:"'\\\\]{0,256}:[^\\s"'\\\\]{1,1024})`,
  );
}

/** `docker run -u 1000:1000` names a user and a group; `-u` is no end of a word. */
function isUserFlag(match: RegExpExecArray): boolean {
  const value = match[2] ?? '';
  return (
    !/^(?:\d+:\d+|\$.*|https?:.*|[\w.-]+:[\w.-]+@.*|:\/\/.*)$/.test(value) &&
    !/[\w-]/.test(match.input.charAt(match.index - 1))
  );
}

/** A login and a password, and no sentence about them. */
function isNetrc({ input, index, 2: value = '' }: RegExpExecArray): boolean {
  return !isWords(value) || /machine\s/.test(input.slice(Math.max(0, index - 200), index));
}
