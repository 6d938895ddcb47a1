/** A text with codes in the place of characters, read; and where each of its characters stood. */
export interface DecodedText {
  readonly text: string;
  /** Start of each character in the coded text, and of its end. */
  readonly starts: Int32Array;
}

/** Escapes of JSON and of programming languages, percent codes, and entities of HTML. */
const CODE =
  /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|([0-3][0-7]{2})|([nrtbfv"'`\\/]))|%([0-9a-fA-F]{2})|%u([0-9a-fA-F]{4})|&#(\d{1,6});|&#[xX]([0-9a-fA-F]{1,5});|&(quot|amp|lt|gt|apos|nbsp);/g;
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
  if (!coded.includes('\\') && !coded.includes('%') && !coded.includes('&')) return null;
  CODE.lastIndex = 0;
  let code = CODE.exec(coded);
  if (code === null) return null;
  const starts = new Int32Array(coded.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  for (; code !== null; code = CODE.exec(coded)) {
    const char = charOf(code);
    for (let i = from; i <= code.index; i++) starts[length++] = i;
    parts.push(coded.slice(from, code.index), char);
    from = code.index + code[0].length;
  }
  for (let i = from; i <= coded.length; i++) starts[length++] = i;
  parts.push(coded.slice(from));
  return { text: parts.join(''), starts };
}

/** Always one unit: what stands beyond the first plane is no part of a secret. */
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
]: RegExpExecArray): string {
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
