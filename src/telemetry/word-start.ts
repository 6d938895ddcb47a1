/**
 * Where a word may begin, as the source of a pattern: after no letter, digit or `_`, but also after an escape such as
 * `\n` in a text inside a text, and after a colour code.
 */
export const WORD_START = '(?:(?<![A-Za-z0-9_])|(?<=\\\\[nrtbf])|(?<=\\x1b\\[[\\d;]{0,12}m))';

/** As `WORD_START`, but not after `-` either. */
export const FLAG_START = `(?:(?<!-)${WORD_START})`;
