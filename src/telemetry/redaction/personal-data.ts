import { type SearchedText, signs, WORD_DASH } from './characters.ts';
import type { Finding } from './finding.ts';
import { findingOf, patternRule, type RedactionRule } from './redaction-rule.ts';

const LOCAL = WORD_DASH | signs('.%+');
const MOST_LOCAL = 128;
const DOMAIN = /@(?!\d+\.\d|\dx\.)[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63}){0,8}/y;
const TOP_LEVEL = /\.[A-Za-z][A-Za-z-]*[A-Za-z]$/;
/** The user of a repository's address, who is nobody. */
const NOBODY: ReadonlySet<string> = new Set(['git', 'hg', 'svn']);
const EMAIL = '[email]';
const HOME = '~';

/** Looked for from the `@`, since a search from each word would cost ten times as much. */
function findEmail(searched: SearchedText, at: number): Finding | null {
  const { text } = searched;
  if (at === searched.userInfoEnd) return null;
  let start = searched.runStart(LOCAL, at, MOST_LOCAL);
  // The letter of an escape such as `\n` is no part of a name.
  if (text.charAt(start - 1) === '\\' && /[nrtbf]/.test(text.charAt(start))) start++;
  if (start === at || NOBODY.has(text.slice(start, at))) return null;
  DOMAIN.lastIndex = at;
  const domain = DOMAIN.exec(text)?.[0].replace(/[-.]+$/, '') ?? '';
  return TOP_LEVEL.test(domain) ? findingOf(text, start, at + domain.length, EMAIL) : null;
}

const NAME = '[^\\\\/\\s"\'`:;,<>|()\\[\\]{}*?$]{1,64}';
const WINDOWS_NAME = '(?:[^\\\\/:*?"<>|\\r\\n]{1,64}(?=[\\\\/])|[^\\\\/\\s:*?"\'<>|;,)]{1,64})';
const UNIX_HOME = new RegExp(`(?:/home|/Users(?!/Shared\\b))/${NAME}`, 'y');
const WINDOWS_HOME = new RegExp(
  `[\\\\/]{1,4}(?:[Uu]sers[\\\\/]{1,4}(?!(?:Public|Default)\\b)|Documents and Settings[\\\\/]{1,4})${WINDOWS_NAME}`,
  'y',
);

/** A path begins here, and no URL's path. */
function isPathStart(searched: SearchedText, at: number): boolean {
  const { text } = searched;
  // After a flag of one letter, as in `-I/home/x`.
  if (at > 1 && /(?:^|[\s"'=])-[A-Za-z]$/.test(text.slice(Math.max(0, at - 3), at))) return true;
  return searched.isWordStart(at) && !/[.~\-\])}]/.test(text.charAt(at - 1));
}

const ROOTS = /(?:\/(?:var|export|usr|mnt|media|net|data))$/;

function findUnixHome(searched: SearchedText, at: number): Finding | null {
  const { text } = searched;
  UNIX_HOME.lastIndex = at;
  const match = UNIX_HOME.exec(text);
  if (match === null) return null;
  const root = ROOTS.exec(text.slice(Math.max(0, at - 8), at))?.[0].length ?? 0;
  return isPathStart(searched, at - root) ? findingOf(text, at - root, at + match[0].length, HOME) : null;
}

const DRIVE = /(?:[A-Za-z]:|(?:\/mnt|\/cygdrive)?\/[a-z]|\\\\[?.]\\[A-Za-z]:)$/;

function findWindowsHome(searched: SearchedText, at: number): Finding | null {
  const { text } = searched;
  let start = at;
  while (start > 0 && at - start < 3 && /[\\/]/.test(text.charAt(start - 1))) start--;
  WINDOWS_HOME.lastIndex = start;
  const match = WINDOWS_HOME.exec(text);
  if (match === null) return null;
  const drive = DRIVE.exec(text.slice(Math.max(0, start - 12), start))?.[0].length ?? 0;
  if (drive === 0 || !searched.isWordStart(start - drive)) return null;
  return findingOf(text, start - drive, start + match[0].length, HOME);
}

/** E-mail addresses, and home directories, which name a person: `/home/x`, `/Users/x`, `C:\Users\x` become `~`. */
export const PERSONAL_RULES: readonly RedactionRule[] = [
  { hints: ['@'], find: findEmail },
  { hints: ['/home/', '/users/'], find: findUnixHome },
  { hints: ['/users', '\\users', '\\documents and settings', '/documents and settings'], find: findWindowsHome },
  patternRule(['%2fhome%2f', '%2fusers%2f'], /()(%2F(?:home|Users)%2F[\w.-]{1,64})/i, { mark: HOME }),
  { hints: ['\\home\\'], find: findWslHome },
  // Folders that an agent host names after the work tree.
  { hints: ['-home-', '-users-'], find: findNamedFolder },
];

const WSL_HOME = new RegExp(`\\\\{1,4}home\\\\{1,4}${NAME}`, 'y');

function findWslHome({ text }: SearchedText, at: number): Finding | null {
  let start = at;
  while (start > 0 && at - start < 3 && text.charAt(start - 1) === '\\') start--;
  if (!/\\wsl(?:\$|\.localhost)\\{1,4}[\w.-]{1,64}$/i.test(text.slice(Math.max(0, start - 96), start))) return null;
  WSL_HOME.lastIndex = start;
  const match = WSL_HOME.exec(text);
  return match === null ? null : findingOf(text, start, start + match[0].length, '\\~');
}

const FOLDER = /-(?:home|Users)-[A-Za-z0-9_.]{1,64}/y;

function findNamedFolder({ text }: SearchedText, at: number): Finding | null {
  if (!/[\\/]projects[\\/]{1,4}$/.test(text.slice(Math.max(0, at - 16), at))) return null;
  FOLDER.lastIndex = at;
  const match = FOLDER.exec(text);
  return match === null ? null : findingOf(text, at, at + match[0].length, '-~');
}
