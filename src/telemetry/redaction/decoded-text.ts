/** A text with codes in the place of characters, read; and where each of its characters stood. */
export interface DecodedText {
  readonly text: string;
  /** Start of each character in the coded text, and of its end. */
  readonly starts: Int32Array;
}

/** Escapes of JSON and of programming languages, percent codes, entities of HTML, and what is not seen. */
const CODE =
  /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|([0-3][0-7]{2})|([nrtbfv"'`\\/]))|%([0-9a-fA-F]{2})|%u([0-9a-fA-F]{4})|&#(\d{1,6});|&#[xX]([0-9a-fA-F]{1,5});|&(quot|amp|lt|gt|apos|nbsp);|(\x1b\[[\d;]{0,24}[A-Za-z]|[\u0000\u00ad\u200b-\u200d\u2060\ufeff]+)/g;
const MARK = /[\\%&\x1b\u0000\u00ad\u200b-\u200d\u2060\ufeff]/;
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...([
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
    ['b', '\b'],
    ['f', '\f'],
    ['v', '\v'],
  ] as const),
  ...([
    ['quot', '"'],
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['apos', "'"],
    ['nbsp', ' '],
  ] as const),
]);

/** One level of codes read; null where there are none. */
export function decodeText(coded: string): DecodedText | null {
  if (!MARK.test(coded)) return null;
  CODE.lastIndex = 0;
  let code = CODE.exec(coded);
  if (code === null) return null;
  const starts = new Int32Array(coded.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  for (; code !== null; code = CODE.exec(coded)) {
    const char = charOf(code);
    for (let i = from; i < code.index; i++) starts[length++] = i;
    if (char !== '') starts[length++] = code.index;
    parts.push(coded.slice(from, code.index), char);
    from = code.index + code[0].length;
  }
  for (let i = from; i <= coded.length; i++) starts[length++] = i;
  parts.push(coded.slice(from));
  return { text: parts.join(''), starts };
}

/** One unit, or none for what is not seen: colours and marks of no width. What stands beyond the first plane is no part of a secret. */
function charOf([
  ,
  unicode,
  braced,
  hex,
  octal,
  letter,
  percent,
  legacy,
  decimal,
  entity,
  name,
  unseen,
]: RegExpExecArray): string {
  if (unseen !== undefined) return '';
  const digits = unicode ?? braced ?? hex ?? percent ?? legacy ?? entity;
  if (digits !== undefined) return charWith(Number.parseInt(digits, 16));
  if (octal !== undefined) return charWith(Number.parseInt(octal, 8));
  if (decimal !== undefined) return charWith(Number(decimal));
  const plain = letter ?? name ?? '';
  return LETTERS.get(plain) ?? plain;
}

function charWith(code: number): string {
  return code > 0xffff ? '\ufffd' : String.fromCharCode(code);
}
