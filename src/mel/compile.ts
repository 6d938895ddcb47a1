import type { Annotations } from './check/annotations.ts';
import { inspect } from './check/check.ts';
import { hasError, settleDiagnostics } from './check/settle.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Schema } from './schema/ir.ts';
import { lower, trace } from './schema/lower.ts';
import { createSourceMap, type SourceMap } from './schema/source-map.ts';
import { parse, readSource } from './syntax/parse.ts';

/** How much a compilation tells. */
export interface CompileOptions {
  /** Errors after which the list ends with E_TOO_MANY; without it 1,000 diagnostics are listed. */
  readonly maxErrors?: number;
}

/** What stands beside a schema and never changes it. */
export interface AnnotationSidecar {
  readonly schemaHash: string;
  /** By kind and name, e.g. `state_field:total`. */
  readonly entries: Annotations;
}

/** Either everything, or, where there is an error, only the diagnostics. */
export type CompileResult =
  | {
      readonly schema: Schema;
      /** Warnings and hints. */
      readonly diagnostics: readonly Diagnostic[];
      readonly annotations: AnnotationSidecar;
      readonly sourceMap: SourceMap;
    }
  | {
      readonly schema: null;
      readonly diagnostics: readonly Diagnostic[];
      readonly annotations: null;
      readonly sourceMap: null;
    };

const START = { offset: 0, line: 1, column: 1 };

const NO_SOURCE: Diagnostic = {
  code: 'MEL_IO',
  severity: 'error',
  message: 'the source is neither a text nor bytes',
  span: { start: START, end: START },
  notes: [],
  fixes: [],
};

/**
 * Compiles a domain from its text or its UTF-8 bytes. Never throws: what is wrong stands in the diagnostics, in source order.
 *
 * @example
 * ```ts
 * const { schema, diagnostics } = compile('domain Tally { state { total: number = 0 } }');
 * ```
 */
export function compile(source: string | Uint8Array, options: CompileOptions = {}): CompileResult {
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return refused([NO_SOURCE]);
  const text = typeof source === 'string' ? { kind: 'text' as const, text: source } : readSource(source);
  if (text.kind !== 'text') return refused([text.diagnostic]);
  const { domain, diagnostics: unread } = parse(text.text);
  if (domain === null) return refused(settleDiagnostics(unread, options));
  const { found, annotations: entries } = inspect(domain, { unread });
  // What the checker tells again it tells with the types in sight, so that it goes first.
  const diagnostics = settleDiagnostics([...found, ...unread], options);
  if (hasError(diagnostics)) return refused(diagnostics);
  const lowered = lower(domain);
  if (lowered.kind === 'limit') return refused(settleDiagnostics([...diagnostics, lowered.diagnostic], options));
  const { schema } = lowered;
  const annotations = { schemaHash: schema.hash, entries };
  return { schema, diagnostics, annotations, sourceMap: createSourceMap(() => trace(domain)) };
}

function refused(diagnostics: readonly Diagnostic[]): CompileResult {
  return { schema: null, diagnostics, annotations: null, sourceMap: null };
}
