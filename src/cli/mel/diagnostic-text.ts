import type { Diagnostic, Severity, Span } from '../../mel/diagnostic.ts';
import { type CompiledFile, shownFile } from './source-file.ts';

const WIDTH = 100;
const COLOR: Readonly<Record<Severity, string>> = { error: '31', warning: '33', info: '36' };

/** A stretch of a source, by line and column, both from 1. */
interface PlaceDocument {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A diagnostic as `praxis mel check --json` prints it. */
export interface DiagnosticDocument extends PlaceDocument {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  /** What else there is to say, some of it of other places; left out where there is nothing. */
  readonly notes?: readonly (Partial<PlaceDocument> & { readonly message: string })[];
  /** Ways to mend it, each of which takes all its edits; left out where there are none. */
  readonly fixes?: readonly {
    readonly title: string;
    readonly edits: readonly (PlaceDocument & { readonly text: string })[];
  }[];
}

/** Diagnostics in the order of their places. */
export function diagnosticDocuments(diagnostics: readonly Diagnostic[]): readonly DiagnosticDocument[] {
  return inOrder(diagnostics).map((diagnostic) => {
    const { code, severity, message, span } = diagnostic;
    const hint = hintOf(diagnostic);
    const notes = diagnostic.notes.map((note) => ({
      message: note.message,
      ...(note.span !== undefined && placeOf(note.span)),
    }));
    const fixes = diagnostic.fixes.map(({ title, edits }) => ({
      title,
      edits: edits.map((edit) => ({ ...placeOf(edit.span), text: edit.text })),
    }));
    return {
      code,
      severity,
      message,
      ...placeOf(span),
      ...(hint !== null && { hint }),
      ...(notes.length > 0 && { notes }),
      ...(fixes.length > 0 && { fixes }),
    };
  });
}

function placeOf({ start, end }: Span): PlaceDocument {
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((a, b) => a.span.start.offset - b.span.start.offset);
}

function hintOf({ fixes, notes }: Diagnostic): string | null {
  const [fix] = fixes;
  if (fix !== undefined) return fix.title;
  return notes.find((note) => note.span === undefined)?.message ?? null;
}

/** The diagnostics of a file for people: place, message, the line with carets, notes and what would mend it. */
export function diagnosticText({ file, text, result }: CompiledFile, isColored: boolean): string {
  const lines = text?.split('\n') ?? [];
  return inOrder(result.diagnostics)
    .map((diagnostic) => oneDiagnostic(shownFile(file), lines, diagnostic, isColored))
    .join('\n');
}

function oneDiagnostic(file: string, lines: readonly string[], diagnostic: Diagnostic, isColored: boolean): string {
  const { code, severity, message, span, notes } = diagnostic;
  const word = isColored ? `\u001b[${COLOR[severity]}m${severity}\u001b[39m` : severity;
  const head = `${file}:${span.start.line}:${span.start.column}  ${word}  ${message} (${code})\n`;
  const excerpt = excerptOf(lines, diagnostic);
  const further = notes.map((note) => {
    const at = note.span === undefined ? '' : `line ${note.span.start.line}: `;
    return `  note: ${at}${note.message}\n`;
  });
  const fixes = diagnostic.fixes.map((fix) => `  fix: ${fix.title}\n`);
  return [head, excerpt, ...further, ...fixes].join('');
}

/** The line of the place with carets below, cut where it is long. */
function excerptOf(lines: readonly string[], { span }: Diagnostic): string {
  const line = lines[span.start.line - 1];
  if (line === undefined) return '';
  const wanted = Math.max(0, span.start.column - 1 - WIDTH / 2);
  // A character of two units is not cut in two.
  const from = /[\udc00-\udfff]/.test(line.charAt(wanted)) ? Math.max(0, wanted - 1) : wanted;
  const shown = line
    .slice(from, from + WIDTH)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[\u0000-\u001f\u007f-\u009f\ufeff]/g, ' ')
    .trimEnd();
  const column = span.start.column - 1 - from;
  const isOneLine = span.end.line === span.start.line;
  const length = isOneLine ? span.end.column - span.start.column : shown.length - column;
  const carets = '^'.repeat(Math.max(1, Math.min(length, shown.length - column)));
  const number = String(span.start.line);
  const before = from > 0 ? '…' : ' ';
  return `  ${number} |${before}${shown}\n  ${' '.repeat(number.length)} | ${' '.repeat(column)}${carets}\n`;
}

/** `2 errors, 1 warning`. */
export function countText(diagnostics: readonly Diagnostic[]): string {
  const parts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    const word = severity === 'info' ? 'hint' : severity;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? 'nothing to report' : parts.join(', ');
}
