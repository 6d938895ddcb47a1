import { DIGITS, isOf, LETTERS } from './characters.ts';
import { findingOf, type RedactionRule } from './redaction-rule.ts';
import { isMixedCase } from './secret-values.ts';

/** What follows the prefix of a token: a run of one set of characters. */
interface TokenRun {
  readonly set: number;
  readonly min: number;
  /** Where all tokens have one length: no letter or digit may follow. Without it the token is as long as the run. */
  readonly isExact?: true;
  /** Both digits and letters occur, or many letters of both cases: words do not count. */
  readonly isMixed?: boolean;
}

/** How the tokens of an issuer look. */
export interface TokenFormat {
  readonly issuer: string;
  /** Where the form is described. */
  readonly source: string;
  readonly prefixes: readonly string[];
  /** The prefix may stand inside of a word: what runs into a token without a gap does not hide it. */
  readonly isLoose?: true;
  /** A pattern, of bounded steps, where there is more to it than a run. */
  readonly rest: TokenRun | RegExp;
}

/** The rule of one prefix of a format. */
export function tokenRules({ prefixes, rest, isLoose }: TokenFormat): readonly RedactionRule[] {
  return prefixes.map((prefix) => {
    const isAnywhere = isLoose === true || isUnlike(prefix);
    // A prefix with a digit and a sign in it is no word by itself.
    const isCertain = isUnlike(prefix) && /\d/.test(prefix);
    const restEnd =
      rest instanceof RegExp ? patternEnd(rest) : runEnd({ ...rest, isMixed: rest.isMixed === true && !isCertain });
    return {
      hints: [prefix.toLowerCase()],
      find: (searched, start, end) => {
        if (!searched.text.startsWith(prefix, start)) return null;
        if (!isAnywhere && !searched.isWordStart(start)) return null;
        const last = restEnd(searched, end);
        return last === null ? null : findingOf(searched.text, start, last);
      },
    };
  });
}

/** No word ends like this. */
function isUnlike(prefix: string): boolean {
  return prefix.length >= 5 && /[^A-Za-z0-9]/.test(prefix) && !/^[a-z]+[-_.]$/.test(prefix);
}

type RestEnd = (searched: Parameters<RedactionRule['find']>[0], at: number) => number | null;

function patternEnd(rest: RegExp): RestEnd {
  const sticky = new RegExp(rest.source, 'y');
  // Among bytes any letter may follow.
  const loose = new RegExp(rest.source.replace(/\(\?!\[[^\]]*\]\)/g, ''), 'y');
  return ({ text, isAmongBytes }, at) => {
    const pattern = isAmongBytes ? loose : sticky;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    return match === null ? null : at + match[0].length;
  };
}

function runEnd({ set, min, isExact, isMixed }: TokenRun): RestEnd {
  return (searched, at) => {
    const end = isExact ? at + min : searched.runEnd(set, at);
    if (end - at < min || (isExact && searched.runEnd(set, at) < end)) return null;
    if (isExact && !searched.isWordEnd(end)) return null;
    return isMixed && !isMixedRun(searched.text, at, Math.min(end, at + 128)) ? null : end;
  };
}

/** Digits among letters, or letters of both cases as chance mixes them. */
function isMixedRun(text: string, start: number, end: number): boolean {
  let hasDigit = false;
  let hasLetter = false;
  for (let i = start; i < end && !(hasDigit && hasLetter); i++) {
    hasDigit ||= isOf(DIGITS, text.charCodeAt(i));
    hasLetter ||= isOf(LETTERS, text.charCodeAt(i));
  }
  return hasLetter && (hasDigit || isMixedCase(text.slice(start, end)));
}
