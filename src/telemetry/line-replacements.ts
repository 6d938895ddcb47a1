import { adaptedPattern } from './adapted-pattern.ts';

/** How finely a line is told from others: `signature` for the library, `run` for one run. */
export type Grain = 'signature' | 'run';

type Replacement = (line: string) => string;

/** Replaces what changes from one occurrence of an error to the next, in lower case, with white space collapsed. */
export function normaliseLine(line: string, grain: Grain): string {
  const steps = grain === 'signature' ? SIGNATURE_STEPS : RUN_STEPS;
  return collapse(steps.reduce((text, step) => step(text), line));
}

/** A name as people gave it, without what changes from run to run; its numbers stay. */
export function normaliseName(name: string): string {
  return collapse(NAME_STEPS.reduce((text, step) => step(text), name));
}

type Put = string | ((match: string) => string);

/** Puts something in the place of what a pattern over letters and digits of any script finds. */
function adapted(source: string, flags: `${string}u`, put: Put): Replacement {
  const pattern = adaptedPattern(source, flags);
  return (line) => (typeof put === 'string' ? line.replace(pattern(line), put) : line.replace(pattern(line), put));
}

function collapse(text: string): string {
  return text.split(SPACE).filter(Boolean).join(' ');
}

const SPACE = /[\s\x1c-\x1f\x85]+/;
const WORD = '[\\p{L}\\p{N}_]';
const EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;

const lowerCase: Replacement = (line) => line.toLowerCase();

