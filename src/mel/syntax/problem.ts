import type { DiagnosticCode } from '../codes.ts';
import type { Diagnostic, Edit, Fix, Note, Span } from '../diagnostic.ts';

/** Beyond this many the collectors of one phase stop; what the caller shows ends far earlier. */
export const MAX_COLLECTED = 2_000;

/** An error of the lexer or the parser. */
export function problem(
  code: DiagnosticCode,
  message: string,
  span: Span,
  fixes: readonly Fix[] = [],
  notes: readonly Note[] = [],
): Diagnostic {
  return { code, severity: 'error', message, span, notes, fixes };
}

/** A fix that puts `text` in the place of `span`. */
export function replacing(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] };
}

/** A fix of several edits, which do not overlap and stand in source order. */
export function rewriting(title: string, edits: readonly Edit[]): Fix {
  return { title, edits };
}

/** Source text as a message shows it: cut where it is long. */
export function shown(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

/** The empty span before `span`, for insertions. */
export function before(span: Span): Span {
  return { start: span.start, end: span.start };
}

/** The empty span behind `span`, for insertions. */
export function behind(span: Span): Span {
  return { start: span.end, end: span.end };
}
