import type { DiagnosticCode } from './codes.ts';

/** A place in a source: offset from 0, line and column from 1, all in UTF-16 code units. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** From `start` up to, not including, `end`. Never a placeholder. */
export interface Span {
  readonly start: Position;
  readonly end: Position;
}

/** What else there is to say, of the source as a whole or of another place. */
export interface Note {
  readonly message: string;
  readonly span?: Span;
}

/** Puts a text in the place of a span; an empty span inserts. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** A change that mends or shortens the program; offered, never forced. */
export interface Fix {
  readonly title: string;
  /** In the order of the source; no two of them touch. */
  readonly edits: readonly Edit[];
}

/** Only an error forbids a schema; an info says how the same is written shorter. */
export type Severity = 'error' | 'warning' | 'info';

/** One thing that is to be said of a source. Plain JSON. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly notes: readonly Note[];
  readonly fixes: readonly Fix[];
}
