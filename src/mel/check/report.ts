import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../codes.ts';
import type { Diagnostic, Fix, Note, Span } from '../diagnostic.ts';

export interface Details {
  readonly notes?: readonly Note[];
  readonly fixes?: readonly Fix[];
}

/** Tells of a problem. The severity is that of the code. */
export type Report = (code: DiagnosticCode, span: Span, message: string, details?: Details) => void;

/** For a second look at an expression whose problems are told elsewhere. */
export const silent: Report = () => {};

/** A `Report` with the list of what it was told, each (code, span) once, in order of telling. */
export function collector(): { readonly report: Report; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  const report: Report = (code, span, message, details = {}) => {
    const key = `${code}:${span.start.offset}:${span.end.offset}`;
    if (seen.has(key)) return;
    seen.add(key);
    const { severity } = DIAGNOSTIC_CODES[code];
    diagnostics.push({ code, severity, message, span, notes: details.notes ?? [], fixes: details.fixes ?? [] });
  };
  return { report, diagnostics };
}

/** A fix that puts `before` and `after` around a span. */
export function wrap(title: string, span: Span, before: string, after: string): Fix {
  const edits = [
    { span: { start: span.start, end: span.start }, text: before },
    { span: { start: span.end, end: span.end }, text: after },
  ];
  return { title, edits };
}

/** A fix that puts `text` in the place of a span. */
export function replace(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] };
}
