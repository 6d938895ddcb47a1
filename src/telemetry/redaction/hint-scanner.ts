import { BASE64_RUN, isOf } from './characters.ts';

/** What one look at a text found. */
export interface Scanned {
  /** Group, start and end of each hint that stands in the text. */
  readonly hints: readonly number[];
  /** Start and end of each run of at least `LEAST_RUN` characters of base64, of either alphabet. */
  readonly longRuns: readonly number[];
  /** A character stands in the text with which a code may begin. */
  readonly hasMark: boolean;
}

/** Shorter runs hide nothing that has a form. */
export const LEAST_RUN = 24;
/** Each run of the least length holds one of these places. */
const STEP = LEAST_RUN / 2;

/** A hint, and how far the three letters that it is looked for by stand behind its start. */
interface Sought {
  readonly group: number;
  readonly hint: string;
  readonly offset: number;
}

const ASCII = 128;
const IS_RUN = Uint8Array.from({ length: 256 }, (_, code) => (isOf(BASE64_RUN, code) ? 1 : 0));
const NO_PLACES: readonly number[] = [];
/** First bytes of marks without width, and of others. */
const WIDE_MARKS: ReadonlySet<number> = new Set([0xe2, 0xef]);

/** Letters are told apart, of all other characters only kinds: three of them are a number that a small table is asked by. */
const KIND_BITS = 5;
const KIND_OF = Uint8Array.from({ length: 256 }, (_, code) => kindOf(String.fromCharCode(code).toLowerCase()));
const KINDS = (1 << KIND_BITS) - 1;
const TRIPLES = 1 << (3 * KIND_BITS);
/** A hint of one character. */
const FLAG_HINT = 32;
/** A mark, or no ASCII. */
const FLAG_OTHER = 64;

