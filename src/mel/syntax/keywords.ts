import { T, type TokenKind } from './token.ts';

/** Words that cannot name a declaration, with their token kinds. */
const KEYWORDS: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ['domain', T.domain],
  ['state', T.state],
  ['computed', T.computed],
  ['action', T.action],
  ['effect', T.effect],
  ['when', T.when],
  ['once', T.once],
  ['patch', T.patch],
  ['unset', T.unset],
  ['merge', T.merge],
  ['true', T.true],
  ['false', T.false],
  ['null', T.null],
  ['as', T.as],
  ['available', T.available],
  ['dispatchable', T.dispatchable],
  ['fail', T.fail],
  ['stop', T.stop],
  ['with', T.with],
  ['type', T.type],
  ['import', T.import],
  ['from', T.from],
  ['export', T.export],
]);

/** Words of JavaScript that are no MEL, wherever they do not name a property. */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'function var let const if else for while do switch case break continue return throw try ' +
    'catch finally new delete instanceof void debugger this super arguments eval async await ' +
    'yield class extends interface enum namespace module'
  ).split(' '),
);

/** The kind of a word made of plain identifier characters. */
export function kindOfWord(word: string): TokenKind {
  // No keyword and no reserved word is shorter, longer or begins otherwise: most names end here.
  const first = word.charCodeAt(0);
  if (word.length < 2 || word.length > 12 || first < 97 || first > 122) return T.identifier;
  return WORDS.get(word) ?? T.identifier;
}

const WORDS: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ...KEYWORDS,
  ...[...RESERVED_WORDS].map((word): [string, TokenKind] => [word, T.reserved]),
]);