const SCHEME_RUN = /[a-z0-9+.-]+(:\/\/[^\s\x1c-\x1f\x85"'<>`)]+)?/g;
const isWord = (char: string): boolean => /[\p{L}\p{N}_]/u.test(char);

/** Whole runs are matched and judged afterwards, since a search at each character would be quadratic. */
const urls: Replacement = (line) =>
  line.replace(SCHEME_RUN, (run: string, address: string | undefined, offset: number) => {
    if (address === undefined) return run;
    const scheme = run.slice(0, run.length - address.length);
    for (let i = 0; i < scheme.length; i++) {
      const before = i === 0 ? lastChar(line, offset) : scheme.charAt(i - 1);
      if (/[a-z]/.test(scheme.charAt(i)) && !isWord(before)) return `${scheme.slice(0, i)}<url>`;
    }
    return run;
  });

/** The character before an offset, a surrogate pair taken as one. */
function lastChar(text: string, offset: number): string {
  return Array.from(text.slice(Math.max(0, offset - 2), offset)).at(-1) ?? '';
}

const emails: Replacement = (line) =>
  line.replace(/[a-z0-9._%+-]+(@[a-z0-9.-]+\.[a-z]{2,})?/gi, (run: string, domain: string | undefined) =>
    domain === undefined ? run : '<email>',
  );

const uuids = adapted(`${EDGE}[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}${EDGE}`, 'giu', '<id>');

const isoTimes = adapted(
  `${EDGE}\\p{Nd}{4}-\\p{Nd}{2}-\\p{Nd}{2}(?:[t ]\\p{Nd}{2}:\\p{Nd}{2}(?::\\p{Nd}{2}(?:\\.\\p{Nd}+)?)?(?:z|[+-]\\p{Nd}{2}:?\\p{Nd}{2})?)?${EDGE}` +
    `|${EDGE}\\p{Nd}{2}:\\p{Nd}{2}:\\p{Nd}{2}(?:\\.\\p{Nd}+)?z?${EDGE}`,
  'giu',
  '<time>',
);

const PATH = /(?<![\p{L}\p{N}_<.])(?:[a-z]:[\\/]|\.{0,2}\/|~\/)[\p{L}\p{N}_./\\@+-]*[\p{L}\p{N}_/]/gu;
const paths = adapted(PATH.source, 'gu', (path) => {
  const extension = /[^/]\.([a-z][a-z0-9]{0,7})$/.exec(path)?.[1];
  return extension === undefined ? '<path>' : `<path.${extension}>`;
});

const HEX = `${EDGE}(?=[0-9a-f]*\\p{Nd})(?=[0-9a-f]*[a-f])[0-9a-f]{7,}${EDGE}`;
const hexes = adapted(HEX, 'giu', '<hex>');

const QUOTED = /"[^"]*"|(?<![\p{L}\p{N}_])'[^']*'(?![\p{L}\p{N}_])|`[^`]*`/gu;
const quotes = adapted(QUOTED.source, 'gu', '<str>');

const TOKEN =
  /<[a-z.0-9]+>|(?<![\p{L}\p{N}_-])(?=[\p{L}\p{N}_-]*\p{Nd})(?=[\p{L}\p{N}_-]*[\p{L}\p{Nl}\p{No}])[\p{L}\p{N}_-]+/gu;
const mixedTokens = adapted(TOKEN.source, 'gu', keepMarks('<id>'));

const numbers: Replacement = (line) => line.replace(/<[a-z.0-9]+>|\p{Nd}+(?:\.\p{Nd}+)?/gu, keepMarks('<n>'));

function keepMarks(mark: string): (match: string) => string {
  return (match) => (match.startsWith('<') ? match : mark);
}

const SIGNATURE_STEPS: readonly Replacement[] = [
  lowerCase,
  urls,
  emails,
  uuids,
  isoTimes,
  paths,
  hexes,
  quotes,
  mixedTokens,
  numbers,
];

const queries: Replacement = (line) =>
  line
    .replace(/:\/\/[^\s"'<>`)]+/g, (address) => address.replace(/\?.*$/, '?<query>'))
    .replace(/(?<=[\w/.~%-])\?[\w.%-]+=[^\s"'<>`)]*/g, '?<query>');

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const CLOCK = '\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?(?:\\s?[ap]m\\b)?';
const ZONE = '(?:\\s?(?:z|utc|gmt|[a-z]{3,4}t)\\b)?(?:\\s?[+-]\\d{2}:?\\d{2}\\b)?';
const DATE = [
  '\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}',
  '\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})',
  '\\d{1,2}\\.\\d{1,2}\\.\\d{4}',
  `\\d{1,2}[ /-]${MONTH}[ /-]\\d{2,4}`,
  `${MONTH}\\.? {1,2}\\d{1,2},? \\d{4}`,
  `${MONTH}\\.? {1,2}\\d{1,2}(?= \\d{1,2}:\\d{2})`,
].join('|');
const MOMENT = new RegExp(
  `(?:\\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? {1,2})?(?<![\\w.])(?:${DATE})(?:(?:[t ,:]|, |,? at ){1,2}(?:${CLOCK}|\\d{1,2}:\\d{2}(?:\\s?[ap]m\\b)?)${ZONE}(?: \\d{4}\\b)?)?(?!\\w)` +
    `|(?<![\\w:.])${CLOCK}${ZONE}(?![\\w:])|\\b\\d{8}t\\d{6}(?:\\.\\d+)?z?\\b|(?<![\\w:.])\\d{1,2}:\\d{2}\\s?[ap]m\\b`,
  'gi',
);
const moments: Replacement = (line) => line.replace(MOMENT, '<time>');

const FOLDER_NAME = '[^\\\\/:*?"<>|\\r\\n]{1,64}';
const TEMP_FOLDER = new RegExp(
  '(?<![\\w.~-])(?:' +
    '(?:/private)?/(?:tmp|var/tmp|dev/shm|var/folders/[^/\\s]{1,32}/[^/\\s]{1,64}/[a-z0-9]|run/user/\\d+)' +
    `|(?:(?:[a-z]:|/mnt/[a-z]|/cygdrive/[a-z]|/[a-z])[\\\\/]{1,4}users[\\\\/]{1,4}${FOLDER_NAME}|~|%userprofile%)[\\\\/]{1,4}appdata[\\\\/]{1,4}local[\\\\/]{1,4}temp` +
    '|[a-z]:[\\\\/]{1,4}(?:windows[\\\\/]{1,4}(?:system)?temp|temp|tmp|a[\\\\/]{1,4}_temp)' +
    '|%te?mp%|\\$\\{?te?mp(?:dir)?\\}?' +
    ')(?![\\w.~-])(?:[\\\\/]{1,4}([^\\\\/\\s"\'`<>|:;,()[\\]]+)(?=([\\\\/]{1,4}[^\\\\/\\s"\'`<>|:;,()[\\]])?))?',
  'gi',
);
const temporaryFolders: Replacement = (line) =>
  line.replace(TEMP_FOLDER, (_match, entry: string | undefined, deeper: string | undefined) =>
    entry === undefined || deeper !== undefined ? '<tmp>' : `<tmp>${lastingName(entry)}`,
  );

/** The name of a file straight in a temporary folder, where a person chose it; of a random one its extension. */
function lastingName(entry: string): string {
  const extension = /[^.](\.[a-z][a-z0-9]{0,7})$/i.exec(entry)?.[1];
  if (extension === undefined) return '';
  const stem = entry.slice(0, -extension.length);
  const isRandom = /\d|[a-z][A-Z]|^\.?te?mp/i.test(stem) && (/\d|[a-z][A-Z]/.test(stem) || /^\.?te?mp/i.test(stem));
  return isRandom ? extension : `/${entry}`;
}

const UNIT =
  '(?:ns|[µμu]s|ms|msecs?|millis(?:econds?)?|milliseconds?|microseconds?|nanoseconds?|secs?|seconds?|s|mins?|minutes?|hrs?|hours?|days?|weeks?)';
const SPAN = `\\d+(?:[.,]\\d+)?(?:e[+-]?\\d+)?(?:\\s?${UNIT}|[mhd])`;
const durations = adapted(
  `(?<![\\p{L}\\p{N}_.-])${SPAN}(?:[\\s,]{0,2}(?:and )?${SPAN})*(?![\\p{L}\\p{N}_])|\\bpt(?:\\d+(?:\\.\\d+)?[hms])+\\b`,
  'giu',
  '<duration>',
);

const addresses: Replacement = (line) => line.replace(/(?<!\w)0x[0-9a-f_]+(?!\w)/gi, '<n>');
/** Told from numbers by chance alone: a hash may happen to have no letter. */
const hashes = adapted(HEX, 'giu', '<n>');

const spinners: Replacement = (line) => line.replace(/[\u2800-\u28ff]/g, '');

const SIZE = /(?<![\w.])\d+(?:\.\d+)?(?:\s?(?:[kmgt]i?b|bytes?)|b)(?!\w)/gi;
const FREE_NUMBER =
  /(?<![\p{L}\p{N}_]|[\p{L}_][\p{L}\p{N}_]*\.)(?:\d{1,3}(?:,\d{3})+|\d[\d_]*)(?:\.\d+)*(?:e[+-]?\d+)?(?![\p{L}\p{N}_])/giu;
const freed = adapted(FREE_NUMBER.source, 'giu', '<n>');
const freeNumbers: Replacement = (line) => freed(line.replace(SIZE, '<n>'));

/** Numbers that say which failure it is. Their digits are moved out of the way of all other replacements, and back at the end. */
const TELLING_NUMBER = new RegExp(
  [
    '(?:(?<![A-Za-z])(?:[Pp]orts?|PORTS?)|(?<=[a-z])Port)["\'\\]]{0,2}(?:\\s*[:=(#]\\s*|\\s+)["\'(]{0,2}\\d+',
    '(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z])|(?<=exit|status|err|error|return|signal)|(?<=EXIT|STATUS|ERR|ERROR|RETURN))' +
      '(?:[Ee]xit(?:ed)?|EXIT|[Cc]odes?|CODE|[Ss]tatus|STATUS|[Ee]rrno|ERRNO|[Ss]ignal|SQLSTATE|[Hh]ttp|HTTP(?:/\\d(?:\\.\\d)?)?)' +
      '["\'\\]]{0,2}(?:\\s*[:=(#[]\\s*|\\s+(?:with|is|was|of|value|number|from|[Ee]rror|[Rr]esponse|[Ss]tatus)\\s+|\\s+)["\'(]{0,2}-?(?:0x[0-9A-Fa-f]+|\\d+)',
    '(?<![A-Za-z0-9])[A-Z]{2,}[A-Z0-9_]*-\\d{2,}(?![\\w-])',
  ].join('|'),
  'g',
);
const SOCKET = /((?:localhost|\d{1,3}(?:\.\d{1,3}){3}|::|\]|:\/\/[\w.-]{1,253}):)(\d{2,5})(?!\d)/g;
/** From here on systems hand out ports by themselves, so the number says nothing. */
const FIRST_EPHEMERAL_PORT = 32_768;

const shieldTelling: Replacement = (line) =>
  line
    .replace(TELLING_NUMBER, shield)
    .replace(SOCKET, (socket, host: string, port: string) =>
      Number(port) < FIRST_EPHEMERAL_PORT ? host + shield(port) : socket,
    );
const unshield: Replacement = (line) =>
  line.replace(/[\ue000-\ue009]/g, (digit) => String(digit.charCodeAt(0) - 0xe000));

function shield(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0xe000 + Number(digit)));
}

const RUN_STEPS: readonly Replacement[] = [
  spinners,
  queries,
  emails,
  uuids,
  shieldTelling,
  moments,
  temporaryFolders,
  durations,
  addresses,
  hashes,
  freeNumbers,
  unshield,
  lowerCase,
];

const NAME_STEPS: readonly Replacement[] = [emails, uuids, isoTimes, temporaryFolders, addresses];
