import { describe, expect, test } from 'vitest';
import type { Expr, Flow, Json, Schema, TypeDef } from '../schema/ir.ts';
import type { AttemptContext, ErrorValue, Intent, Snapshot } from './model.ts';
import {
  admission,
  adoptSnapshot,
  applyPatches,
  availableActions,
  createProgram,
  fulfil,
  initialSnapshot,
  type Program,
  pass,
  snapshotData,
  stateHash,
  withFailure,
} from './program.ts';

const number: TypeDef = { kind: 'primitive', type: 'number' };
const string: TypeDef = { kind: 'primitive', type: 'string' };
const get = (path: string): Expr => ({ kind: 'get', path });
const lit = (value: Json): Expr => ({ kind: 'lit', value });
const plus = (left: Expr, right: Expr): Expr => ({ kind: 'add', left, right });
const set = (name: string, value: Expr): Flow => ({ kind: 'patch', op: 'set', path: [{ kind: 'prop', name }], value });
const seq = (...steps: readonly Flow[]): Flow => ({ kind: 'seq', steps });
const once = (guardId: string, ...steps: readonly Flow[]): Flow => ({
  kind: 'causalGuard',
  guardId,
  body: seq(...steps),
});
const ask = (type: string): Flow => ({ kind: 'effect', type, params: { n: get('n') } });

const ATTEMPT: AttemptContext = { timestamp: 1000, seed: 's' };

const schema: Schema = {
  id: 'mel:t',
  version: '1.0.0',
  hash: 'abc',
  types: {},
  state: {
    fields: {
      n: { type: number, default: 5 },
      k: { type: number, default: 0 },
      ids: { type: { kind: 'array', element: string }, default: [] },
    },
  },
  computed: {
    fields: {
      twice: { deps: ['n'], expr: { kind: 'mul', left: get('n'), right: lit(2) } },
      count: { deps: ['ids'], expr: { kind: 'len', arg: { kind: 'map', array: get('ids'), mapper: get('$item') } } },
    },
  },
  actions: {
    go: { params: [], flow: seq(set('n', plus(get('n'), lit(1))), set('k', get('twice'))) },
    stop: { params: [], flow: seq(set('n', lit(1)), { kind: 'halt', reason: 'enough' }, set('n', lit(2))) },
    break: {
      params: [],
      flow: seq(set('n', lit(1)), once('g', { kind: 'fail', code: 'BAD', message: get('n') }), set('n', lit(2))),
    },
    fetch: {
      params: [],
      available: {
        kind: 'and',
        args: [
          { kind: 'gt', left: get('n'), right: lit(0) },
          { kind: 'lt', left: get('n'), right: lit(100) },
        ],
      },
      dispatchable: { kind: 'eq', left: get('k'), right: lit(0) },
      flow: seq(once('a', set('k', lit(9)), ask('x.one')), once('b', ask('x.two')), set('n', get('k'))),
    },
    mint: {
      params: [],
      flow: set('ids', {
        kind: 'append',
        array: { kind: 'map', array: lit([1, 2]), mapper: get('$runtime.random.uuid') },
        items: [get('$runtime.random.uuid'), get('$runtime.time.iso')],
      }),
    },
  },
};

function intent(type: string, intentId = 'i1'): Intent {
  return { type, intentId };
}

