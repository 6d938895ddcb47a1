import { compile } from '../mel/compile.ts';
import { createProgram, initialSnapshot } from '../mel/engine/program.ts';
import type { Schema } from '../mel/schema/ir.ts';
import { controllerProblems } from './controller-interface.ts';
import { ATTEMPT } from './mel-controller.ts';

export type CompiledController =
  | { readonly kind: 'schema'; readonly schema: Schema }
  /** One line a problem, with its place in the source where it has one. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Errors of a source that are told one by one. */
const MOST_TOLD = 10;

/** The schema of a MEL domain that can steer a run; `name` stands before the problems of one that cannot. */
export function compileController(source: string | Uint8Array, name: string): CompiledController {
  const { schema, diagnostics } = compile(source);
  if (schema === null) {
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
    const problems = errors
      .slice(0, MOST_TOLD)
      .map(({ span, code, message }) => `${name}:${span.start.line}:${span.start.column}: ${code} ${message}`);
    const hidden = errors.length - problems.length;
    const rest = hidden === 0 ? [] : [`${name}: ${hidden} more errors, which \`praxis mel check\` shows`];
    return { kind: 'refused', problems: [...problems, ...rest] };
  }
  const initial = initialSnapshot(createProgram(schema, { mode: 'closures' }), ATTEMPT);
  const problems = controllerProblems(schema, initial).map((problem) => `${name}: ${problem}`);
  return problems.length > 0 ? { kind: 'refused', problems } : { kind: 'schema', schema };
}
