import type { SearchedText } from './characters.ts';
import { type Finding, REDACTED } from './finding.ts';

/** What may stand before the text of a line: a number, as tools print it, and the sign of a diff, a quotation or a comment. */
export const LINE_HEAD = '(?:[ \\t]{0,8}\\d{1,7}(?:\\t|→|[:|]))?(?:[+>#|-](?![+>#|-]))?[ \\t]{0,64}';

/** One way to recognise what must not be kept. */
export interface RedactionRule {
  /** Each thing that the rule finds holds one of these, in whatever case. Lower case, ASCII. */
  readonly hints: readonly string[];
  /** Looks at the place where a hint stands (`start` to `end`). Its steps are bounded, or shared through `runEnd`. */
  readonly find: (searched: SearchedText, start: number, end: number) => Finding | null;
}

/**
 * A rule of a pattern that begins at its hint. Group 1 is kept, what follows it is found; `accepts` judges the groups.
 * The quantifiers of the pattern are bounded.
 */
export function patternRule(
  hints: readonly string[],
  pattern: RegExp,
  options: { readonly mark?: string; readonly accepts?: (match: RegExpExecArray) => boolean } = {},
): RedactionRule {
  const sticky = new RegExp(pattern.source, `${pattern.flags.replace('y', '')}y`);
  const { mark = REDACTED, accepts } = options;
  return {
    hints,
    find: ({ text }, start) => {
      sticky.lastIndex = start;
      const match = sticky.exec(text);
      if (match === null || accepts?.(match) === false) return null;
      return findingOf(text, start + (match[1]?.length ?? 0), start + match[0].length, mark);
    },
  };
}

/** Nothing, where it was found before. */
export function findingOf(text: string, start: number, end: number, mark: string = REDACTED): Finding | null {
  return end <= start || text.startsWith(mark, start) ? null : { start, end, mark };
}
