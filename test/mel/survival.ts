import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../src/mel/codes.ts';
import { type CompileResult, compile } from '../../src/mel/compile.ts';
import type { Schema } from '../../src/mel/schema/ir.ts';
import { Draws } from '../support/draws.ts';
import { mutant, originalOf } from './mutants.ts';
import { noise } from './noise.ts';
import { validSources } from './sources.ts';

/** What became of many sources. */
export interface Survival {
  readonly sources: number;
  /** Changed programs, and how many of them still compile. */
  readonly mutants: number;
  readonly compiled: number;
  readonly hits: ReadonlyMap<DiagnosticCode, number>;
  readonly slowest: { readonly ms: number; readonly source: string | Uint8Array };
}

/** Of ten sources one is noise, the others are mutants. */
const NOISE = 0.1;

/** Compiles `count` sources of a seed; throws with the source where the compiler throws or tells of a place outside it. */
export function survive(count: number, seed: number): Survival {
  const originals = validSources().map(originalOf);
  const draws = new Draws(seed);
  const hits = new Map<DiagnosticCode, number>();
  let mutants = 0;
  let compiled = 0;
  let slowest: Survival['slowest'] = { ms: 0, source: '' };
  for (let i = 0; i < count; i++) {
    const isNoise = draws.chance(NOISE);
    const source = isNoise ? noise(originals, draws) : mutant(originals, draws);
    const { result, ms } = timed(source, slowest.ms);
    if (ms > slowest.ms) slowest = { ms, source };
    countHits(result, hits);
    if (!isNoise) mutants += 1;
    if (!isNoise && result.schema !== null) compiled += 1;
    if (typeof source === 'string') requirePlaces(result, source);
    requireTargets(result, source);
  }
  return { sources: count, mutants, compiled, hits, slowest };
}

/** The least time of three where it would be the longest so far: one alone may hold a pause of the machine. */
function timed(source: string | Uint8Array, longest: number): { readonly result: CompileResult; readonly ms: number } {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 3; ; tries--) {
    const begun = performance.now();
    const result = compiledOrThrown(source);
    least = Math.min(least, performance.now() - begun);
    if (least <= longest || tries === 1) return { result, ms: least };
  }
}

function compiledOrThrown(source: string | Uint8Array): CompileResult {
  try {
    return compile(source);
  } catch (error) {
    throw new Error(`thrown for:\n${String(source)}`, { cause: error });
  }
}

export function countHits(result: CompileResult, hits: Map<DiagnosticCode, number>): void {
  for (const { code } of result.diagnostics) hits.set(code, (hits.get(code) ?? 0) + 1);
}

/** What an annotation belongs to stands in the schema. */
function requireTargets({ schema, annotations }: CompileResult, source: string | Uint8Array): void {
  for (const key of Object.keys(annotations?.entries ?? {})) {
    if (schema !== null && holdsTarget(schema, key)) continue;
    throw new Error(`an annotation of ${key}, which the schema lacks, for:\n${String(source)}`);
  }
}

function holdsTarget({ types, state, computed, actions, meta }: Schema, key: string): boolean {
  const [kind = '', name = ''] = key.split(':');
  const [type = '', field = ''] = name.split('.');
  const definition = Object.hasOwn(types, type) ? types[type]?.definition : undefined;
  switch (kind) {
    case 'domain':
      return meta?.name === name;
    case 'type':
      return definition !== undefined;
    case 'type_field':
      return definition?.kind === 'object' && Object.hasOwn(definition.fields, field);
    case 'state_field':
      return Object.hasOwn(state.fields, name);
    case 'computed':
      return Object.hasOwn(computed.fields, name);
    default:
      return kind === 'action' && Object.hasOwn(actions, name);
  }
}

function requirePlaces({ schema, diagnostics }: CompileResult, source: string): void {
  for (const { code, severity, span, fixes } of diagnostics) {
    if (severity !== DIAGNOSTIC_CODES[code].severity) throw new Error(`${code} is a ${severity} for:\n${source}`);
    for (const { start, end } of [span, ...fixes.flatMap((fix) => fix.edits.map((edit) => edit.span))]) {
      if (start.offset <= end.offset && end.offset <= source.length && start.line >= 1 && start.column >= 1) continue;
      throw new Error(`${code} lies at ${start.offset} to ${end.offset} of:\n${source}`);
    }
  }
  const hasError = diagnostics.some(({ severity }) => severity === 'error');
  if (hasError === (schema !== null)) throw new Error(`neither a schema nor an error, or both, for:\n${source}`);
}
