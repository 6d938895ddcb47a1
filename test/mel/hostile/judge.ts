import { type CompileResult, compile } from '../../../src/mel/compile.ts';
import { generateModule } from '../../../src/mel/engine/generate.ts';
import { createProgram, initialSnapshot, pass } from '../../../src/mel/engine/program.ts';
import type { Schema } from '../../../src/mel/schema/ir.ts';
import { jsonOf } from '../json-of.ts';
import type { Verdict } from './sources.ts';

/** What the compiler says of a source, in a word, and the milliseconds of processor it takes. */
export function judged(source: string): { readonly result: CompileResult; readonly ms: number } {
  const before = process.cpuUsage();
  const result = compile(source);
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}

/** Whether a result is what was to be: the one code as the only error. */
export function isVerdict({ schema, diagnostics }: CompileResult, verdict: Verdict): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  if (verdict === 'ok') return schema !== null;
  if (verdict === 'any error') return schema === null && errors.length > 0;
  if (verdict === 'E_LIMIT') return diagnostics.length === 1 && errors[0] === 'E_LIMIT';
  return errors.length === 1 && errors[0] === verdict;
}

/** Computed values and one dispatch of a domain by each engine, which may fall back to closures: texts that have to be the same. */
export function runTexts(schema: Schema): readonly string[] {
  const attempt = { timestamp: 0, seed: '' };
  const link = new Function('lib', generateModule(schema));
  const programs = [
    createProgram(schema, { mode: 'closures' }),
    createProgram(schema, { mode: 'generated' }),
    createProgram(schema, { link: (lib) => link(lib) }),
  ];
  return programs.map((program) => {
    const start = initialSnapshot(program, attempt);
    const result = pass(program, start, { type: 'go', intentId: 'i' }, attempt, false);
    const { state, computed } = result.snapshot;
    const blockers = 'blockers' in result ? result.blockers.length : 0;
    return `${jsonOf(start.computed)} ${result.status} ${blockers} ${jsonOf([state, computed])}`;
  });
}
