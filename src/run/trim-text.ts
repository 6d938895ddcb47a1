import { utf8End, utf8Length, utf8Start } from '../base/utf8.ts';

/** Tokens that a text counts as: a quarter of its UTF-8 bytes, rounded up. */
export function tokensOf(text: string): number {
  return Math.ceil(utf8Length(text) / 4);
}

/** A text of at most `bytes`, its middle left out where it is longer: causes stand first, results last. */
export function withoutMiddle(text: string, bytes: number): string {
  const length = utf8Length(text);
  if (length <= bytes) return text;
  const mark = `\n[… ${length - bytes} bytes or more left out …]\n`;
  const room = bytes - utf8Length(mark);
  if (room <= 0) return '';
  const start = Math.floor(room / 3);
  return `${utf8Start(text, start)}${mark}${utf8End(text, room - start)}`;
}

/** The last lines that fit in `bytes`, whole, after a line that says how many are missing. */
export function lastLines(text: string, bytes: number): string {
  if (utf8Length(text) <= bytes) return text;
  const lines = text.split('\n');
  let room = bytes - utf8Length(leftOutLine(lines.length));
  let first = lines.length;
  while (first > 0) {
    room -= utf8Length(lines[first - 1] ?? '') + 1;
    if (room < 0) break;
    first -= 1;
  }
  return first === lines.length ? '' : [leftOutLine(first), ...lines.slice(first)].join('\n');
}

function leftOutLine(count: number): string {
  return `(${count} earlier left out)`;
}

/** The first lines that fit in `bytes`, whole. */
export function firstLines(text: string, bytes: number): string {
  if (utf8Length(text) <= bytes) return text;
  const end = utf8Start(text, bytes + 1).lastIndexOf('\n');
  return end < 0 ? '' : text.slice(0, end);
}

/** What is kept of a child's final text: at most `words` words, its end, since a summary stands last. */
export function lastWords(text: string, words: number): string {
  const all = text.trim().split(/\s+/u);
  if (all.length <= words) return text.trim();
  return words <= 0 ? '' : all.slice(-words).join(' ');
}
