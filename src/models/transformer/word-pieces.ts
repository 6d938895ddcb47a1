/** The numbers of a text's word pieces, `[CLS]` first and `[SEP]` last. */
export type Tokenise = (text: string) => readonly number[];

const LONGEST_WORD = 100;
const SPECIAL_TEXT = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
/** Control, format, private and lone surrogate characters, and what stands for a character that was lost. */
const DROPPED = /[\p{Cf}\p{Co}\p{Cs}\ufffd]|(?![\t\n\r])\p{Cc}/gu;
/** What white space parts, so that no more of a long text is looked at than fits. */
const BETWEEN_SPACES = /[^\t\n\r\p{Z}]+/gu;
/** A sign that is a word of its own: punctuation, the signs of ASCII, and Han, which is written without spaces. */
const ALONE =
  /[\p{P}$+<=>^`|~]|[\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{f900}-\u{faff}\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

/**
 * Cuts texts as the tokeniser of BERT does: lower case, no accents, then the longest pieces of a word list from the left.
 * `maxTokens` counts `[CLS]` and `[SEP]`; what is longer is cut. TypeError where the list lacks a special word.
 */
export function wordPieces(vocabulary: string, maxTokens: number): Tokenise {
  const numbers = numbered(vocabulary);
  const numberOf = (word: string): number => {
    const number = numbers.get(word);
    if (number === undefined) throw new TypeError(`the word list has no ${word}`);
    return number;
  };
  const unknown = numberOf('[UNK]');
  const first = numberOf('[CLS]');
  const last = numberOf('[SEP]');
  return (text) => {
    const tokens = [first];
    for (const [index, part] of text.split(SPECIAL_TEXT).entries()) {
      if (index % 2 === 1) tokens.push(numbers.get(part) ?? unknown);
      else addPieces(part);
      if (tokens.length >= maxTokens) break;
    }
    return [...tokens.slice(0, maxTokens - 1), last];

    function addPieces(part: string): void {
      for (const [run] of part.matchAll(BETWEEN_SPACES)) {
        for (const word of words(run)) tokens.push(...(pieces(word, numbers) ?? [unknown]));
        if (tokens.length >= maxTokens) return;
      }
    }
  };
}

function numbered(vocabulary: string): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  let start = 0;
  while (start < vocabulary.length) {
    const end = vocabulary.indexOf('\n', start);
    const stop = end < 0 ? vocabulary.length : end;
    numbers.set(vocabulary.slice(start, vocabulary[stop - 1] === '\r' ? stop - 1 : stop), numbers.size);
    start = stop + 1;
  }
  return numbers;
}

function words(text: string): readonly string[] {
  const spaced = text.replace(DROPPED, '').replace(ALONE, ' $& ');
  const plain = lowerCase(spaced.normalize('NFD').replace(/\p{Mn}/gu, ''));
  return plain.replace(ALONE, ' $& ').match(/\S+/g) ?? [];
}

/** Sign by sign: a whole text's lower case ends words with another sigma. */
function lowerCase(text: string): string {
  return text.includes('\u03a3') ? Array.from(text, (sign) => sign.toLowerCase()).join('') : text.toLowerCase();
}

/** The longest pieces from the left; undefined for a word that they do not make up. */
function pieces(word: string, numbers: ReadonlyMap<string, number>): readonly number[] | undefined {
  const signs = Array.from(word);
  if (signs.length > LONGEST_WORD) return undefined;
  const found: number[] = [];
  let start = 0;
  while (start < signs.length) {
    let end = signs.length;
    let number: number | undefined;
    for (; end > start; end--) {
      number = numbers.get((start === 0 ? '' : '##') + signs.slice(start, end).join(''));
      if (number !== undefined) break;
    }
    if (number === undefined) return undefined;
    found.push(number);
    start = end;
  }
  return found;
}
