import { BASE64_RUN, HEX, isOf, LOWER, signs, UPPER } from './characters.ts';
import { type Finding, REDACTED } from './finding.ts';
import { LEAST_RUN } from './hint-scanner.ts';
import { LINE_HEAD } from './redaction-rule.ts';

/** Whether a text that was read out of a run, perhaps from among bytes, holds what must not be kept. */
export type IsSecret = (text: string, isAmongBytes: boolean) => boolean;

/** A run of characters that may be base64 or hex: its lines in the text, joined. */
interface Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const LEAST_HEX = 32;
/** Of longer runs only what hides a secret is taken. */
const MOST_WHOLE = 2048;
/** Shorter texts among bytes are chance. */
const LEAST_TEXT = 14;
const JOINERS = signs('+/_-');
const MOST_OFFSETS = 6;
const PROBE = 12;

const NO_DIGIT = 255;
const BASE64_VALUES = valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
BASE64_VALUES['-'.charCodeAt(0)] = 62;
BASE64_VALUES['_'.charCodeAt(0)] = 63;

function valuesOf(alphabet: string): Uint8Array {
  const values = new Uint8Array(128).fill(NO_DIGIT);
  for (const [value, char] of [...alphabet].entries()) values[char.charCodeAt(0)] = value;
  return values;
}

/**
 * Of the long runs of a text (start and end of each), which may be base64 (also over several lines) or hex, those of which
 * `isSecret` tells that what they say must not be kept.
 */
export function findEncoded(text: string, longRuns: readonly number[], isSecret: IsSecret): readonly Finding[] {
  const findings: Finding[] = [];
  let from = 0;
  for (let i = 0; i < longRuns.length; i += 2) {
    const start = longRuns[i] as number;
    // A line of the run before.
    if (start < from) continue;
    const run = runFrom(text, start, longRuns[i + 1] as number);
    findings.push(...findInRun(run, text, isSecret));
    from = run.end;
  }
  return findings;
}

function runFrom(text: string, start: number, end: number): Run {
  // The letter of an escaped line break is none of the run.
  const isEscape = text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start));
  return linesFrom(text, isEscape ? start + 1 : start, end);
}

const NEXT_LINE = new RegExp(`={0,2}\\r?\\n${LINE_HEAD}(?=[A-Za-z0-9+/_-])`, 'y');

