import type { Diagnostic, Edit, Severity } from '../diagnostic.ts';

/** How many diagnostics one compilation reports when the caller sets no limit of its own. */
const DIAGNOSTIC_CAP = 1000;

export interface SettleOptions {
  /** Errors after which the list ends with E_TOO_MANY; takes the place of the cap of 1,000 diagnostics. */
  readonly maxErrors?: number;
}

/** What a message may have at most: names and texts of the source, which stand in it, may have any length. */
const LONGEST_MESSAGE = 400;

/** The end of a message often says what to do, so that the middle is left out. */
const KEPT_AT_END = 80;

const RANK: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 };

/** Says each thing once, in the order of the source, and ends a list that is too long by one last diagnostic. */
export function settleDiagnostics(found: readonly Diagnostic[], options: SettleOptions = {}): readonly Diagnostic[] {
  const sorted = distinct(found).sort(byPosition).map(shortened).map(withJoinedEdits);
  const { maxErrors } = options;
  if (typeof maxErrors === 'number' && maxErrors >= 0) return endAfterErrors(sorted, Math.floor(maxErrors));
  const next = sorted[DIAGNOSTIC_CAP];
  if (next === undefined) return sorted;
  const message = `${sorted.length - DIAGNOSTIC_CAP} more diagnostics are not shown`;
  // Warnings, however many, forbid no schema; an error that is not shown does.
  const severity = hasError(sorted) ? 'error' : 'warning';
  return [...sorted.slice(0, DIAGNOSTIC_CAP), last('E_LIMIT', severity, message, next)];
}

/** Whether something in the list forbids a schema. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** With messages that people can read, however long the names in them are. Edits are kept as they are. */
function shortened(diagnostic: Diagnostic): Diagnostic {
  const { message, notes, fixes } = diagnostic;
  const isShort = [message, ...notes.map((note) => note.message), ...fixes.map(({ title }) => title)].every(
    (text) => text.length <= LONGEST_MESSAGE,
  );
  if (isShort) return diagnostic;
  return {
    ...diagnostic,
    message: short(message),
    notes: notes.map((note) => ({ ...note, message: short(note.message) })),
    fixes: fixes.map((fix) => ({ ...fix, title: short(fix.title) })),
  };
}

/** With edits that touch made one, so that their order does not matter to who makes them. */
function withJoinedEdits(diagnostic: Diagnostic): Diagnostic {
  if (!diagnostic.fixes.some(({ edits }) => edits.some(touchesNext))) return diagnostic;
  return { ...diagnostic, fixes: diagnostic.fixes.map(({ title, edits }) => ({ title, edits: joined(edits) })) };
}

function touchesNext({ span }: Edit, index: number, edits: readonly Edit[]): boolean {
  return span.end.offset === edits[index + 1]?.span.start.offset;
}

function joined(edits: readonly Edit[]): readonly Edit[] {
  const done: Edit[] = [];
  for (const edit of edits) {
    const last = done.at(-1);
    if (last === undefined || last.span.end.offset !== edit.span.start.offset) done.push(edit);
    else done[done.length - 1] = { span: { start: last.span.start, end: edit.span.end }, text: last.text + edit.text };
  }
  return done;
}

function short(text: string): string {
  if (text.length <= LONGEST_MESSAGE) return text;
  return `${text.slice(0, LONGEST_MESSAGE - KEPT_AT_END - 1)}…${text.slice(-KEPT_AT_END)}`;
}

function distinct(found: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return found.filter(({ code, span }) => {
    const key = `${code}:${span.start.offset}:${span.end.offset}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function byPosition(a: Diagnostic, b: Diagnostic): number {
  return (
    a.span.start.offset - b.span.start.offset ||
    RANK[a.severity] - RANK[b.severity] ||
    a.span.end.offset - b.span.end.offset ||
    (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
  );
}

function endAfterErrors(sorted: readonly Diagnostic[], maxErrors: number): readonly Diagnostic[] {
  let errors = 0;
  for (const [index, diagnostic] of sorted.entries()) {
    if (diagnostic.severity !== 'error') continue;
    if (errors === maxErrors) {
      const message = `more than ${maxErrors} errors; the rest is not shown`;
      return [...sorted.slice(0, index), last('E_TOO_MANY', 'error', message, diagnostic)];
    }
    errors += 1;
  }
  return sorted;
}

function last(code: 'E_LIMIT' | 'E_TOO_MANY', severity: Severity, message: string, at: Diagnostic): Diagnostic {
  return { code, severity, message, span: at.span, notes: [], fixes: [] };
}
