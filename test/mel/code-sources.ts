import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../src/mel/codes.ts';
import { type CompileResult, compile } from '../../src/mel/compile.ts';
import { EXPLANATIONS } from '../../src/mel/explain/explanations.ts';
import { countHits } from './survival.ts';

/** Compilations for the codes that hardly a mutant gives: by bytes, by an option, by size, and an example of each other one. */
function directed(): readonly CompileResult[] {
  const unknown = Array.from({ length: 1_100 }, (_, i) => `computed c${i} = nothing${i}`).join('\n');
  return [
    compile(Uint8Array.of(0xff, 0xfe, 0)),
    compile('domain D { computed a = b  computed c = d }', { maxErrors: 1 }),
    compile(`domain D { computed a = ${'('.repeat(10_000)}1${')'.repeat(10_000)} }`),
    compile(`domain D { ${unknown} }`),
    ...Object.values(EXPLANATIONS).flatMap(({ bad }) => (bad === null ? [] : [compile(bad)])),
  ];
}

/** `hits` with those of the directed sources, and the codes that nothing hit. */
export function withDirected(hits: ReadonlyMap<DiagnosticCode, number>): {
  readonly all: ReadonlyMap<DiagnosticCode, number>;
  readonly missed: readonly string[];
} {
  const all = new Map(hits);
  for (const result of directed()) countHits(result, all);
  const codes = Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[];
  return { all, missed: codes.filter((code) => !all.has(code)) };
}
