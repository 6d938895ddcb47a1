import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ActionSchema, Expr, Flow, Json, PathSegment, Schema, TypeDef } from '../schema/ir.ts';
import { generateModule } from './generate.ts';
import { createProgram, initialSnapshot, type Program, pass } from './program.ts';

const number: TypeDef = { kind: 'primitive', type: 'number' };
const string: TypeDef = { kind: 'primitive', type: 'string' };
const boolean: TypeDef = { kind: 'primitive', type: 'boolean' };
const nothing: TypeDef = { kind: 'primitive', type: 'null' };
const item: TypeDef = {
  kind: 'object',
  fields: {
    id: { type: string, optional: false },
    n: { type: number, optional: false },
    tag: { type: string, optional: true },
    toString: { type: number, optional: true },
  },
};
const orNull = (type: TypeDef): TypeDef => ({ kind: 'union', types: [type, nothing] });

const FIELDS: { readonly [name: string]: TypeDef } = {
  n: number,
  m: orNull(number),
  s: string,
  b: boolean,
  k: { kind: 'union', types: [{ kind: 'literal', value: 'x' }, { kind: 'literal', value: 2 }, nothing] },
  xs: { kind: 'array', element: number },
  grid: { kind: 'array', element: { kind: 'array', element: orNull(number) } },
  items: { kind: 'array', element: { kind: 'ref', name: 'Item' } },
  rec: { kind: 'record', key: string, value: number },
  obj: { kind: 'ref', name: 'Item' },
  opt: orNull({ kind: 'ref', name: 'Item' }),
  open: { kind: 'primitive', type: 'object' },
};

const numbers = fc.oneof(
  fc.constantFrom(0, 1, -1, 2, 0.5, -0.5, 3, 1e308, -1e308, 5e-324, 1e21),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
  fc.integer({ min: -4, max: 9 }),
);
const texts = fc.oneof(
  fc.constantFrom('', 'a', 'x', '7', '-0', 'Infinity', '1.5e3z', '__proto__', 'id', '\u{1F600}', '\ue000'),
  fc.string({ maxLength: 4 }),
);
const items: fc.Arbitrary<Json> = fc
  .record({ id: texts, n: numbers, tag: texts, toString: numbers }, { requiredKeys: ['id', 'n'] })
  .map((x) => ({ ...x }) as Json);
const records: fc.Arbitrary<Json> = fc
  .array(fc.tuple(texts, numbers), { maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs));

const VALUES: { readonly [name: string]: fc.Arbitrary<Json> } = {
  n: numbers,
  m: fc.oneof(numbers, fc.constant(null)),
  s: texts,
  b: fc.boolean(),
  k: fc.constantFrom<Json>('x', 2, null),
  xs: fc.array(numbers, { maxLength: 4 }),
  grid: fc.array(fc.array(fc.oneof(numbers, fc.constant(null)), { maxLength: 3 }), { maxLength: 3 }),
  items: fc.array(items, { maxLength: 3 }),
  rec: records,
  obj: items,
  opt: fc.oneof(items, fc.constant(null)),
  open: records,
};

const states = fc.record(VALUES);
const literals: fc.Arbitrary<Expr> = fc
  .oneof(numbers, texts, fc.boolean(), fc.constant(null), fc.array(numbers, { maxLength: 2 }), records, fc.constant([]))
  .map((value) => ({ kind: 'lit', value }) as const);

const TAILS = ['', '', '', '.n', '.id', '.tag', '.toString', '.length', '.0', '.__proto__', '.n.x'];

function reads(depth: number, extra: readonly string[]): fc.Arbitrary<Expr> {
  const heads = [...Object.keys(FIELDS), 'nowhere', ...extra];
  for (let level = 0; level < depth; level++) heads.push(`${'^'.repeat(level)}$item`, `${'^'.repeat(level)}$item`);
  return fc
    .tuple(fc.constantFrom(...heads), fc.constantFrom(...TAILS))
    .map(([head, tail]) => ({ kind: 'get', path: head + tail }) as const);
}

