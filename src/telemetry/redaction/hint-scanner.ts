import { BASE64_RUN, isOf } from './characters.ts';
import { rarestIn } from './rare-letters.ts';

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

/** A hint, and how far the three letters that it is looked for by stand behind its start. */
interface Sought {
  readonly group: number;
  /** Its letters, by their codes. */
  readonly codes: Uint8Array;
  readonly offset: number;
}

const ASCII = 128;
const IS_RUN = Uint8Array.from({ length: 256 }, (_, code) => (isOf(BASE64_RUN, code) ? 1 : 0));
const NO_PLACES: readonly number[] = [];
/** First bytes of marks without width, and of others. */
const WIDE_MARKS: ReadonlySet<number> = new Set([0xe2, 0xef]);

/** Letters are told apart, of other characters mostly kinds: three or four of them are a number that tables are asked by. */
const KIND_BITS = 5;
const KIND_OF = Uint8Array.from({ length: 256 }, (_, code) => kindOf(String.fromCharCode(code).toLowerCase()));
const KINDS = 1 << KIND_BITS;
const TRIPLE = KINDS * KINDS * KINDS - 1;
const TWO_KINDS = KINDS * KINDS - 1;
const FOURS = 1 << (4 * KIND_BITS);
/** Of a pair of bytes one of which is a hint by itself. */
const FLAG_SINGLE = 1 << (2 * KIND_BITS);
/** Of a pair of bytes with one of which a code may begin. */
const FLAG_MARK = FLAG_SINGLE << 1;

function kindOf(char: string): number {
  // Nothing that is looked for is told apart by these two, and much by a point and a slash.
  if (char === 'q') return kindOf('z');
  if (char === '.') return 'q'.charCodeAt(0) - 96;
  if (/[a-z]/.test(char)) return char.charCodeAt(0) - 96;
  if (/\d/.test(char)) return 27;
  if (/[_-]/.test(char)) return 28;
  if (char === '/') return 29;
  if (/[:=$~{@]/.test(char)) return 30;
  return /["'`\\%]/.test(char) ? 31 : 0;
}

const encoder = new TextEncoder();
/** Bytes are read twice as fast as the characters of a text, and two at once faster still. One text is scanned at a time. */
let bytes = new Uint8Array(4096);
let pairs = new Uint16Array(bytes.buffer);
/** Behind a text stands what is no part of a hint: two letters at its end are followed by nothing. */
const PADDING = 4;
const SPACE = 32;
/** The first byte of a pair stands in its low half, or on some machines in its high half. */
const FIRST_SHIFT = new Uint16Array(Uint8Array.of(1, 0).buffer)[0] === 1 ? 0 : 8;

function encode(text: string): number {
  if (bytes.length < text.length * 3 + PADDING) {
    bytes = new Uint8Array(4 * text.length + PADDING);
    pairs = new Uint16Array(bytes.buffer);
  }
  const { written } = encoder.encodeInto(text, bytes);
  bytes.fill(SPACE, written, written + PADDING);
  return written;
}

/**
 * Finds where many short texts occur in a text, in one pass whatever their number: by three of their letters, which a
 * table tells from nearly all others. ASCII letters count as equal in both cases; hints are lower case and ASCII.
 */
export class HintScanner {
  /** A bit for each four kinds: whether a hint is looked for by three of them. Signed: other numbers are read more slowly. */
  readonly #isSought = new Int32Array(FOURS / 32);
  /** The number of the list of hints that are looked for by a triple of kinds; 0: none. */
  readonly #listOf = new Uint16Array(TRIPLE + 1);
  readonly #lists: Sought[][] = [[]];
  /** Hints of one character, by its code. */
  readonly #single = new Map<number, Sought[]>();
  /** Both kinds of each pair of bytes, with the flags of either. */
  readonly #pairOf: Uint16Array;

  /** `marks`: characters, of ASCII, with which a code may begin. */
  constructor(groups: readonly (readonly string[])[], marks: readonly string[] = []) {
    for (const [group, hints] of groups.entries()) for (const hint of hints) this.#seek(group, hint);
    const flags = KIND_OF.map((_, code) => {
      const isMark = code < ASCII ? marks.includes(String.fromCharCode(code)) : WIDE_MARKS.has(code);
      return Number(this.#single.has(code)) + 2 * Number(isMark);
    });
    this.#pairOf = Uint16Array.from({ length: 65_536 }, (_, pair) => {
      const first = (pair >> FIRST_SHIFT) & 255;
      const second = (pair >> (8 - FIRST_SHIFT)) & 255;
      const kinds = ((KIND_OF[first] as number) << KIND_BITS) | (KIND_OF[second] as number);
      return (((flags[first] as number) | (flags[second] as number)) << (2 * KIND_BITS)) | kinds;
    });
  }

  scan(text: string): Scanned {
    const length = encode(text);
    // Read once: what follows runs for every byte of everything that is recorded.
    const [isSought, pairOf, listOf, lists, input] = [this.#isSought, this.#pairOf, this.#listOf, this.#lists, pairs];
    const hints: number[] = [];
    const end = (length + 2) >> 1;
    let all = 0;
    let four = 0;
    for (let i = 0; i < end; i++) {
      const pair = pairOf[input[i] as number] as number;
      all |= pair;
      four = ((four & TWO_KINDS) << (2 * KIND_BITS)) | (pair & TWO_KINDS);
      if ((((isSought[four >> 5] as number) >>> (four & 31)) & 1) === 1) {
        const first = listOf[four >> KIND_BITS] as number;
        if (first !== 0) tell(lists[first] as readonly Sought[], 2 * i - 2, length, hints);
        const second = listOf[four & TRIPLE] as number;
        if (second !== 0) tell(lists[second] as readonly Sought[], 2 * i - 1, length, hints);
      }
      if ((pair & FLAG_SINGLE) !== 0) this.#tellSingle(2 * i, length, hints);
    }
    const hasMark = (all & FLAG_MARK) !== 0;
    const longRuns = text.length < LEAST_RUN ? NO_PLACES : longRunsIn(length);
    if (length === text.length || hints.length + longRuns.length === 0) return { hints, longRuns, hasMark };
    const shifts = shiftsIn(length);
    return { hints: unshifted(hints, 3, shifts), longRuns: unshifted(longRuns, 1, shifts), hasMark };
  }

  #tellSingle(at: number, length: number, hints: number[]): void {
    for (let i = at; i <= at + 1; i++) {
      const single = this.#single.get(bytes[i] as number);
      if (single !== undefined) tell(single, i, length, hints);
    }
  }

  #seek(group: number, hint: string): void {
    const codes = encoder.encode(hint);
    if (hint.length === 1) {
      const code = hint.charCodeAt(0);
      this.#single.set(code, [...(this.#single.get(code) ?? []), { group, codes, offset: 0 }]);
      return;
    }
    const offset = rarestIn(hint);
    for (const triple of triplesOf(hint.slice(offset, offset + 3))) {
      this.#listed(triple).push({ group, codes, offset });
      for (let kind = 0; kind < KINDS; kind++) {
        this.#mark((triple << KIND_BITS) | kind);
        this.#mark((kind << (3 * KIND_BITS)) | triple);
      }
    }
  }

  #listed(triple: number): Sought[] {
    const known = this.#listOf[triple] as number;
    if (known !== 0) return this.#lists[known] as Sought[];
    const list: Sought[] = [];
    this.#listOf[triple] = this.#lists.push(list) - 1;
    return list;
  }

  #mark(four: number): void {
    this.#isSought[four >> 5] = (this.#isSought[four >> 5] as number) | (1 << (four & 31));
  }
}

