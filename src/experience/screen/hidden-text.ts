import { isAllLookalikes, isLatin } from './fold-text.ts';

/** What is wrong with the characters of a text, whatever it says. */
export interface HiddenText {
  readonly kind: 'zero-width' | 'homoglyph';
  readonly reason: string;
}

const TAGS = /[\u{e0000}-\u{e007f}]|(?![\u0000-\uffff])\p{Variation_Selector}/u;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/;
/** Invisible signs inside or beside a Latin word; in Arabic and Indic scripts and in emoji the joiners have a use. */
const ZERO_WIDTH =
  /\u034f|[\u200b\u2060-\u2064\u180e\u3164\u115f\u1160\uffa0\u2800\ufff9-\ufffb]|(?<=[\p{Script=Latin}\p{N} ])(?:\u200c|\u200d|\ufeff|\u00ad)|(?:\u200c|\u200d|\ufeff|\u00ad)(?=[\p{Script=Latin}\p{N}])/u;
const SELECTORS = /[\ufe00-\ufe0f]{2}|(?<=[\p{L}\p{N} ])[\ufe00-\ufe0d]/u;
const STYLED_LETTERS = /[\u{1d400}-\u{1d7cb}\u{1f130}-\u{1f189}\u24b6-\u24e9\u249c-\u24b5]{3}/u;
const FULL_WIDTH_WORDS = /[\uff21-\uff3a\uff41-\uff5a]{2,}[\s\u3000]+[\uff21-\uff3a\uff41-\uff5a]{2,}/;
const STACKED_MARKS = /[A-Za-z]\p{Mn}{2}/u;
/** Greek letters that stand beside Latin ones in units and formulas. */
const SYMBOLS = /[μµΔδΣσπλΩωαβγεθρτφ]/gu;

/** Characters that hide what a text says: invisible ones, directions, letters of another script inside a word. Null: none. */
export function findHiddenText(text: string): HiddenText | null {
  if (TAGS.test(text)) return hidden('zero-width', 'it holds invisible tag characters or selectors');
  if (DIRECTIONS.test(text) && isLatin(text)) return hidden('zero-width', 'it changes the direction of writing');
  if (ZERO_WIDTH.test(text)) return hidden('zero-width', 'it holds invisible characters');
  if (SELECTORS.test(text)) return hidden('zero-width', 'it holds variation selectors outside of emoji');
  if (STYLED_LETTERS.test(text)) return hidden('homoglyph', 'it is written in letter forms that are no text');
  if (FULL_WIDTH_WORDS.test(text)) return hidden('homoglyph', 'it is written in full-width letters');
  if (STACKED_MARKS.test(text.normalize('NFD')) && !/[\u1ea0-\u1ef9ơưƠƯ]/.test(text.normalize('NFC')))
    return hidden('homoglyph', 'marks are stacked on its letters');
  const mixed = wordOfTwoScripts(text.normalize('NFKC'));
  return mixed === null ? null : hidden('homoglyph', 'letters of another script stand for Latin ones');
}

function hidden(kind: HiddenText['kind'], reason: string): HiddenText {
  return { kind, reason };
}

function wordOfTwoScripts(text: string): string | null {
  const isMostlyLatin = isLatin(text);
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!/[^\u0000-\u024f\u1e00-\u1eff\p{M}]/u.test(word)) continue;
    const isLatinPart = /\p{Script=Latin}/u.test(word);
    const isOtherPart = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(
      word.replace(SYMBOLS, (sign, at: number) => (at === 0 || word.length <= 2 ? '' : sign)),
    );
    if (isLatinPart && isOtherPart) return word;
    if (isMostlyLatin && isOtherPart && word.length > 2 && isAllLookalikes(word)) return word;
    if (/[\u0250-\u02af\u1d00-\u1d7f\ua730-\ua731]{2}/.test(word)) return word;
  }
  return null;
}
