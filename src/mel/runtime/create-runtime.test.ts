import { describe, expect, test } from 'vitest';
import { atOnce, runtimeOf, set } from './test-domain.ts';

const TALLY = `domain Tally {
  type Item = { id: string, tags: Array<string> }
  state { total: number = 0  limit: number = 3  items: Array<Item> = [] }
  computed room = limit - total
  action bump(by: number) available when room > 0 dispatchable when by <= room {
    onceIntent { patch total = total + by }
  }
  action keep(item: Item) { onceIntent { patch items = append(items, item) } }
  action rename(key: string, to: string) {
    onceIntent { patch items = updateById(items, key, { tags: [to] }) }
  }
  action clear() { onceIntent { patch total = 0 } }
  action refuse() { when true { patch total = 1  fail "NO" with "not today" } }
  action end() { when true { stop "enough" } }
}`;

const WEB = `domain Web {
  state { body: string = ""  n: number = 0 }
  action load() { onceIntent { effect api.get({ into: body }) } }
  action bump() { onceIntent { patch n = n + 1 } }
}`;

describe('a dispatch', () => {
  test('settles at once where no host effect is involved', () => {
    const runtime = runtimeOf(TALLY);
    const before = runtime.snapshot();
    const result = runtime.dispatch({ type: 'bump', input: { by: 2 } });
    expect(result).toMatchObject({ kind: 'ok', before: { state: { total: 0 } }, snapshot: { state: { total: 2 } } });
    expect([runtime.state.total, runtime.computed.room, before.state.total]).toEqual([2, 1, 0]);
  });

  test('takes the input as an object or in order', () => {
    const runtime = runtimeOf(TALLY);
    atOnce(runtime.actions.bump?.({ by: 1 }) ?? Promise.reject());
    atOnce(runtime.actions.bump?.(1) ?? Promise.reject());
    expect(runtime.state.total).toBe(2);
    atOnce(runtime.actions.keep?.({ id: 'a', tags: [] }) ?? Promise.reject());
    atOnce(runtime.actions.rename?.('a', 'b') ?? Promise.reject());
    atOnce(runtime.actions.clear?.() ?? Promise.reject());
    expect(runtime.state).toMatchObject({ total: 0, items: [{ id: 'a', tags: ['b'] }] });
  });

  test('that a gate refuses changes nothing and says which gate', () => {
    const runtime = runtimeOf(TALLY);
    const before = runtime.snapshot();
    expect(runtime.dispatch({ type: 'bump', input: { by: 9 } })).toMatchObject({
      kind: 'blocked',
      layer: 'dispatchability',
      code: 'INTENT_NOT_DISPATCHABLE',
    });
    expect(runtime.dispatch({ type: 'bump', input: { by: '1' } })).toMatchObject({ kind: 'blocked', layer: 'input' });
    expect(runtime.dispatch({ type: 'nothing' })).toMatchObject({ kind: 'blocked', code: 'UNKNOWN_ACTION' });
    expect(runtime.dispatch({ type: 'clear' }, { context: { a: 1 } })).toMatchObject({ code: 'INVALID_CONTEXT' });
    expect(runtime.dispatch({ type: 'clear', input: {} })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(runtime.dispatch({ type: 'clear', intentId: '' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(runtime.snapshot()).toBe(before);
  });

  test('tells fail from stop, and keeps what was patched before', () => {
    const runtime = runtimeOf(TALLY);
    const failed = runtime.dispatch({ type: 'refuse' });
    expect(failed).toMatchObject({ kind: 'fail', error: { code: 'VALIDATION_ERROR', context: { code: 'NO' } } });
    expect(runtime.state.total).toBe(1);
    expect(runtime.dispatch({ type: 'end' })).toMatchObject({ kind: 'stop', reason: 'enough' });
  });

  test('gets an id of its own, so that the same intent runs twice', () => {
    const runtime = runtimeOf(TALLY);
    runtime.dispatch({ type: 'bump', input: { by: 1 } });
    runtime.dispatch({ type: 'bump', input: { by: 1 } });
    expect(runtime.state.total).toBe(2);
    for (let i = 0; i < 2; i++) runtime.dispatch({ type: 'bump', input: { by: 1 }, intentId: 'same' });
    expect(runtime.state.total).toBe(3);
  });

  test('keeps no part of what the caller gave', () => {
    const runtime = runtimeOf(TALLY);
    const tags = ['a'];
    runtime.dispatch({ type: 'keep', input: { item: { id: 'a', tags } } });
    tags.push('b');
    expect(runtime.state.items).toEqual([{ id: 'a', tags: ['a'] }]);
  });

  test('does not throw for hostile input', () => {
    const runtime = runtimeOf(TALLY);
    const circle: Record<string, unknown> = {};
    circle.by = circle;
    const trap = {
      get by(): number {
        throw new Error('trap');
      },
    };
    for (const input of [circle, trap, null, 7, [], new Date(0), { by: Number.NaN }, { by: () => 1 }, { by: 1n }])
      expect(runtime.dispatch({ type: 'bump', input: input as never })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(runtime.dispatch({ type: '__proto__' })).toMatchObject({ code: 'UNKNOWN_ACTION' });
    expect(runtime.dispatch({ type: 'constructor' })).toMatchObject({ code: 'UNKNOWN_ACTION' });
    for (const intent of [null, undefined, 5, 'bump', []])
      expect(runtime.dispatch(intent as never)).toMatchObject({ code: 'UNKNOWN_ACTION' });
    expect(runtime.simulate([null] as never).steps).toMatchObject([{ code: 'UNKNOWN_ACTION' }]);
  });
});

describe.each(['closures', 'generated'] as const)('by %s, a dispatch', (mode) => {
  const TIME = `domain Time {
  state { t: number = 1  seed: string = "" }
  action tell() { onceIntent { patch t = $runtime.time.timestamp  patch seed = $runtime.random.seed } }
}`;

  test('with a timestamp or seed that is none changes nothing', () => {
    const runtime = runtimeOf(TIME, { mode });
    const before = runtime.snapshot();
    for (const timestamp of ['x', Number.NaN, Number.POSITIVE_INFINITY, {}])
      expect(runtime.dispatch({ type: 'tell' }, { timestamp: timestamp as never })).toMatchObject({
        layer: 'context',
        code: 'INVALID_CONTEXT',
      });
    expect(runtime.dispatch({ type: 'tell' }, { seed: 5 as never })).toMatchObject({ code: 'INVALID_CONTEXT' });
    expect(runtime.snapshot()).toBe(before);
  });

  test('at -0 is one at 0', () => {
    const runtime = runtimeOf(TIME, { mode });
    runtime.dispatch({ type: 'tell' }, { timestamp: -0 });
    expect(runtime.state.t).toBe(0);
  });
});

describe('what can be asked', () => {
  test('lists the actions that are available', () => {
    const runtime = runtimeOf(TALLY);
    expect(runtime.available()).toContain('bump');
    runtime.dispatch({ type: 'bump', input: { by: 3 } });
    expect(runtime.available()).not.toContain('bump');
  });

  test('says whether an intent would be let in, and leaves the state alone', () => {
    const runtime = runtimeOf(TALLY);
    expect(runtime.dispatchable('bump', { by: 3 })).toEqual({ kind: 'ok' });
    expect(runtime.dispatchable('bump', { by: 4 })).toMatchObject({ kind: 'blocked', layer: 'dispatchability' });
    expect(runtime.snapshot().meta.version).toBe(0);
  });
});

describe('dispatches on one runtime', () => {
  test('take their baseline after the one before published', async () => {
    const answers: (() => void)[] = [];
    const runtime = runtimeOf(WEB, {
      effects: {
        'api.get': (_params, { snapshot, into }) =>
          new Promise((resolve) => answers.push(() => resolve([into(`n=${snapshot.state.n}`)]))),
      },
    });
    const load = runtime.dispatch({ type: 'load' });
    const bump = runtime.dispatch({ type: 'bump' });
    const again = runtime.dispatchAsync({ type: 'load' });
    expect(load).toBeInstanceOf(Promise);
    expect(runtime.state).toEqual({ body: '', n: 0 });
    answers.shift()?.();
    expect(await bump).toMatchObject({ kind: 'ok', before: { state: { body: 'n=0', n: 0 } } });
    expect(runtime.state).toEqual({ body: 'n=0', n: 1 });
    await Promise.resolve();
    answers.shift()?.();
    expect(await again).toMatchObject({ kind: 'ok', snapshot: { state: { body: 'n=1', n: 1 } } });
    expect(runtime.dispatch({ type: 'bump' })).not.toBeInstanceOf(Promise);
  });

  test('may be asked for by a handler, and run when its own has settled', async () => {
    const later: unknown[] = [];
    const runtime = runtimeOf(WEB, {
      effects: {
        'api.get': () => {
          later.push(runtime.dispatch({ type: 'bump' }));
          return [set('body', 'x')];
        },
      },
    });
    expect(runtime.dispatch({ type: 'load' })).toMatchObject({ kind: 'ok', snapshot: { state: { body: 'x', n: 0 } } });
    await later[0];
    expect(runtime.state).toEqual({ body: 'x', n: 1 });
  });
});

describe('a simulation', () => {
  test('shows where a row of intents leads, and changes nothing', () => {
    const runtime = runtimeOf(TALLY);
    const before = runtime.snapshot();
    const simulation = runtime.simulate([
      { type: 'bump', input: { by: 2 } },
      { type: 'bump', input: { by: 2 } },
      { type: 'clear' },
    ]);
    expect(simulation.steps.map((step) => step.kind)).toEqual(['ok', 'blocked', 'ok']);
    expect(simulation.snapshot.state.total).toBe(0);
    expect(simulation.hash()).toBe(runtime.hash());
    expect(runtime.snapshot()).toBe(before);
  });

  test('ends at the first effect without a stub and asks no handler', () => {
    const asked: string[] = [];
    const runtime = runtimeOf(WEB, {
      effects: (type) => () => {
        asked.push(type);
        return [];
      },
    });
    const simulation = runtime.simulate([{ type: 'bump' }, { type: 'load' }, { type: 'bump' }]);
    expect(simulation.steps.map((step) => step.kind)).toEqual(['ok', 'pending']);
    expect(simulation.steps[1]).toMatchObject({ requirement: { type: 'api.get' } });
    expect(asked).toEqual([]);
    const stubbed = runtime.simulate([{ type: 'load' }], { effects: { 'api.get': () => [set('body', 'stub')] } });
    expect(stubbed.snapshot.state.body).toBe('stub');
    expect(runtime.state.body).toBe('');
  });

  test('branches from any snapshot', () => {
    const runtime = runtimeOf(TALLY);
    const one = runtime.simulate([{ type: 'bump', input: { by: 1 } }]).snapshot;
    expect(runtime.simulate([{ type: 'bump', input: { by: 2 } }], { from: one }).snapshot.state.total).toBe(3);
    expect(runtime.simulate([{ type: 'clear' }], { from: one }).snapshot.state.total).toBe(0);
  });
});

describe('a saved snapshot', () => {
  test('is taken back after a trip through JSON', () => {
    const first = runtimeOf(TALLY);
    first.dispatch({ type: 'bump', input: { by: 2 } });
    const second = runtimeOf(TALLY);
    expect(second.restore(JSON.parse(JSON.stringify(first.save())))).toEqual({ kind: 'ok' });
    expect([second.hash(), second.computed.room]).toEqual([first.hash(), 1]);
    expect(second.snapshot().meta.version).toBe(first.snapshot().meta.version);
  });

  test.each([
    ['nothing', undefined],
    ['a text', 'mel'],
    ['an empty object', {}],
    ['no format', { format: 'mel-snapshot', v: 'one' }],
    ['a broken state', { ...runtimeOf(TALLY).save(), snapshot: { state: { total: 'x' } } }],
    ['no state', { ...runtimeOf(TALLY).save(), snapshot: null }],
    ['another domain', runtimeOf(WEB).save()],
  ])('is refused as foreign: %s', (_name, data) => {
    const runtime = runtimeOf(TALLY);
    expect(runtime.restore(data)).toMatchObject({ kind: 'refused', code: 'SNAPSHOT_FOREIGN' });
    expect(runtime.state.total).toBe(0);
  });

  test('of a newer format is refused as too new', () => {
    const runtime = runtimeOf(TALLY);
    const restored = runtime.restore({ ...runtime.save(), v: 2 });
    expect(restored).toMatchObject({ kind: 'refused', code: 'SNAPSHOT_TOO_NEW' });
  });

  test('waits for the dispatch that is under way', async () => {
    const runtime = runtimeOf(WEB, { effects: { 'api.get': async () => [] } });
    const load = runtime.dispatch({ type: 'load' });
    expect(runtime.restore(runtimeOf(WEB).save())).toEqual({ kind: 'busy' });
    await load;
    expect(runtime.restore(runtimeOf(WEB).save())).toEqual({ kind: 'ok' });
  });
});

describe('a runtime that is disposed', () => {
  test('ends the effect under way and takes no further dispatch', async () => {
    const signals: AbortSignal[] = [];
    const runtime = runtimeOf(WEB, {
      effects: {
        'api.get': (_params, { signal }) => {
          signals.push(signal);
          return new Promise(() => {});
        },
      },
    });
    const load = runtime.dispatch({ type: 'load' });
    runtime.dispose();
    expect(await load).toMatchObject({ kind: 'failed', error: { code: 'EFFECT_EXECUTION_FAILED' } });
    expect(signals[0]?.aborted).toBe(true);
    expect(runtime.dispatch({ type: 'bump' })).toMatchObject({ kind: 'failed', error: { code: 'INTERNAL_ERROR' } });
  });
});
