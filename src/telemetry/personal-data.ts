import { type RedactionRule, replacing } from './redaction-rule.ts';
import { WORD_START } from './word-start.ts';

const LOCAL = /[A-Za-z0-9._%+-]/;
const MAX_LOCAL = 128;
const DOMAIN = /@(?!\d+\.\d|\dx\.)[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63}){0,8}/y;
const TOP_LEVEL = /\.[A-Za-z][A-Za-z-]*[A-Za-z]$/;
/** The user of a repository's address, who is nobody. */
const NOBODY: ReadonlySet<string> = new Set(['git', 'hg', 'svn']);

/** Looked for from the `@`, since a search from each word would cost ten times as much. */
function redactEmails(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > from && at - start < MAX_LOCAL && LOCAL.test(text.charAt(start - 1))) start--;
    // The letter of an escape such as `\n` is no part of a name.
    if (text.charAt(start - 1) === '\\' && /[nrtbf]/.test(text.charAt(start))) start++;
    if (start === at || NOBODY.has(text.slice(start, at))) continue;
    DOMAIN.lastIndex = at;
    const domain = DOMAIN.exec(text)?.[0].replace(/[-.]+$/, '') ?? '';
    if (!TOP_LEVEL.test(domain)) continue;
    kept += `${text.slice(from, start)}[email]`;
    from = at + domain.length;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** A path begins here, and no URL's path. */
const PATH_START = `(?:(?<![.~-])${WORD_START}|(?<=(?:^|[\\s"'=])-[A-Za-z]))`;
const NAME = '[^\\\\/\\s"\'`:;,<>|()\\[\\]{}*?$]{1,64}';
const WINDOWS_NAME = '(?:[^\\\\/:*?"<>|\\r\\n]{1,64}(?=[\\\\/])|[^\\\\/\\s:*?"\'<>|;,)]{1,64})';

const HOMES: readonly RedactionRule[] = [
  replacing(['/home'], new RegExp(`${PATH_START}(?:\\\\?/(?:var|export|usr))?\\\\?/home\\\\?/${NAME}`, 'g'), '~'),
  replacing(['/users'], new RegExp(`${PATH_START}\\\\?/Users\\\\?/(?!Shared\\b)${NAME}`, 'g'), '~'),
  replacing(
    ['/users', '\\users'],
    new RegExp(
      `${WORD_START}(?:[A-Za-z]:|/mnt/[a-z]|/cygdrive/[a-z]|/[a-z])[\\\\/]{1,4}[Uu]sers[\\\\/]{1,4}(?!(?:Public|Default)\\b)${WINDOWS_NAME}`,
      'g',
    ),
    '~',
  ),
  replacing(
    ['documents and settings'],
    new RegExp(`[A-Za-z]:[\\\\/]{1,4}Documents and Settings[\\\\/]{1,4}${WINDOWS_NAME}`, 'g'),
    '~',
  ),
  replacing(['%2fhome', '%2fusers'], /%2[Ff](?:home|Users)%2[Ff][A-Za-z0-9._-]{1,64}/g, '~'),
  replacing(
    ['wsl'],
    new RegExp(`(?<=\\\\wsl(?:\\$|\\.localhost)\\\\{1,4}[\\w.-]{1,64})\\\\{1,4}home\\\\{1,4}${NAME}`, 'g'),
    '\\~',
  ),
  // Folders that an agent host names after the work tree.
  replacing(['-home-', '-users-'], /(?<=[\\/]projects[\\/]{1,4})-(?:home|Users)-[A-Za-z0-9_.]{1,64}/g, '-~'),
];

/** E-mail addresses, and home directories, which name a person: `/home/x`, `/Users/x`, `C:\Users\x` become `~`. */
export const PERSONAL_RULES: readonly RedactionRule[] = [{ hints: ['@'], apply: redactEmails }, ...HOMES];
