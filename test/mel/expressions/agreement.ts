import { computedTypes } from '../../../src/mel/build/infer-type.ts';
import { compile } from '../../../src/mel/compile.ts';
import type { AttemptContext, Intent, Snapshot } from '../../../src/mel/engine/model.ts';
import { applyPatches, initialSnapshot, type PassResult, type Program, pass } from '../../../src/mel/engine/program.ts';
import type { Expr, Json, Schema } from '../../../src/mel/schema/ir.ts';
import { Draws } from '../../support/draws.ts';
import { jsonOf } from '../json-of.ts';
import { isMember, type Resolve, type Shape } from '../member-of.ts';
import { programsOf } from '../modes.ts';
import type { Dict } from '../naive/coercions.ts';
import { evaluate } from '../naive/evaluate.ts';
import type { Frame, HiddenNull } from '../naive/frame.ts';
import { checkedTypes } from './checked-types.ts';
import { Counts } from './counts.ts';
import { type Sample, Samples } from './sample.ts';
import { NUMBERS, stateOf, TEXTS } from './vocabulary.ts';

/** What came of many expressions. */
export interface Agreement {
  readonly counts: Counts;
  /** Values compared, and how many of them held against their whole type because no hidden null came up. */
  readonly values: number;
  readonly strict: number;
}

/** States that each domain is run in. */
const STATES = 2;

/** Runs domains of a seed until every builtin and kind of node stood in `least` places. Throws where anything disagrees. */
export async function agree(least: number, seed: number): Promise<Agreement> {
  const draws = new Draws(seed);
  const samples = new Samples(draws);
  const counts = new Counts();
  const tally = { values: 0, strict: 0 };
  while ((counts.rarest[0]?.[1] ?? 0) < least) {
    const sample = samples.next();
    const { schema, diagnostics } = compile(sample.source);
    if (schema === null) {
      const error = diagnostics.find(({ severity }) => severity === 'error');
      throw new Error(`${error?.code} at ${error?.span.start.offset}: ${error?.message} in\n${sample.source}`);
    }
    counts.add(sample.expressions.values(), schema);
    try {
      await checkSample(sample, schema, draws, tally);
    } catch (error) {
      throw new Error(`a disagreement over\n${sample.source}`, { cause: error });
    }
  }
  return { counts, ...tally };
}

interface Tally {
  values: number;
  strict: number;
}

async function checkSample(sample: Sample, schema: Schema, draws: Draws, tally: Tally): Promise<void> {
  const programs = await programsOf(schema);
  const attempt: AttemptContext = {
    timestamp: draws.pick([0, 1000, 1.5e12, 8.64e15, 8.65e15]),
    seed: draws.pick(TEXTS),
    context: { limit: draws.pick(NUMBERS), region: draws.pick([null, ...TEXTS]) },
  };
  const types = typesOf(sample.source, schema);
  let snapshots = programs.map((program) => initialSnapshot(program, attempt));
  for (let round = 0; round < STATES; round++) {
    snapshots = withState(programs, snapshots, stateOf(draws));
    checkComputedValues(schema, snapshots, types, tally);
    checkPass(schema, programs, snapshots, attempt, draws);
  }
}

/** All snapshots with the same state, set field by field. */
function withState(programs: readonly Program[], snapshots: readonly Snapshot[], state: Dict): Snapshot[] {
  const patches = Object.entries(state).map(
    ([name, value]) => ({ op: 'set', path: [{ kind: 'prop', name }], value }) as const,
  );
  return programs.map((program, i) => {
    const outcome = applyPatches(program, snapshots[i] as Snapshot, patches);
    if (outcome.kind === 'error') throw new Error(`${outcome.message}: ${jsonOf(state)}`);
    return outcome.snapshot;
  });
}

interface Types {
  readonly checked: ReadonlyMap<string, Shape>;
  readonly declared: ReadonlyMap<string, Shape>;
  readonly resolveChecked: Resolve;
  readonly resolveDeclared: Resolve;
}

function typesOf(source: string, schema: Schema): Types {
  const { computed, resolve } = checkedTypes(source);
  return {
    checked: computed,
    declared: computedTypes(schema),
    resolveChecked: resolve,
    resolveDeclared: (name) => schema.types[name]?.definition,
  };
}

/** Values of computed fields by the rules, and which hidden nulls came up for each and what it reads. */
function naiveComputed(schema: Schema, state: Dict) {
  const values: { [name: string]: Json } = {};
  const hidden = new Map<string, Set<HiddenNull>>();
  for (const [name, { expr, deps }] of Object.entries(schema.computed.fields)) {
    const own = new Set(deps.flatMap((dep) => [...(hidden.get(dep.split('.')[0] ?? '') ?? [])]));
    values[name] = evaluate(expr, { ...frameOf(state, values), onHiddenNull: (why) => own.add(why) });
    hidden.set(name, own);
  }
  return { values, hidden };
}