describe.each(['closures', 'generated'] as const)('a program by %s', (mode) => {
  const program: Program = createProgram(schema, { mode });
  const start = initialSnapshot(program, ATTEMPT);
  const run = (snapshot: Snapshot, type: string, intentId = 'i1') =>
    pass(program, snapshot, intent(type, intentId), ATTEMPT, false);

  test('begins with the defaults, computed values and version 0', () => {
    expect(snapshotData(program, start)).toEqual({
      state: { n: 5, k: 0, ids: [] },
      computed: { twice: 10, count: 0 },
      system: { status: 'idle', lastError: null, pendingRequirements: [], currentAction: null },
      input: undefined,
      meta: { version: 0, timestamp: 1000, randomSeed: 's', schemaHash: 'abc' },
      namespaces: {},
    });
  });

  test('lets later statements see state but not computed values of the same pass', () => {
    expect(run(start, 'go').snapshot).toMatchObject({ state: { n: 6, k: 10 }, computed: { twice: 12 } });
  });

  test('leaves the snapshot before as it was', () => {
    run(start, 'go');
    expect(start.state).toEqual({ n: 5, k: 0, ids: [] });
    expect(start.computed).toEqual({ twice: 10, count: 0 });
  });

  test('shares what did not change', () => {
    expect(run(start, 'go').snapshot.state.ids).toBe(start.state.ids);
  });

  test('halts with the reason and keeps earlier patches', () => {
    const result = run(start, 'stop');
    expect(result).toMatchObject({ status: 'halted', reason: 'enough' });
    expect(result.snapshot.state.n).toBe(1);
    expect(result.snapshot.system).toEqual(start.system);
  });

  test('keeps patches and guards of a pass that fails', () => {
    const { snapshot } = run(start, 'break');
    expect(snapshot.system.lastError).toEqual({
      code: 'VALIDATION_ERROR',
      message: '1',
      source: { actionId: 'break', nodePath: 'actions.break.flow.steps[1].body.steps[0]' },
      timestamp: 1000,
      context: { code: 'BAD' },
    });
    expect(snapshot.state.n).toBe(1);
    expect(snapshot.namespaces).toEqual({ core: { causalGuards: { g: 'i1' } } });
    expect(run(snapshot, 'break').snapshot.state.n).toBe(2);
    expect(run(snapshot, 'go').snapshot.system).toEqual(start.system);
  });

  test('asks for one effect a pass and goes on after it is fulfilled', () => {
    const first = run(start, 'fetch');
    if (first.status !== 'pending') throw new Error(first.status);
    expect(first.requirement).toMatchObject({ type: 'x.one', params: { n: 5 }, actionId: 'fetch', createdAt: 1000 });
    expect(first.requirement.id).toMatch(/^req-[0-9a-f]{16}$/);
    expect(first.snapshot.system).toEqual({
      status: 'pending',
      lastError: null,
      pendingRequirements: [first.requirement],
      currentAction: 'fetch',
    });
    const done = fulfil(program, first.snapshot, [{ op: 'set', path: [{ kind: 'prop', name: 'n' }], value: 7 }]);
    if (done.kind !== 'ok') throw new Error(done.message);
    expect(done.snapshot.system.pendingRequirements).toEqual([]);
    const second = pass(program, done.snapshot, intent('fetch'), ATTEMPT, true);
    expect(second).toMatchObject({ status: 'pending', requirement: { type: 'x.two', params: { n: 7 } } });
    const settled = pass(program, second.snapshot, intent('fetch'), ATTEMPT, true);
    expect(settled.status).toBe('complete');
    expect(settled.snapshot.state.n).toBe(9);
  });

  test('checks the gates again where a pass is no re-entry', () => {
    const first = run(start, 'fetch');
    expect(pass(program, first.snapshot, intent('fetch'), ATTEMPT, false)).toMatchObject({
      status: 'blocked',
      layer: 'dispatchability',
    });
    const idle = run(start, 'go').snapshot;
    expect(pass(program, idle, intent('fetch'), ATTEMPT, true).status).toBe('blocked');
  });

  test('counts state, guards and system in the version, and never goes back', () => {
    const versions = [start.meta.version];
    let snapshot = start;
    for (const type of ['go', 'break', 'stop', 'fetch', 'go', 'go']) {
      snapshot = run(snapshot, type, `i${versions.length}`).snapshot;
      versions.push(snapshot.meta.version);
    }
    expect(versions).toEqual([0, 1, 4, 6, 6, 7, 8]);
  });

  test('names the conditions that closed a gate', () => {
    const far = applyPatches(program, start, [{ op: 'set', path: [{ kind: 'prop', name: 'n' }], value: 100 }]);
    if (far.kind !== 'ok') throw new Error(far.message);
    expect(admission(program, far.snapshot, intent('fetch'), ATTEMPT)).toMatchObject({
      kind: 'blocked',
      layer: 'availability',
      code: 'ACTION_UNAVAILABLE',
      blockers: [{ path: 'actions.fetch.available.args[1]' }],
    });
    expect(availableActions(program, far.snapshot)).toEqual(['go', 'stop', 'break', 'mint']);
    expect(admission(program, start, intent('fetch'), ATTEMPT)).toEqual({ kind: 'ok' });
  });

  test('leaves the snapshot of a refused intent untouched', () => {
    for (const refused of [intent('nothing'), intent('go', ''), { ...intent('go'), input: {} }])
      expect(pass(program, start, refused, ATTEMPT, false)).toMatchObject({ status: 'blocked', snapshot: start });
    const context = { ...ATTEMPT, context: { a: 1 } };
    expect(pass(program, start, intent('nothing'), context, false)).toMatchObject({ code: 'INVALID_CONTEXT' });
  });

  test('applies patches from outside all or none', () => {
    const good = { op: 'set', path: [{ kind: 'prop', name: 'n' }], value: 1 } as const;
    const bad = {
      op: 'set',
      path: [
        { kind: 'prop', name: 'ids' },
        { kind: 'index', index: 3 },
      ],
      value: 'x',
    } as const;
    expect(applyPatches(program, start, [good, bad])).toMatchObject({
      kind: 'error',
      code: 'INVALID_PATCH_PATH',
      index: 1,
    });
    expect(start.state.n).toBe(5);
    const nan = { ...good, value: Number.NaN };
    expect(applyPatches(program, start, [nan])).toMatchObject({ kind: 'error', code: 'INVALID_VALUE' });
  });

  test('takes back a saved snapshot and goes on as from the first', () => {
    const before = run(start, 'fetch').snapshot;
    const restored = adoptSnapshot(program, JSON.parse(JSON.stringify(before)));
    if (restored === null) throw new Error('refused');
    expect(JSON.stringify(restored)).toBe(JSON.stringify(before));
    expect(stateHash(restored)).toBe(stateHash(before));
    const [a, b] = [before, restored].map((each) => pass(program, each, intent('fetch'), ATTEMPT, true));
    expect(JSON.stringify(b)).toBe(JSON.stringify(a));
  });

  test('refuses the snapshot of another schema or of broken types', () => {
    const saved = JSON.parse(JSON.stringify(start));
    expect(adoptSnapshot(program, { ...saved, meta: { ...saved.meta, schemaHash: 'other' } })).toBeNull();
    expect(adoptSnapshot(program, { ...saved, state: { ...saved.state, n: 'x' } })).toBeNull();
    expect(adoptSnapshot(program, { ...saved, state: { n: 1 } })).toBeNull();
  });

  test('bears a state outside its types', () => {
    const broken = { ...JSON.parse(JSON.stringify(start)), state: { n: 'four', ids: { a: 1 } } } as Snapshot;
    expect(pass(program, broken, intent('go'), ATTEMPT, false).snapshot).toMatchObject({ state: { n: 1, k: 0 } });
  });

  test('mints ids that differ within a pass and come again when it is run again', () => {
    const { ids } = run(start, 'mint').snapshot.state;
    expect(new Set(ids as readonly string[]).size).toBe(4);
    for (const id of (ids as readonly string[]).slice(0, 3))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(run(start, 'mint').snapshot.state.ids).toEqual(ids);
    expect(run(start, 'mint', 'i2').snapshot.state.ids).not.toEqual(ids);
  });

  test('shows a host problem as an error that blocks nothing', () => {
    const error: ErrorValue = {
      code: 'UNKNOWN_EFFECT',
      message: 'no handler',
      source: { actionId: 'fetch', nodePath: '' },
      timestamp: 1,
    };
    const failed = withFailure(program, run(start, 'fetch').snapshot, error);
    expect(failed.system).toEqual({ status: 'error', lastError: error, pendingRequirements: [], currentAction: null });
    expect(run(failed, 'go').snapshot.system.status).toBe('idle');
  });

  test('traces a pass on request, the same each time, and changes nothing by it', () => {
    const traced = pass(program, start, intent('break'), ATTEMPT, false, { trace: true });
    if (traced.status !== 'error' || traced.trace === undefined) throw new Error(traced.status);
    const { root, terminatedBy, baseVersion, resultVersion } = traced.trace;
    expect({ terminatedBy, baseVersion, resultVersion }).toEqual({
      terminatedBy: 'error',
      baseVersion: 0,
      resultVersion: 3,
    });
    expect(root).toMatchObject({
      id: 'trace-4',
      kind: 'flow',
      sourcePath: 'actions.break.flow',
      children: [
        { id: 'trace-0', kind: 'patch', inputs: { op: 'set', path: 'n' }, output: 1 },
        {
          id: 'trace-3',
          kind: 'namespaceDelta',
          children: [{ id: 'trace-2', kind: 'flow', children: [{ id: 'trace-1', kind: 'error' }] }],
        },
      ],
    });
    expect(JSON.stringify(traced.snapshot)).toBe(JSON.stringify(run(start, 'break').snapshot));
    expect(JSON.stringify(pass(program, start, intent('break'), ATTEMPT, false, { trace: true }))).toBe(
      JSON.stringify(traced),
    );
  });

  test('takes over a costly computed value while its inputs stay', () => {
    const withIds = applyPatches(program, start, [
      { op: 'set', path: [{ kind: 'prop', name: 'ids' }], value: ['a', 'b'] },
    ]);
    if (withIds.kind !== 'ok') throw new Error(withIds.message);
    expect(withIds.snapshot.computed.count).toBe(2);
    const next = run(withIds.snapshot, 'go').snapshot;
    expect(next.computed).toEqual({ twice: 12, count: 2 });
    const fewer = applyPatches(program, next, [{ op: 'set', path: [{ kind: 'prop', name: 'ids' }], value: [] }]);
    expect(fewer.kind === 'ok' && fewer.snapshot.computed).toEqual({ twice: 12, count: 0 });
  });
});

test('a meter counts what closures evaluate and run', () => {
  const meter = { steps: 0 };
  const program = createProgram(schema, { mode: 'closures', meter });
  const start = initialSnapshot(program, ATTEMPT);
  pass(program, start, intent('stop'), ATTEMPT, false);
  // A patch, its value, and the halt.
  expect(meter.steps).toBe(3);
});

test('a context may have a field of any name', () => {
  const context = JSON.parse('{"__proto__":7}');
  const type = { kind: 'primitive', type: 'number' } as const;
  const fields = Object.fromEntries([['__proto__', { type }]]);
  const program = createProgram({ ...schema, context: { fields } });
  const result = pass(program, initialSnapshot(program, ATTEMPT), intent('go'), { ...ATTEMPT, context }, false);
  expect(result.status).toBe('complete');
});
