import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expr, Flow, Json, Schema } from '../schema/ir.ts';
import type { AttemptContext, Intent, Snapshot } from './model.ts';
import {
  admission,
  adoptSnapshot,
  applyPatches,
  availableActions,
  createProgram,
  fulfil,
  initialSnapshot,
  pass,
  snapshotData,
  stateHash,
  withFailure,
} from './program.ts';

const ATTEMPT: AttemptContext = { timestamp: 1, seed: 's' };
const INTENT: Intent = { type: 'go', intentId: 'i1' };
const MODES = ['closures', 'generated'] as const;

function schemaWith(parts: { readonly [key: string]: unknown }): Schema {
  const base = {
    id: 'mel:x',
    version: '1.0.0',
    hash: 'h',
    types: {},
    state: { fields: { n: { type: { kind: 'primitive', type: 'number' }, default: 0 } } },
    computed: { fields: {} },
    actions: {},
  };
  return { ...base, ...parts } as unknown as Schema;
}

function acting(flow: unknown, more: { readonly [key: string]: unknown } = {}): Schema {
  return schemaWith({ actions: { go: { params: [], flow, ...more } } });
}

/** What a pass of `go` ends with: the status, or the code of the error. */
function outcome(schema: Schema, mode: (typeof MODES)[number]): string {
  const program = createProgram(schema, { mode });
  const result = pass(program, initialSnapshot(program, ATTEMPT), INTENT, ATTEMPT, false);
  if (result.status === 'error') return result.error.code;
  return result.status === 'blocked' ? result.code : result.status;
}

const get = (path: string): Expr => ({ kind: 'get', path });
const set = (value: Expr): Flow => ({ kind: 'patch', op: 'set', path: [{ kind: 'prop', name: 'n' }], value });

describe.each(MODES)('a hand-made schema by %s', (mode) => {
  test.each<readonly [string, Schema, string]>([
    [
      'a cycle of computed',
      schemaWith({ computed: { fields: { a: { deps: [], expr: get('b') }, b: { deps: [], expr: get('a') } } } }),
      'CYCLIC_DEPENDENCY',
    ],
    [
      'a computed of itself',
      schemaWith({ computed: { fields: { a: { deps: [], expr: get('a.x') } } } }),
      'CYCLIC_DEPENDENCY',
    ],
    [
      'a computed that reads input',
      schemaWith({ computed: { fields: { a: { deps: [], expr: get('input.p') } } } }),
      'PATH_NOT_FOUND',
    ],
    [
      'a computed that reads the clock',
      schemaWith({ computed: { fields: { a: { deps: [], expr: get('$runtime.time.timestamp') } } } }),
      'PATH_NOT_FOUND',
    ],
    ['a statement that reads the system', acting(set(get('$system.status'))), 'PATH_NOT_FOUND'],
    ['a statement that reads an unknown runtime path', acting(set(get('$runtime.zone'))), 'PATH_NOT_FOUND'],
    ['a gate that reads the intent', acting(set(get('n')), { available: get('$runtime.intent.id') }), 'PATH_NOT_FOUND'],
    ['an item outside a callback', acting(set(get('$item'))), 'PATH_NOT_FOUND'],
    ['a call of nothing', acting({ kind: 'call', flow: 'other' }), 'UNKNOWN_FLOW'],
    ['a call of itself', acting({ kind: 'call', flow: 'go' }), 'CYCLIC_CALL'],
    ['an unknown kind of expression', acting(set({ kind: 'reduce' } as unknown as Expr)), 'INTERNAL_ERROR'],
    ['an unknown kind of statement', acting({ kind: 'loop' }), 'INTERNAL_ERROR'],
    ['a missing operand', acting(set({ kind: 'add', left: get('n') } as unknown as Expr)), 'INTERNAL_ERROR'],
    ['a gate that is no boolean', acting(set(get('n')), { available: { kind: 'lit', value: 1 } }), 'TYPE_MISMATCH'],
    [
      'a patch of something that is no state',
      acting({ kind: 'patch', op: 'set', path: [{ kind: 'prop', name: 'zz' }], value: get('n') }),
      'PATH_NOT_FOUND',
    ],
    ['a patch without a path', acting({ kind: 'patch', op: 'set', path: [], value: get('n') }), 'PATH_NOT_FOUND'],
    [
      'a built-in effect without its source',
      acting({ kind: 'effect', type: 'array.map', params: {} }),
      'INVALID_INPUT',
    ],
    [
      'a type that does not exist',
      schemaWith({
        state: { fields: { n: { type: { kind: 'ref', name: 'T' }, default: 0 } } },
        actions: { go: { params: [], flow: set(get('n')) } },
      }),
      'TYPE_MISMATCH',
    ],
    ['no parts at all', {} as unknown as Schema, 'INTERNAL_ERROR'],
    ['null', null as unknown as Schema, 'INTERNAL_ERROR'],
  ])('%s', (_name, schema, code) => {
    expect(outcome(schema, mode)).toBe(code);
  });

  test('whose flows call each other runs them in place', () => {
    const other: Flow = { kind: 'seq', steps: [set({ kind: 'lit', value: 7 }), { kind: 'halt', reason: 'done' }] };
    const schema = schemaWith({
      actions: {
        go: { params: [], flow: { kind: 'seq', steps: [{ kind: 'call', flow: 'other' }, set(get('zz'))] } },
        other: { params: [], flow: other },
      },
    });
    const program = createProgram(schema, { mode });
    const result = pass(program, initialSnapshot(program, ATTEMPT), INTENT, ATTEMPT, false);
    expect(result).toMatchObject({ status: 'halted', reason: 'done' });
    expect(result.snapshot.state).toEqual({ n: 7 });
  });

  test('that nests without bound is an error, not a crash', () => {
    let deep: Expr = get('n');
    for (let i = 0; i < 100_000; i++) deep = { kind: 'object', fields: { a: deep } };
    let blocks: Flow = set(get('n'));
    for (let i = 0; i < 100_000; i++) blocks = { kind: 'seq', steps: [blocks] };
    expect(outcome(acting(set(deep)), mode)).toBe('INTERNAL_ERROR');
    expect(outcome(acting(blocks), mode)).toBe('INTERNAL_ERROR');
  });
});