/** The run and the lines below it that go on with it: all as long as the first, but for the last. */
function linesFrom(text: string, start: number, firstEnd: number): Run {
  const width = firstEnd - start;
  const lines = [text.slice(start, firstEnd)];
  let end = firstEnd;
  for (;;) {
    NEXT_LINE.lastIndex = end;
    const gap = NEXT_LINE.exec(text)?.[0];
    if (gap === undefined) break;
    const from = end + gap.length;
    let to = from;
    while (to - from <= width && isOf(BASE64_RUN, text.charCodeAt(to))) to++;
    const isLast = to - from < width;
    if (to - from > width || (isLast && !/[\s="'`\\,;)\]}]|^$/.test(text.charAt(to)))) break;
    lines.push(text.slice(from, to));
    end = to;
    if (isLast) break;
  }
  return { text: lines.join(''), start, end: end + (/^={0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0) };
}

function findInRun(run: Run, text: string, isSecret: IsSecret): readonly Finding[] {
  if (isHex(run.text)) return run.text.length >= LEAST_HEX ? findInBytes(run, decodeHex(run.text), 2, 0, isSecret) : [];
  const bot = findBotToken(run, text);
  if (bot !== null) return [bot];
  if (!hasBothCases(run.text)) return [];
  for (const offset of offsetsIn(run)) {
    const found = findInBytes(run, decodeBase64(run.text, offset), 4 / 3, offset, isSecret);
    if (found.length > 0) return found;
  }
  return [];
}

/** Where base64 may begin in a run: at its start, or behind a sign that joins it to what stands before. */
function offsetsIn(run: Run): readonly number[] {
  const offsets = [0];
  const isCut = run.start === 0;
  if (isCut) for (const offset of [1, 2, 3]) if (isReadable(run.text, offset)) offsets.push(offset);
  const { text } = run;
  for (let i = 0; i < text.length - LEAST_RUN / 2 && offsets.length < MOST_OFFSETS; i++) {
    if ((i + 1) % 4 !== 0 && isOf(JOINERS, text.charCodeAt(i)) && isReadable(text, i + 1)) offsets.push(i + 1);
  }
  return offsets;
}

/** Whether what follows reads as text, perhaps as UTF-16. */
function isReadable(text: string, offset: number): boolean {
  let bits = 0;
  let count = 0;
  let read = 0;
  for (let i = offset; i < offset + PROBE && i < text.length; i++) {
    bits = ((bits << 6) | (BASE64_VALUES[text.charCodeAt(i)] as number)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const byte = (bits >> count) & 255;
    if (!isPrintable(byte) && !(read % 2 === 1 && byte === 0)) return false;
    read++;
  }
  return true;
}

function findInBytes(
  run: Run,
  bytes: Uint8Array,
  width: number,
  offset: number,
  isSecret: IsSecret,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { start, end, text } of textsIn(bytes)) {
    if (!isSecret(text, end - start < bytes.length)) continue;
    if (run.text.length <= MOST_WHOLE) return [{ start: run.start, end: run.end, mark: REDACTED }];
    // Lines of a run lie apart in the text, so that places inside of it are known for a single line only.
    if (run.end - run.start > run.text.length + 2) return [{ start: run.start, end: run.end, mark: REDACTED }];
    const from = run.start + offset + Math.floor((start * width) / 4) * 4;
    const to = run.start + offset + Math.ceil((end * width) / 4) * 4;
    findings.push({ start: from, end: Math.min(run.end, to), mark: REDACTED });
  }
  return findings;
}

interface TextPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The texts among bytes; of UTF-16 too. */
function* textsIn(bytes: Uint8Array): Generator<TextPart> {
  if (bytes.length > 5 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0) {
    yield { start: 0, end: bytes.length, text: textOf(bytes.filter((_, i) => i % 2 === 0)) };
    return;
  }
  let start = 0;
  for (let i = 0; i <= bytes.length; i++) {
    if (i < bytes.length && isPrintable(bytes[i] as number)) continue;
    const isWhole = start === 0 && i === bytes.length;
    if (i - start >= (isWhole ? LEAST_TEXT / 2 : LEAST_TEXT))
      yield { start, end: i, text: textOf(bytes.subarray(start, i)) };
    start = i + 1;
  }
}

function isPrintable(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9;
}

const CHUNK = 8192;

function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return text;
}

function decodeBase64(text: string, offset: number): Uint8Array {
  const length = text.length - offset;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let count = 0;
  let at = 0;
  for (let i = offset; i < text.length; i++) {
    bits = ((bits << 6) | (BASE64_VALUES[text.charCodeAt(i)] as number)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = (bits >> count) & 255;
  }
  return bytes;
}

function decodeHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function isHex(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isOf(HEX, text.charCodeAt(i))) return false;
  return true;
}

function hasBothCases(text: string): boolean {
  let has = 0;
  for (let i = 0; i < text.length && has !== 3; i++) {
    const code = text.charCodeAt(i);
    if (isOf(LOWER, code)) has |= 1;
    else if (isOf(UPPER, code)) has |= 2;
  }
  return has === 3;
}

const BOT_REST = /\.[A-Za-z0-9_-]{5,8}\.[A-Za-z0-9_-]{24,64}/y;
/** Numbers of bots have 17 to 20 digits. */
const [LEAST_BOT, MOST_BOT] = [22, 28];

/** A token of Discord: the number of a bot in base64, whatever stands before it, a time and a signature. */
function findBotToken(run: Run, text: string): Finding | null {
  const first = run.start + run.text.length;
  if (text.charAt(first) !== '.') return null;
  BOT_REST.lastIndex = first;
  const rest = BOT_REST.exec(text)?.[0];
  if (rest === undefined) return null;
  for (let length = LEAST_BOT; length <= Math.min(MOST_BOT, run.text.length); length++) {
    const id = decodeBase64(run.text, run.text.length - length);
    if (!id.every((byte) => byte >= 48 && byte < 58)) continue;
    return { start: first - length, end: first + rest.length, mark: REDACTED };
  }
  return null;
}
