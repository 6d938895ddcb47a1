import { withoutInvisible } from './fold-text.ts';

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};
const MAX_DEPTH = 2;

/** Other texts that a text may stand for, folded or not: what it hides by spelling, spacing or encoding. */
export function spelledReadings(folded: string, raw: string): readonly string[] {
  const joined = joinLetters(raw);
  const readings = [
    unleet(folded),
    joined,
    unleet(joined),
    withoutSplits(folded),
    Array.from(folded).reverse().join(''),
  ];
  return [...new Set([...readings, rot13(folded)])].filter((reading) => reading !== folded);
}

/** What the encoded parts of a text say: base64, hex, percent code, escapes, entities, tag characters. Decoded at most twice. */
export function decodedReadings(text: string, depth = 0): readonly string[] {
  if (depth >= MAX_DEPTH) return [];
  const found = [...base64Parts(text), ...hexParts(text), ...escapedText(text), ...tagText(text)].filter(isReadable);
  return [...new Set(found.flatMap((part) => [part, ...decodedReadings(part, depth + 1)]))];
}

/** Digits and signs between letters as the letters they look like. */
function unleet(text: string): string {
  return text.replace(/[\p{L}\p{N}@$!|]{2,}/gu, (token) =>
    /[a-z]/.test(token) &&
    /[\d@$!|]/.test(token.slice(0, -1)) &&
    !/^\d+(?:px|ms|us|ns|s|kb|mb|gb|tb|th|st|nd|rd|k|m|x|h|d|am|pm|f)$/.test(token)
      ? token.replace(/[01345789@$!|]/g, (sign, at: number) =>
          at === token.length - 1 && sign === '!' ? sign : (LEET[sign] ?? sign),
        )
      : token,
  );
}

/** Single letters in a row as words: two or more spaces, or any other sign than the one between letters, part the words. */
function joinLetters(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[ .·_*|-]{1,4}[\p{L}\p{N}](?![\p{L}\p{N}])){3,}/gu, (run) => {
    const sign = run[1] ?? ' ';
    return run.replace(/[ .·_*|-]+/g, (between) => (between === sign ? '' : ' '));
  });
}

/** Without signs inside words. */
function withoutSplits(text: string): string {
  return text.replace(/(?<=\p{L})(?:[-_*`'"·~^\\|+.]+|\/{2}|<[^<>\s]{0,20}>)(?=\p{L})/gu, '');
}

function rot13(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));
}

function base64Parts(text: string): readonly string[] {
  return (text.match(/[A-Za-z0-9+/_-]{12,}={0,2}/g) ?? []).flatMap((run) => bytesOfBase64(run));
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function bytesOfBase64(run: string): readonly string[] {
  const values = Array.from(run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''), (sign) =>
    DIGITS.indexOf(sign),
  );
  const bytes: number[] = [];
  for (let i = 0; i + 1 < values.length; i += 4) {
    const [a = 0, b = 0, c = -1, d = -1] = values.slice(i, i + 4);
    bytes.push((a << 2) | (b >> 4));
    if (c >= 0) bytes.push(((b & 15) << 4) | (c >> 2));
    if (d >= 0) bytes.push(((c & 3) << 6) | d);
  }
  return [textOf(bytes)];
}

function hexParts(text: string): readonly string[] {
  const runs = text.match(/(?:[0-9a-fA-F]{2}[ :]?){8,}|(?:(?:0x|\\x)[0-9a-fA-F]{2}[ ,]*){4,}/g) ?? [];
  return runs.map((run) => {
    const digits = run.replace(/0x|\\x|[^0-9a-fA-F]/g, '');
    return textOf((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  });
}

function escapedText(text: string): readonly string[] {
  const plain = text
    .replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/\\x([0-9a-fA-F]{2})|\\u\{?([0-9a-fA-F]{4,6})\}?/g, (_, short?: string, long?: string) =>
      character(Number.parseInt(short ?? long ?? '', 16)),
    )
    .replace(/&#(\d{2,6});?|&#x([0-9a-fA-F]{2,6});?/gi, (_, decimal?: string, hex?: string) =>
      character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)),
    )
    .replace(
      /&(lt|gt|amp|quot|apos|nbsp|lbrack|rbrack|lsqb|rsqb);/gi,
      (_, name: string) => ENTITIES[name.toLowerCase()] ?? '',
    )
    .replace(/\\[rn]/g, '\n');
  return plain === text ? [] : [plain];
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lbrack: '[',
  rbrack: ']',
  lsqb: '[',
  rsqb: ']',
};

function tagText(text: string): readonly string[] {
  const tags = text.match(/[\u{e0020}-\u{e007e}]/gu) ?? [];
  return tags.length === 0 ? [] : [tags.map((tag) => character((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')];
}

function character(code: number): string {
  return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function textOf(bytes: readonly number[]): string {
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** Whether decoded bytes are text rather than chance. */
function isReadable(text: string): boolean {
  const visible = withoutInvisible(text);
  const letters = visible.match(/[\p{L} ]/gu)?.length ?? 0;
  return visible.length >= 6 && !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(visible) && letters / visible.length >= 0.6;
}