/** Any expression of the schema language, well typed or not. */
function expressions(size: number, depth: number, extra: readonly string[]): fc.Arbitrary<Expr> {
  const leaf = fc.oneof(literals, reads(depth, extra), reads(depth, extra));
  if (size <= 0) return leaf;
  const e = expressions(size - 1, depth, extra);
  const inner = expressions(size - 1, depth + 1, extra);
  const shapes: fc.Arbitrary<Expr>[] = [
    fc.record({
      kind: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'add', 'sub', 'mul', 'div', 'mod'),
      left: e,
      right: e,
    }),
    fc.record({
      kind: fc.constantFrom('and', 'or', 'min', 'max', 'concat', 'coalesce'),
      args: fc.array(e, { maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constantFrom(
        'not',
        'abs',
        'neg',
        'floor',
        'ceil',
        'round',
        'sqrt',
        'len',
        'typeof',
        'isNull',
        'toString',
        'toNumber',
        'toBoolean',
      ),
      arg: e,
    }),
    fc.tuple(e, e, e).map(([cond, a, b]) => choose(cond, a, b)),
    fc.record({ kind: fc.constant('pow'), base: e, exponent: e }),
    fc.record({
      kind: fc.constantFrom('sumArray', 'minArray', 'maxArray', 'first', 'last', 'reverse', 'unique', 'flat'),
      array: e,
    }),
    fc.record({ kind: fc.constant('substring'), str: e, start: e, end: e }, { requiredKeys: ['kind', 'str', 'start'] }),
    fc.record({ kind: fc.constant('slice'), array: e, start: e, end: e }, { requiredKeys: ['kind', 'array', 'start'] }),
    fc.record({ kind: fc.constantFrom('trim', 'toLowerCase', 'toUpperCase', 'strLen'), str: e }),
    fc.record({ kind: fc.constant('startsWith'), str: e, prefix: e }),
    fc.record({ kind: fc.constant('endsWith'), str: e, suffix: e }),
    fc.record({ kind: fc.constantFrom('strIncludes', 'indexOf'), str: e, search: e }),
    fc.record({ kind: fc.constant('replace'), str: e, search: e, replacement: e }),
    fc.record({ kind: fc.constant('split'), str: e, delimiter: e }),
    fc.record({ kind: fc.constant('at'), array: e, index: e }),
    fc.record({ kind: fc.constant('includes'), array: e, item: e }),
    fc.record({ kind: fc.constantFrom('filter', 'find', 'every', 'some'), array: e, predicate: inner }),
    fc.record({ kind: fc.constant('map'), array: e, mapper: inner }),
    fc.record({ kind: fc.constant('append'), array: e, items: fc.array(e, { maxLength: 2 }) }),
    fc.record({ kind: fc.constant('object'), fields: fc.dictionary(fc.constantFrom('id', 'n', 'z', '__proto__'), e) }),
    fc.record({ kind: fc.constant('field'), object: e, property: fc.constantFrom('n', 'id', 'tag', 'toString') }),
    fc.record({ kind: fc.constantFrom('keys', 'values', 'entries'), obj: e }),
    fc.record({ kind: fc.constant('merge'), objects: fc.array(e, { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('hasKey'), obj: e, key: e }),
    fc.record({ kind: fc.constantFrom('pick', 'omit'), obj: e, keys: e }),
    fc.record({ kind: fc.constant('fromEntries'), entries: e }),
  ] as fc.Arbitrary<Expr>[];
  return fc.oneof({ weight: 2, arbitrary: leaf }, ...shapes.map((arbitrary) => ({ weight: 1, arbitrary })));
}

/** An `if` of expressions or of statements. */
function choose<T extends Expr | Flow>(cond: Expr, chosen: T, otherwise: T) {
  // biome-ignore lint/suspicious/noThenProperty: the schema names it so
  return { kind: 'if' as const, cond, then: chosen, else: otherwise };
}

function schemaOf(state: { readonly [name: string]: Json }, computed: readonly Expr[], action?: ActionSchema): Schema {
  return {
    id: 'mel:v',
    version: '1.0.0',
    hash: 'h',
    types: { Item: { name: 'Item', definition: item } },
    state: {
      fields: Object.fromEntries(
        Object.entries(FIELDS).map(([name, type]) => [name, { type, default: state[name] ?? null }]),
      ),
    },
    context: { fields: { c: { type: number } } },
    computed: {
      fields: Object.fromEntries(computed.map((expr, i) => [`r${i}`, { deps: [], expr }])),
    },
    actions: action === undefined ? {} : { go: action },
  };
}

const ATTEMPT = { timestamp: 1000, seed: 'seed', context: { c: 3 } };

function programsOf(schema: Schema): readonly [Program, Program, Program] {
  const generated = createProgram(schema, { mode: 'generated' });
  const link = new Function('lib', generateModule(schema));
  const linked = createProgram(schema, { link: (lib) => link(lib) });
  return [createProgram(schema, { mode: 'closures' }), generated, linked];
}

const effectParams = (e: fc.Arbitrary<Expr>) =>
  fc.dictionary(fc.constantFrom('a', 'into', '__proto__'), e, { maxKeys: 2 });

function paths(e: fc.Arbitrary<Expr>): fc.Arbitrary<readonly PathSegment[]> {
  const segment: fc.Arbitrary<PathSegment> = fc.oneof(
    fc.constantFrom('n', 'id', 'tag', '', '__proto__', 'z').map((name) => ({ kind: 'prop', name }) as const),
    fc.integer({ min: -1, max: 3 }).map((index) => ({ kind: 'index', index }) as const),
    e.map((expr) => ({ kind: 'expr', expr }) as const),
  );
  return fc
    .tuple(fc.constantFrom(...Object.keys(FIELDS)), fc.array(segment, { maxLength: 2 }))
    .map(([name, rest]) => [{ kind: 'prop', name }, ...rest] as const);
}

function flows(size: number): fc.Arbitrary<Flow> {
  const e = expressions(1, 0, [
    'input.p',
    'r0',
    '$context.c',
    '$runtime.intent.id',
    '$runtime.time.iso',
    '$runtime.random.uuid',
  ]);
  const statements: fc.Arbitrary<Flow>[] = [
    fc.record({ kind: fc.constant('patch'), op: fc.constantFrom('set', 'merge'), path: paths(e), value: e }),
    fc.record({ kind: fc.constant('patch'), op: fc.constant('unset'), path: paths(e) }),
    fc.record({ kind: fc.constant('effect'), type: fc.constant('a.b'), params: effectParams(e) }),
    fc.record({ kind: fc.constant('halt'), reason: fc.constant('because') }),
    fc.record({ kind: fc.constant('fail'), code: fc.constant('X'), message: e }, { requiredKeys: ['kind', 'code'] }),
  ] as fc.Arbitrary<Flow>[];
  const patches = { weight: 6, arbitrary: statements[0] ?? fc.constant<Flow>({ kind: 'halt', reason: '' }) };
  const leaf = fc.oneof(patches, ...statements.slice(1).map((arbitrary) => ({ weight: 1, arbitrary })));
  if (size <= 0) return leaf;
  const inner = flows(size - 1);
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('seq' as const), steps: fc.array(inner, { maxLength: 4 }) }),
    },
    { weight: 2, arbitrary: fc.tuple(e, inner, inner).map(([cond, a, b]) => choose(cond, a, b)) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('causalGuard' as const),
        guardId: fc.constantFrom('a', 'b', '0'),
        body: inner,
      }),
    },
  );
}