const strange = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withObjectString: true }),
  fc.constantFrom<unknown>(
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no keys');
        },
      },
    ),
    new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('no prototype');
        },
      },
    ),
    {
      get p(): never {
        throw new Error('no p');
      },
    },
    Object.create({ p: 1 }),
    new Array(3),
    JSON.parse('{"__proto__":1,"p":2}'),
    { p: Number.NaN },
    { p: Symbol('p') },
  ),
);

const target = acting(set(get('input.p')), {
  params: ['p'],
  inputType: { kind: 'object', fields: { p: { type: { kind: 'primitive', type: 'number' }, optional: false } } },
});

describe.each(MODES)('values from outside by %s', (mode) => {
  const program = createProgram(target, { mode });
  const start = initialSnapshot(program, ATTEMPT);

  test('never make an engine function throw', () => {
    fc.assert(
      fc.property(strange, strange, strange, (a, b, c) => {
        const intent = { type: fc.sample(fc.constant('go'), 1)[0], input: a, intentId: 'i1' } as unknown as Intent;
        const snapshots = [
          start,
          b as Snapshot,
          { state: b, system: c, meta: a, namespaces: b } as unknown as Snapshot,
        ];
        for (const snapshot of snapshots) {
          pass(program, snapshot, intent, ATTEMPT, false);
          pass(
            program,
            snapshot,
            { ...intent, intentId: c } as unknown as Intent,
            { ...ATTEMPT, context: b } as AttemptContext,
            true,
          );
          admission(program, snapshot, intent, ATTEMPT);
          availableActions(program, snapshot);
          snapshotData(program, snapshot);
          applyPatches(program, snapshot, c as never);
          fulfil(program, snapshot, [a, b] as never);
          const error = {
            code: 'UNKNOWN_EFFECT',
            message: '',
            source: { actionId: '', nodePath: '' },
            timestamp: 0,
          } as const;
          expect(stateHash(withFailure(program, snapshot, error))).toMatch(/^[0-9a-f]{64}$/);
        }
        adoptSnapshot(program, a);
        adoptSnapshot(program, { state: a, meta: { schemaHash: 'h' } });
      }),
      { numRuns: 200 },
    );
  });

  test.each<readonly [string, unknown]>([
    ['a missing parameter', {}],
    ['an inherited parameter', Object.create({ p: 1 })],
    ['an extra parameter', { p: 1, q: 2 }],
    ['an extra key named __proto__', JSON.parse('{"__proto__":1,"p":2}')],
    ['a hidden parameter', Object.defineProperty({ q: 1 }, 'p', { value: 1, enumerable: false })],
    ['a number that is not finite', { p: Number.POSITIVE_INFINITY }],
    ['a text', { p: '4' }],
    ['a list', [1]],
    [
      'a getter that throws',
      {
        get p(): never {
          throw new Error('no p');
        },
      },
    ],
    ['nothing', undefined],
  ])('refuse %s', (_name, input) => {
    const intent = { type: 'go', intentId: 'i1', input } as Intent;
    expect(pass(program, start, intent, ATTEMPT, false)).toMatchObject({
      status: 'blocked',
      layer: 'input',
      code: 'INVALID_INPUT',
    });
  });

  test('accept a parameter of an object without prototype, and make -0 of it 0', () => {
    const input = Object.assign(Object.create(null), { p: -0 }) as Json;
    const result = pass(program, start, { type: 'go', intentId: 'i1', input }, ATTEMPT, false);
    expect(result.status).toBe('complete');
    expect(Object.is(result.snapshot.state.n, 0)).toBe(true);
  });

  test('cannot change a state after the fact', () => {
    const schema = acting(
      { kind: 'patch', op: 'set', path: [{ kind: 'prop', name: 'n' }], value: get('input.p') },
      {
        params: ['p'],
        inputType: { kind: 'object', fields: { p: { type: { kind: 'primitive', type: 'object' }, optional: false } } },
      },
    );
    const open = createProgram(
      { ...schema, state: { fields: { n: { type: { kind: 'primitive', type: 'object' }, default: {} } } } },
      { mode },
    );
    const p = { deep: [1] };
    const result = pass(
      open,
      initialSnapshot(open, ATTEMPT),
      { type: 'go', intentId: 'i1', input: { p } },
      ATTEMPT,
      false,
    );
    p.deep.push(2);
    expect(result.snapshot.state).toEqual({ n: { deep: [1] } });
  });
});
