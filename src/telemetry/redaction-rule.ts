/** What stands where a secret stood. */
export const REDACTED = '[redacted]';

/** One way to recognise what must not be kept. */
export interface RedactionRule {
  /** Each text that the rule changes holds one of these, in whatever case. ASCII. */
  readonly hints: readonly string[];
  readonly apply: (text: string) => string;
}

/** A rule that puts `mark` in the place of every match; `$1` and the like stand for groups. */
export function replacing(hints: readonly string[], pattern: RegExp, mark: string = REDACTED): RedactionRule {
  return { hints, apply: (text) => text.replace(pattern, mark) };
}
