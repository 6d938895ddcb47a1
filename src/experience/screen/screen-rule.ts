/** What a text that is held back tries to do. */
export type ScreenKind =
  | 'instruct'
  | 'exfiltrate'
  | 'credential'
  | 'disable-checks'
  | 'run-url'
  | 'fake-block'
  | 'role'
  | 'homoglyph'
  | 'zero-width';

/** One way of trying. Patterns are for folded text, match over lines, and may name `SCREEN_WORDS` in braces. */
export interface ScreenRule {
  readonly kind: ScreenKind;
  readonly reason: string;
  readonly pattern: string;
  /** A match that this one meets is harmless. */
  readonly except?: string;
  /** Where the text holds this anywhere, the rule finds nothing. */
  readonly unless?: string;
  /** The pattern says by itself what is negated; else a negation before it excuses it. */
  readonly isNegationPart?: boolean;
  /** Too common a form to be looked for in guessed spellings. */
  readonly isWeak?: boolean;
}
