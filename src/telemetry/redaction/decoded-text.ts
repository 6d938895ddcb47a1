/** A text with codes in the place of characters, read; and where its characters stood. */
export interface DecodedText {
  readonly text: string;
  /** Where the coded text has what stands at a place of the read one. */
  readonly sourceOf: (place: number) => number;
}

/** Where a code may begin: escapes, percent codes, entities of HTML, colours, and marks without width. */
const MARK = /[\\%&\x1b\u0000\u200b-\u200d\u2060\ufeff]/g;
/** Those of them that are ASCII. */
export const MARKS: readonly string[] = ['\\', '%', '&', '\x1b', '\u0000'];

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|([0-3][0-7]{2}))/y;
const PERCENT = /%(?:([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/y;
const ENTITY = /&(?:#(\d{1,6})|#[xX]([0-9a-fA-F]{1,5})|(quot|amp|lt|gt|apos|nbsp));/y;
const COLOUR = /\x1b\[[\d;]{0,24}[A-Za-z]/y;

const LETTERS = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' }));
const SIGNS: ReadonlySet<string> = new Set(['"', "'", '`', '\\', '/']);
const NAMES = new Map(Object.entries({ quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: ' ' }));

/** What a code says, and how long it is. */
interface Code {
  readonly char: string;
  readonly length: number;
}

interface PlacedCode extends Code {
  readonly at: number;
}

/** What is read on each side of a code: a name before it, a value behind it. More does not change by it. */
const AROUND = 512;
/** So far a line is followed to its ends. */
const MOST_LINE = 2048;

/** The parts of a text that hold codes, each read by one level; none where there are no codes. */
export function decodedParts(coded: string): readonly DecodedText[] {
  const codes = codesIn(coded);
  if (codes.length === 0) return [];
  // Where codes stand close the whole text is one part.
  if (codes.length * AROUND > coded.length) return [decode(coded, 0, coded.length, codes)];
  const parts: DecodedText[] = [];
  let first = 0;
  let from = lineStart(coded, codes[0]?.at ?? 0);
  let to = from;
  for (const [i, { at }] of codes.entries()) {
    const start = lineStart(coded, at);
    // Parts do not overlap: those that would are one.
    if (i > first && start > to) {
      parts.push(decode(coded, from, to, codes.slice(first, i)));
      first = i;
      from = start;
    }
    to = lineEnd(coded, at);
  }
  parts.push(decode(coded, from, to, codes.slice(first)));
  return parts;
}

/** Where the line begins that holds what is `AROUND` before a code. */
function lineStart(text: string, code: number): number {
  const at = code - AROUND;
  if (at <= 0) return 0;
  const before = text.slice(Math.max(0, at - MOST_LINE), at);
  const lineBreak = before.lastIndexOf('\n');
  if (lineBreak !== -1) return at - before.length + lineBreak + 1;
  return at > MOST_LINE ? at : 0;
}

function lineEnd(text: string, code: number): number {
  const at = code + AROUND;
  if (at >= text.length) return text.length;
  const lineBreak = text.slice(at, at + MOST_LINE).indexOf('\n');
  return lineBreak === -1 ? Math.min(text.length, at + MOST_LINE) : at + lineBreak;
}

function codesIn(coded: string): readonly PlacedCode[] {
  const codes: PlacedCode[] = [];
  MARK.lastIndex = 0;
  while (MARK.test(coded)) {
    const at = MARK.lastIndex - 1;
    const code = codeAt(coded, at);
    if (code === null) continue;
    codes.push({ at, ...code });
    MARK.lastIndex = at + code.length;
  }
  return codes;
}

function decode(coded: string, start: number, end: number, codes: readonly PlacedCode[]): DecodedText {
  let text = '';
  let from = start;
  // Where codes end: in the read text, and in the coded one.
  const places: number[] = [0];
  const sources: number[] = [start];
  for (const { at, length, char } of codes) {
    text += coded.slice(from, at) + char;
    from = at + length;
    places.push(text.length);
    sources.push(from);
  }
  return { text: text + coded.slice(from, end), sourceOf: (place) => sourceOf(place, places, sources) };
}

/** A place inside of what a code says is where the code begins. */
function sourceOf(place: number, places: readonly number[], sources: readonly number[]): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return (sources[low - 1] as number) + place - (places[low - 1] as number);
}

function codeAt(coded: string, at: number): Code | null {
  switch (coded.charAt(at)) {
    case '\\':
      return escapeAt(coded, at);
    case '%':
      return matchedAt(PERCENT, coded, at, ([, byte, unit]) => charWith(Number.parseInt(byte ?? unit ?? '', 16)));
    case '&':
      return matchedAt(ENTITY, coded, at, ([, decimal, hex, name]) =>
        name !== undefined
          ? (NAMES.get(name) ?? '')
          : charWith(Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16)),
      );
    case '\x1b':
      return matchedAt(COLOUR, coded, at, () => '');
    default:
      return { char: '', length: 1 };
  }
}

function escapeAt(coded: string, at: number): Code | null {
  const next = coded.charAt(at + 1);
  const letter = SIGNS.has(next) ? next : LETTERS.get(next);
  if (letter !== undefined) return { char: letter, length: 2 };
  return matchedAt(ESCAPE, coded, at, ([, unit, braced, byte, octal]) =>
    charWith(Number.parseInt(unit ?? braced ?? byte ?? octal ?? '', octal === undefined ? 16 : 8)),
  );
}

function matchedAt(pattern: RegExp, coded: string, at: number, read: (match: RegExpExecArray) => string): Code | null {
  pattern.lastIndex = at;
  const match = pattern.exec(coded);
  return match === null ? null : { char: read(match), length: match[0].length };
}

/** Always one unit: what stands beyond the first plane is no part of a secret. */
function charWith(code: number): string {
  return code > 0xffff ? '\ufffd' : String.fromCharCode(code);
}