function frameOf(state: Dict, computed: Dict): Frame {
  return { state, computed, input: {}, context: {}, runtime: {}, items: [], onHiddenNull: () => {} };
}

function checkComputedValues(schema: Schema, snapshots: readonly Snapshot[], types: Types, tally: Tally): void {
  const [{ state } = { state: {} }] = snapshots;
  const { values, hidden } = naiveComputed(schema, state);
  for (const [name, wanted] of Object.entries(values)) {
    for (const { computed } of snapshots) requireSame(name, computed[name], wanted);
    const why = hidden.get(name) ?? new Set();
    const checked = types.checked.get(name) ?? { kind: 'unknown' };
    if (why.size === 0 && !isMember(checked, wanted, types.resolveChecked))
      throw new Error(`${name} = ${jsonOf(wanted)} is no ${JSON.stringify(checked, mapsToo)}`);
    // The types of a declaration state an absence, unlike those of the checker.
    const declared = types.declared.get(name) ?? { kind: 'unknown' };
    if (!why.has('overflow') && !isMember(declared, wanted, types.resolveDeclared))
      throw new Error(`${name} = ${jsonOf(wanted)} is not declared as ${JSON.stringify(declared)}`);
    tally.values += 1;
    if (why.size === 0) tally.strict += 1;
  }
}

function mapsToo(_: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

function requireSame(name: string, given: Json | undefined, wanted: Json): void {
  if (jsonOf(given) !== jsonOf(wanted)) throw new Error(`${name} is ${jsonOf(given)}, by the rules ${jsonOf(wanted)}`);
}

/** One pass through the action: patches, then the arguments of an effect, each by the rules. */
function checkPass(
  schema: Schema,
  programs: readonly Program[],
  snapshots: readonly Snapshot[],
  attempt: AttemptContext,
  draws: Draws,
): void {
  const input = {
    p: draws.pick(NUMBERS),
    q: draws.chance(0.3) ? null : draws.pick(TEXTS),
    list: draws.many(0, 3, () => draws.pick(NUMBERS)),
  };
  const intent: Intent = { type: 'go', input, intentId: `i${draws.below(1000)}` };
  const [{ state } = { state: {} }] = snapshots;
  const wanted = naivePass(schema, state, { intent, attempt, input });
  for (const [i, program] of programs.entries()) {
    const result = pass(program, snapshots[i] as Snapshot, intent, attempt, false);
    requireSame('the pass', told(result), wanted);
  }
}

function told(result: PassResult): Json {
  if (result.status === 'pending') return { state: result.snapshot.state, params: result.requirement.params };
  if (result.status === 'error') return { state: result.snapshot.state, error: result.error.code };
  throw new Error(`the pass is ${result.status}`);
}

interface Attempt {
  readonly intent: Intent;
  readonly attempt: AttemptContext;
  readonly input: Dict;
}

function naivePass(schema: Schema, before: Dict, { intent, attempt, input }: Attempt): Json {
  const { values } = naiveComputed(schema, before);
  const date = new Date(attempt.timestamp);
  const runtime: Dict = {
    intent: { id: intent.intentId, action: intent.type },
    time: { timestamp: attempt.timestamp, iso: Number.isNaN(date.getTime()) ? null : date.toISOString() },
    random: { seed: attempt.seed },
  };
  let state = before;
  const value = (expr: Expr): Json =>
    evaluate(expr, { ...frameOf(state, values), input, context: attempt.context ?? {}, runtime });
  for (const step of stepsOf(schema)) {
    if (step.kind === 'patch') {
      const [root] = step.path;
      const name = root?.kind === 'prop' ? root.name : '';
      const next = value(step.value as Expr);
      const type = schema.state.fields[name]?.type ?? { kind: 'unknown' };
      if (!isMember(type, next, (ref) => schema.types[ref]?.definition)) return { state, error: 'TYPE_MISMATCH' };
      state = { ...state, [name]: next };
    } else if (step.kind === 'effect') {
      const params = Object.entries(step.params).map(([name, param]) => [name, value(param as Expr)] as const);
      return { state, params: Object.fromEntries(params) };
    }
  }
  throw new Error('the action has no effect');
}

function stepsOf(schema: Schema) {
  const flow = schema.actions.go?.flow;
  const body = flow?.kind === 'causalGuard' ? flow.body : undefined;
  return body?.kind === 'seq' ? body.steps : [];
}
