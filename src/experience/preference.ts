/** Of two tools or ways that do one job, the one that a text ranks above the other. */
export interface Preference {
  readonly x: string;
  readonly y: string;
}

const NAME = '(?:`([^`\\n]{1,64})`|([\\p{L}\\p{N}_][\\p{L}\\p{N}_./:-]*))';
/** Between a name in backticks and the rival may stand what it is used for. */
const GAP = '(?:\\s+[^\\s.;,!?`]+){0,6}?';
const PREFERENCE = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:prefer|use|choose)\\s+(?:the\\s+)?${NAME}(${GAP})\\s+(?:over|instead\\s+of|rather\\s+than)\\s+(?:the\\s+)?${NAME}`,
  'giu',
);
const NOT_A_NAME = /^(?:an?|the|any|all|its?|this|that|these|those|your|our|my|to|using|with|one|doing)$/i;
const NEGATED = /(?:\bnot|\bnever|n't|\bavoid|\bwithout)(?:\s+to)?\s+$/i;

/**
 * Reads "prefer, use or choose X over, instead of or rather than Y" from a text, names with or without backticks; null where
 * it ranks no two names.
 *
 * @example
 * ```ts
 * parsePreference('When searching, prefer `rg` over `grep`.'); // { x: 'rg', y: 'grep' }
 * ```
 */
export function parsePreference(text: string): Preference | null {
  for (const match of text.matchAll(PREFERENCE)) {
    const [, quotedX, plainX, gap, quotedY, plainY] = match;
    const x = quotedX ?? plainX;
    const y = (quotedY ?? plainY)?.replace(/[./:-]+$/, '');
    if (x === undefined || y === undefined || y === '' || x === y) continue;
    if (NEGATED.test(text.slice(0, match.index))) continue;
    if (quotedX === undefined && (NOT_A_NAME.test(x) || gap !== '')) continue;
    if (quotedY === undefined && (NOT_A_NAME.test(y) || goesOn(text, match.index + match[0].length))) continue;
    return { x, y };
  }
  return null;
}

/** Whether a name without backticks is only the first word of several, as in "over plain text search". */
function goesOn(text: string, end: number): boolean {
  return /^[ \t]+(?!(?:for|when|if|in|on|to|with|as|because|since|unless|where|while|and|or|at|by)\b)[\p{L}\p{N}`]/iu.test(
    text.slice(end),
  );
}
