import { ALPHANUMERIC, DIGITS, isOf, LETTERS } from './characters.ts';
import { findingOf, type RedactionRule } from './redaction-rule.ts';

/** What follows the prefix of a token: a run of one set of characters. */
interface TokenRun {
  readonly set: number;
  readonly min: number;
  /** Where all tokens have one length: no letter or digit may follow. Without it the token is as long as the run. */
  readonly isExact?: true;
  /** Both digits and letters occur: words do not count. */
  readonly isMixed?: true;
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
    const restEnd = rest instanceof RegExp ? patternEnd(rest) : runEnd(rest);
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
  return ({ text }, at) => {
    sticky.lastIndex = at;
    const match = sticky.exec(text);
    return match === null ? null : at + match[0].length;
  };
}

function runEnd({ set, min, isExact, isMixed }: TokenRun): RestEnd {
  return (searched, at) => {
    const end = isExact ? at + min : searched.runEnd(set, at);
    if (end - at < min || (isExact && searched.runEnd(set, at) < end)) return null;
    if (isExact && isOf(ALPHANUMERIC, searched.text.charCodeAt(end))) return null;
    return isMixed && !isMixedRun(searched.text, at, Math.min(end, at + 128)) ? null : end;
  };
}

function isMixedRun(text: string, start: number, end: number): boolean {
  let hasDigit = false;
  let hasLetter = false;
  for (let i = start; i < end && !(hasDigit && hasLetter); i++) {
    hasDigit ||= isOf(DIGITS, text.charCodeAt(i));
    hasLetter ||= isOf(LETTERS, text.charCodeAt(i));
  }
  return hasDigit && hasLetter;
}
