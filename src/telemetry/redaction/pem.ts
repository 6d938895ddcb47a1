import { BASE64, type SearchedText } from './characters.ts';
import type { Finding } from './finding.ts';
import { findingOf, LINE_HEAD, type RedactionRule } from './redaction-rule.ts';

/** No key is longer. */
const MOST = 65_536;
const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,48}PRIVATE KEY(?: BLOCK)? ?-{4,5}$/;
const END = /-{4,5} ?END [A-Z0-9 ]{0,48}PRIVATE KEY(?: BLOCK)? ?-{4,5}$/;
const FOOTER = /END [A-Z0-9 ]{0,48}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
const CLOSING = /(?: BLOCK)? ?-{4,5}/y;
/** Between two lines: a line break, perhaps escaped once or more. */
const BREAK = `(?:[ \\t]{0,64}(?:\\\\{1,8}[rn]|[\\r\\n])){1,8}${LINE_HEAD}["']?`;
const HEADER = new RegExp(`${BREAK}[A-Z][A-Za-z-]{2,20}: [^\\n\\\\]{0,256}`, 'y');
const LINE = new RegExp(`${BREAK}[A-Za-z0-9+/=]{1,4096}|[ \\t]{1,4}[A-Za-z0-9+/=]{24,4096}`, 'y');
const CUT_FOOTER = new RegExp(`(?:${BREAK})?-{1,5}(?: ?E[A-Z ]{0,64})?-{0,4}$`);

/** Private keys in PEM form and their kin, whole, and what is left of them where head or foot was cut off. */
export const PEM_RULES: readonly RedactionRule[] = [
  { hints: ['private key'], find: findPem },
  { hints: ['putty-user-key-file-'], find: findPutty },
];

function findPem(searched: SearchedText, _start: number, end: number): Finding | null {
  const { text } = searched;
  CLOSING.lastIndex = end;
  const closing = CLOSING.exec(text);
  if (closing === null) return null;
  const close = end + closing[0].length;
  const line = text.slice(Math.max(0, close - 96), close);
  const begin = BEGIN.exec(line);
  if (begin !== null) return findingOf(text, close - (line.length - begin.index), keyEnd(searched, close));
  const foot = END.exec(line);
  if (foot === null) return null;
  const start = headlessStart(searched, close - (line.length - foot.index));
  return start === null ? null : findingOf(text, start, close);
}

/** End of a key of which the header ends at `from`: its footer, else the last of its lines. */
function keyEnd(searched: SearchedText, from: number): number {
  const { text } = searched;
  FOOTER.lastIndex = Math.min(searched.next('-END ', from), searched.next('- END ', from) + 1) + 1;
  const footer = FOOTER.lastIndex - from > MOST ? null : FOOTER.exec(text);
  if (footer !== null) return footer.index + footer[0].length;
  const lines = repeatedEnd(LINE, text, repeatedEnd(HEADER, text, from));
  const cut = CUT_FOOTER.exec(text.slice(lines, lines + 160));
  return lines + (cut?.index === 0 ? cut[0].length : 0);
}

function repeatedEnd(pattern: RegExp, text: string, from: number): number {
  let end = from;
  for (;;) {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (match === null) return end;
    end += match[0].length;
  }
}

const BREAK_BEFORE = new RegExp(`(?:\\s|\\\\{1,8}[rn])+${LINE_HEAD}$`);
/** All lines but the first and the last are at least this long. */
const WHOLE_LINE = 40;

/** Where the lines begin that stand before a footer without header; null where there are none. */
function headlessStart(searched: SearchedText, footer: number): number | null {
  const { text } = searched;
  let start = footer;
  for (let lines = 0; start > 0 && footer - start < MOST; lines++) {
    const gap = BREAK_BEFORE.exec(text.slice(Math.max(0, start - 96), start))?.[0].length ?? 0;
    if (gap === 0) break;
    let line = searched.runStart(BASE64, start - gap, MOST);
    // The letter of an escaped line break is none of the line.
    if (text.charAt(line - 1) === '\\') line++;
    if (line >= start - gap) break;
    const length = start - gap - line;
    start = line;
    if (length < WHOLE_LINE && lines > 0) break;
  }
  return start === footer ? null : start;
}

const PRIVATE_LINES = /Private-Lines: {1,4}\d{1,4}/y;
const PRIVATE_MAC = /Private-MAC: {1,4}[0-9a-f]{0,128}/y;

/** Of the file of a PuTTY key what follows its public part. */
function findPutty(searched: SearchedText, start: number): Finding | null {
  PRIVATE_LINES.lastIndex = searched.next('Private-Lines: ', start);
  const begin = PRIVATE_LINES.exec(searched.text);
  if (begin === null) return null;
  const from = begin.index + begin[0].length;
  PRIVATE_MAC.lastIndex = searched.next('Private-MAC: ', from);
  const mac = PRIVATE_MAC.exec(searched.text);
  return findingOf(searched.text, from, mac === null ? keyEnd(searched, from) : mac.index + mac[0].length);
}