function kindOf(char: string): number {
  if (/[a-z]/.test(char)) return char.charCodeAt(0) - 96;
  if (/\d/.test(char)) return 27;
  if (/[_-]/.test(char)) return 28;
  if (/[/.]/.test(char)) return 29;
  if (/[:=$~{@]/.test(char)) return 30;
  return /["'`\\%]/.test(char) ? 31 : 0;
}

const encoder = new TextEncoder();
/** Bytes are read twice as fast as the characters of a text. One text is scanned at a time. */
let bytes = new Uint8Array(4096);

function encode(text: string): number {
  if (bytes.length <= text.length * 3) bytes = new Uint8Array(text.length * 3 + 1);
  const { written } = encoder.encodeInto(text, bytes);
  // Two letters at the end are followed by nothing.
  bytes[written] = 0;
  return written;
}

/**
 * Finds where many short texts occur in a text, in one pass whatever their number: by three of their letters, which a
 * table of 4 KiB tells from nearly all others. ASCII letters count as equal in both cases; hints are lower case and ASCII.
 */
export class HintScanner {
  /** A bit for each triple of kinds: whether a hint is looked for by it. Signed: other numbers are read more slowly. */
  readonly #isSought = new Int32Array(TRIPLES / 32);
  readonly #sought = new Map<number, Sought[]>();
  /** Hints of one character, by its code. */
  readonly #single = new Map<number, Sought[]>();
  /** Kind of each byte, with a flag where there is more to it. */
  readonly #kindOf: Uint8Array;

  /** `marks`: characters, of ASCII, with which a code may begin. */
  constructor(groups: readonly (readonly string[])[], marks: readonly string[] = []) {
    for (const [group, hints] of groups.entries()) for (const hint of hints) this.#seek(group, hint);
    this.#kindOf = KIND_OF.map((kind, code) => {
      const isOther = code >= ASCII || marks.includes(String.fromCharCode(code));
      return kind | (isOther ? FLAG_OTHER : 0) | (this.#single.has(code) ? FLAG_HINT : 0);
    });
  }

  scan(text: string): Scanned {
    const length = encode(text);
    // Read once: what follows runs for every byte of everything that is recorded.
    const [isSought, kindOf, input] = [this.#isSought, this.#kindOf, bytes];
    const hints: number[] = [];
    let hasMark = false;
    let triple = 0;
    /** By how much a byte stands further back than its character. */
    let shift = 0;
    for (let i = 0; i <= length; i++) {
      const kind = kindOf[input[i] as number] as number;
      triple = ((triple << KIND_BITS) | (kind & KINDS)) & (TRIPLES - 1);
      if ((((isSought[triple >> 5] as number) >>> (triple & 31)) & 1) === 1) {
        tell(this.#sought.get(triple) ?? [], i - 2, shift, length, hints);
      }
      if (kind < FLAG_HINT) continue;
      const byte = input[i] as number;
      if ((kind & FLAG_HINT) !== 0) tell(this.#single.get(byte) ?? [], i, shift, length, hints);
      if (byte >= ASCII) {
        shift += shiftOf(byte);
        hasMark ||= WIDE_MARKS.has(byte);
      } else if ((kind & FLAG_OTHER) !== 0) hasMark ||= i < length;
    }
    const longRuns = text.length < LEAST_RUN ? NO_PLACES : longRunsIn(length, length > text.length);
    return { hints, longRuns, hasMark };
  }

  #seek(group: number, hint: string): void {
    const offset = rarestIn(hint);
    const sought: Sought = { group, hint, offset };
    if (hint.length === 1) listed(this.#single, hint.charCodeAt(0)).push(sought);
    else
      for (const triple of triplesOf(hint.slice(offset, offset + 3))) {
        listed(this.#sought, triple).push(sought);
        this.#isSought[triple >> 5] = (this.#isSought[triple >> 5] as number) | (1 << (triple & 31));
      }
  }
}

function listed(lists: Map<number, Sought[]>, key: number): Sought[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Adds those of the hints that stand in the bytes, of which the letters that were seen begin at `at`. */
function tell(sought: readonly Sought[], at: number, shift: number, length: number, hints: number[]): void {
  for (const { group, hint, offset } of sought) {
    const start = at - offset;
    if (start < 0 || start + hint.length > length || !stands(hint, start)) continue;
    hints.push(group, start - shift, start - shift + hint.length);
  }
}

function stands(hint: string, start: number): boolean {
  for (let i = 0; i < hint.length; i++) {
    const byte = bytes[start + i] as number;
    const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte;
    if (lower !== hint.charCodeAt(i)) return false;
  }
  return true;
}

/** The triples that two or three letters may be: what follows two is any. */
function triplesOf(letters: string): readonly number[] {
  const [first = 0, second = 0, third] = [...letters].map((letter) => KIND_OF[letter.charCodeAt(0)] ?? 0);
  const pair = (first << (2 * KIND_BITS)) | (second << KIND_BITS);
  return third === undefined ? Array.from({ length: 1 << KIND_BITS }, (_, kind) => pair | kind) : [pair | third];
}

/** Letters and kinds of signs from the most frequent in texts to the rarest. */
const BY_RARITY = ' etaoinsrhldcum0./_-fpgwby:=$"\'kvxjqz';
/** Triples that many words share, whose letters are not frequent. */
const FREQUENT: ReadonlySet<string> = new Set([
  ...['ing', 'ion', 'ent', 'ess', 'con', 'com', 'pro', 'app', 'key', 'for', 'out', 'age', 'ack', 'pub', 'que', 'ver'],
]);

/** Where the three letters of a hint begin that are rarest in texts; of equals the last. */
function rarestIn(hint: string): number {
  let best = 0;
  let most = -1;
  for (let from = 0; from + 3 <= hint.length; from++) {
    const letters = hint.slice(from, from + 3);
    const isFrequent = FREQUENT.has(letters) || /\d\d|[_/.-]{2}/.test(letters);
    const rarity = isFrequent ? 0 : [...letters].reduce((sum, letter) => sum + rarityOf(letter), 0);
    if (rarity < most) continue;
    best = from;
    most = rarity;
  }
  return best;
}

function rarityOf(letter: string): number {
  return Math.max(0, BY_RARITY.indexOf(/\d/.test(letter) ? '0' : letter));
}

/** Of characters of several bytes the first byte says how many units fewer they are. */
function shiftOf(byte: number): number {
  if (byte < 0xc0) return 0;
  return byte < 0xe0 ? 1 : 2;
}

function longRunsIn(length: number, isShifted: boolean): readonly number[] {
  const input = bytes;
  let runs: number[] | undefined;
  let from = 0;
  for (let at = STEP - 1; at < length; at += STEP) {
    if (IS_RUN[input[at] as number] === 0) continue;
    let start = at;
    while (start > from && IS_RUN[input[start - 1] as number] === 1) start--;
    let end = at + 1;
    while (end < length && IS_RUN[input[end] as number] === 1) end++;
    if (end - start >= LEAST_RUN) {
      runs ??= [];
      runs.push(start, end);
    }
    from = end;
    at = end;
  }
  if (runs === undefined) return NO_PLACES;
  return isShifted ? unshifted(runs) : runs;
}

/** Places of characters for places of bytes. */
function unshifted(places: readonly number[]): readonly number[] {
  let shift = 0;
  let read = 0;
  return places.map((place) => {
    for (; read < place; read++) shift += shiftOf(bytes[read] as number);
    return place - shift;
  });
}
