import type { Diagnostic } from '../diagnostic.ts';
import type { Domain } from './ast.ts';
import { Cursor } from './cursor.ts';
import { lex } from './lexer.ts';
import { parseDomain } from './parse-domain.ts';
import { refuseText } from './read-source.ts';

export { readSource } from './read-source.ts';

export interface Parsed {
  /** null: no domain could be made out, or the source breaks a limit. */
  readonly domain: Domain | null;
  /** In source order. A domain with errors holds `missing` nodes, or lacks what could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a source. Never throws; a text that is none or breaks a limit gets that one diagnostic. */
export function parse(text: string): Parsed {
  const refusal = refuseText(text);
  if (refusal !== null) return { domain: null, diagnostics: [refusal] };
  const tokens = lex(text);
  const cursor = new Cursor(tokens);
  const domain = parseDomain(cursor);
  if (cursor.limit !== null) return { domain: null, diagnostics: [cursor.limit] };
  return { domain, diagnostics: inOrder([...tokens.diagnostics, ...cursor.diagnostics]) };
}

/** By place, one for each code and span. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length < 2) return diagnostics;
  const sorted = diagnostics.toSorted((a, b) => a.span.start.offset - b.span.start.offset);
  const seen = new Set<string>();
  return sorted.filter((diagnostic) => {
    const key = `${diagnostic.code} ${diagnostic.span.start.offset} ${diagnostic.span.end.offset}`;
    return !seen.has(key) && seen.add(key);
  });
}