/** Adds those of the hints that stand in the bytes, of which the letters that were seen begin at `at`. */
function tell(sought: readonly Sought[], at: number, length: number, hints: number[]): void {
  const input = bytes;
  for (let n = 0; n < sought.length; n++) {
    const { group, codes, offset } = sought[n] as Sought;
    const start = at - offset;
    const end = start + codes.length;
    if (start < 0 || end > length) continue;
    let i = 0;
    while (i < codes.length && LOWER_OF[input[start + i] as number] === codes[i]) i++;
    if (i === codes.length) hints.push(group, start, end);
  }
}

/** Each byte, ASCII letters in lower case. */
const LOWER_OF = Uint8Array.from({ length: 256 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code));

/** The triples that two or three letters may be: what follows two is any. */
function triplesOf(letters: string): readonly number[] {
  const [first = 0, second = 0, third] = [...letters].map((letter) => KIND_OF[letter.charCodeAt(0)] ?? 0);
  const pair = (first << (2 * KIND_BITS)) | (second << KIND_BITS);
  return third === undefined ? Array.from({ length: KINDS }, (_, kind) => pair | kind) : [pair | third];
}

/** Looks from the far end of where a run would have to reach: mostly a sign ends it there, and all before is passed over. */
function longRunsIn(length: number): readonly number[] {
  const input = bytes;
  let runs: number[] | undefined;
  let start = 0;
  /** What stands from `start` to here is of a run. */
  let known = 0;
  for (let end = LEAST_RUN; end <= length; end = start + LEAST_RUN) {
    let at = end - 1;
    while (at >= known && IS_RUN[input[at] as number] === 1) at--;
    if (at >= known) {
      start = at + 1;
      known = end;
      continue;
    }
    while (end < length && IS_RUN[input[end] as number] === 1) end++;
    runs ??= [];
    runs.push(start, end);
    start = end + 1;
    known = start;
  }
  return runs ?? NO_PLACES;
}

/** By how much fewer the units of a character are than its bytes, told by its first byte. */
const SHIFT_OF = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : 2));
const HIGH_BITS = 0x8080;

/** Where places of characters part from places of bytes: the first bytes of long characters, and the shift behind each. */
interface Shifts {
  readonly at: readonly number[];
  readonly behind: readonly number[];
}

function shiftsIn(length: number): Shifts {
  const at: number[] = [];
  const behind: number[] = [];
  let shift = 0;
  for (let i = 0; 2 * i < length; i++) {
    if (((pairs[i] as number) & HIGH_BITS) === 0) continue;
    for (let byte = 2 * i; byte <= 2 * i + 1; byte++) {
      const more = SHIFT_OF[bytes[byte] as number] as number;
      if (more === 0) continue;
      shift += more;
      at.push(byte);
      behind.push(shift);
    }
  }
  return { at, behind };
}

/** Places of characters for places of bytes, which are nearly in order. Of three numbers the first is none (`each` 3). */
function unshifted(places: readonly number[], each: 1 | 3, { at, behind }: Shifts): readonly number[] {
  /** So many long characters begin before the place. */
  let before = 0;
  return places.map((place, i) => {
    if (each === 3 && i % 3 === 0) return place;
    while (before < at.length && (at[before] as number) < place) before++;
    while (before > 0 && (at[before - 1] as number) >= place) before--;
    return before === 0 ? place : place - (behind[before - 1] as number);
  });
}