describe('generated code', () => {
  test('gives the computed values of closures for any expressions and states', () => {
    fc.assert(
      fc.property(states, fc.array(expressions(3, 0, []), { minLength: 1, maxLength: 3 }), (state, exprs) => {
        const chained = [...exprs, ...exprs.slice(0, 1).map((): Expr => ({ kind: 'get', path: 'r0.n' }))];
        const [closures, ...others] = programsOf(schemaOf(state, chained));
        const wanted = initialSnapshot(closures, ATTEMPT).computed;
        expect(others.map(({ info }) => info.mode)).toEqual(['generated', 'ahead-of-time']);
        for (const program of others) expect(initialSnapshot(program, ATTEMPT).computed).toEqual(wanted);
      }),
      { numRuns: 300 },
    );
  });

  test('gives the results of closures for any flow, gates included', () => {
    const gate = fc.option(expressions(1, 0, ['r0']), { nil: undefined, freq: 3 });
    const input = fc.oneof(
      fc.record({ p: numbers }),
      fc.constantFrom<Json>({ p: -0 }, {}, { p: 1, q: 2 }, { p: null }, null, [], { q: 1 }),
    );
    fc.assert(
      fc.property(
        states,
        expressions(1, 0, []),
        flows(3),
        gate,
        gate,
        input,
        (state, expr, flow, available, dispatchable, p) => {
          const action: ActionSchema = {
            params: ['p'],
            inputType: { kind: 'object', fields: { p: { type: number, optional: false } } },
            flow,
            ...(available === undefined ? {} : { available: { kind: 'toBoolean', arg: available } }),
            ...(dispatchable === undefined ? {} : { dispatchable }),
          };
          const results = programsOf(schemaOf(state, [expr], action)).map((program) => {
            let snapshot = initialSnapshot(program, ATTEMPT);
            return ['i1', 'i1', 'i2'].map((intentId) => {
              const result = pass(program, snapshot, { type: 'go', input: p, intentId }, ATTEMPT, false);
              snapshot = result.snapshot;
              return JSON.parse(JSON.stringify(result));
            });
          });
          expect(results[1]).toEqual(results[0]);
          expect(results[2]).toEqual(results[0]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('bears chains of ten thousand operators', () => {
    const one: Expr = { kind: 'lit', value: 1 };
    let sum: Expr = one;
    let all: Expr = { kind: 'lit', value: true };
    let field: Expr = { kind: 'get', path: 'open' };
    let choice: Expr = one;
    for (let i = 0; i < 10_000; i++) {
      sum = { kind: 'add', left: sum, right: one };
      all = { kind: 'and', args: [all, { kind: 'eq', left: { kind: 'get', path: 'n' }, right: one }] };
      field = { kind: 'field', object: field, property: 'a' };
      choice = choose({ kind: 'eq', left: { kind: 'get', path: 'n' }, right: { kind: 'lit', value: i } }, one, choice);
    }
    const state = {
      n: 1,
      m: null,
      s: '',
      b: true,
      k: null,
      xs: [],
      grid: [],
      items: [],
      rec: {},
      obj: { id: '', n: 0 },
      opt: null,
      open: {},
    };
    for (const program of programsOf(schemaOf(state, [sum, all, field, choice])))
      expect(initialSnapshot(program, ATTEMPT).computed).toEqual({ r0: 10_001, r1: true, r2: null, r3: 1 });
  });
});

test('what would need too many variables runs by closures, and says so', () => {
  const one: Expr = { kind: 'lit', value: 1 };
  const args = Array.from({ length: 30_000 }, (): Expr => ({ kind: 'pow', base: one, exponent: one }));
  const schema = schemaOf({}, [{ kind: 'min', args }]);
  const link = new Function('lib', generateModule(schema));
  for (const program of [createProgram(schema), createProgram(schema, { link: (lib) => link(lib) })]) {
    expect(program.info).toMatchObject({ mode: 'closures', reason: expect.stringMatching(/variables|too large/) });
    expect(initialSnapshot(program, ATTEMPT).computed).toEqual({ r0: 1 });
  }
});
