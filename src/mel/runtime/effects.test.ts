import { describe, expect, test } from 'vitest';
import type { EffectHandler, EffectSettings } from './effect-handler.ts';
import { atOnce, handTimers, runtimeOf, set } from './test-domain.ts';

const WEB = `domain Web {
  state { body: string = ""  n: number = 0  tries: number = 0 }
  action load(url: string) {
    when true { patch tries = tries + 1 }
    onceIntent { effect api.get({ url: url, into: body }) }
  }
}`;

const LOOP = `domain Loop {
  state { on: boolean = true  n: number = 0 }
  action go() { when on { patch n = n + 1  effect api.poll({ into: on }) } }
}`;

const ASK = { type: 'load', input: { url: 'u' }, intentId: 'i1' };

function web(handler: EffectHandler | EffectSettings, timers = handTimers()) {
  const runtime = runtimeOf(WEB, { effects: { 'api.get': handler }, timers });
  return { runtime, timers };
}

/** Lets promises settle that wait for nothing. */
async function quiet(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

describe('a host effect', () => {
  test('is handed its parameters and runs the flow again from the top', async () => {
    const seen: unknown[] = [];
    const { runtime } = web(async (params, { requirement, into }) => {
      seen.push(params, requirement.actionId);
      return [into('B')];
    });
    const result = await runtime.dispatch(ASK);
    expect(result).toMatchObject({ kind: 'ok', snapshot: { state: { body: 'B', tries: 2 } } });
    expect(seen).toEqual([{ url: 'u', into: 'body' }, 'load']);
    expect(runtime.snapshot().system).toMatchObject({ status: 'idle', pendingRequirements: [], currentAction: null });
  });

  test('settles at once where its handler answers at once', () => {
    const { runtime } = web(() => [set('body', 'now')]);
    expect(atOnce(runtime.dispatch(ASK)).snapshot.state.body).toBe('now');
  });

  test('gets frozen parameters and a frozen snapshot', () => {
    const { runtime } = web((params, { snapshot, requirement }) => {
      expect(() => Object.assign(params, { url: 'x' })).toThrow(TypeError);
      expect(() => Object.assign(snapshot.state, { n: 9 })).toThrow(TypeError);
      expect(() => Object.assign(requirement, { id: 'x' })).toThrow(TypeError);
      return [];
    });
    expect(atOnce(runtime.dispatch(ASK)).kind).toBe('ok');
  });

  test('is not seen by readers before the dispatch has settled', async () => {
    const seen: unknown[] = [];
    const { runtime } = web(async () => {
      seen.push(runtime.state.tries);
      return [];
    });
    await runtime.dispatch(ASK);
    expect([...seen, runtime.state.tries]).toEqual([0, 2]);
  });
});

describe('an effect that fails', () => {
  const failing: readonly (readonly [string, EffectHandler, string])[] = [
    [
      'a throw',
      () => {
        throw new Error('down');
      },
      'EFFECT_EXECUTION_FAILED',
    ],
    [
      'a rejection',
      async () => {
        throw new Error('down');
      },
      'EFFECT_EXECUTION_FAILED',
    ],
    ['no list', () => 'x' as never, 'EFFECT_APPLY_FAILED'],
    ['no patches', async () => undefined as never, 'EFFECT_APPLY_FAILED'],
    [
      'an unknown op',
      () => [{ op: 'add', path: [{ kind: 'prop', name: 'n' }], value: 1 }] as never,
      'EFFECT_APPLY_FAILED',
    ],
    ['no path', () => [{ op: 'set', path: [], value: 1 }], 'EFFECT_APPLY_FAILED'],
    ['a dotted path', () => [{ op: 'set', path: ['n'], value: 1 }] as never, 'EFFECT_APPLY_FAILED'],
    ['one patch that does not fit', () => [set('n', 5), set('body', 1)], 'EFFECT_APPLY_FAILED'],
    ['no JSON', () => [set('n', 5), set('n', Number.NaN)], 'EFFECT_APPLY_FAILED'],
    ['a date', () => [set('body', new Date(0) as never)], 'EFFECT_APPLY_FAILED'],
    ['an unsafe key', () => [set('__proto__', {})], 'EFFECT_APPLY_FAILED'],
  ];

  test.each(failing)(
    'by %s fails the dispatch, applies nothing and does not run the flow again',
    async (_name, handler, code) => {
      const { runtime } = web(handler);
      const result = await runtime.dispatch(ASK);
      expect(result).toMatchObject({
        kind: 'failed',
        error: {
          code,
          context: {
            intentId: 'i1',
            effectType: 'api.get',
            requirementId: expect.stringMatching(/^req-[0-9a-f]{16}$/),
          },
        },
        snapshot: { state: { body: '', n: 0, tries: 1 } },
      });
      expect(runtime.snapshot().system).toMatchObject({
        status: 'error',
        lastError: { code },
        pendingRequirements: [],
      });
      expect(runtime.snapshot()).toBe(result.snapshot);
    },
  );

  test('for want of a handler says so', () => {
    const result = atOnce(runtimeOf(WEB).dispatch(ASK));
    expect(result).toMatchObject({ kind: 'failed', error: { code: 'UNKNOWN_EFFECT' } });
  });

  test.each(['constructor', '__proto__', 'toString'])('is not taken from the prototype of the handlers: %s', (type) => {
    const source = `domain D { state { n: number = 0 } action go() { onceIntent { effect ${type}({ into: n }) } } }`;
    const result = atOnce(runtimeOf(source, { effects: {} }).dispatch({ type: 'go' }));
    expect(result).toMatchObject({ kind: 'failed', error: { code: 'UNKNOWN_EFFECT' } });
  });

  test('leaves the way open for the next intent', async () => {
    const answers = [() => Promise.reject(new Error('down')), async () => [set('body', 'up')]];
    const { runtime } = web(() => answers.shift()?.() ?? []);
    expect(await runtime.dispatch(ASK)).toMatchObject({ kind: 'failed' });
    expect(await runtime.dispatch({ ...ASK, intentId: 'i2' })).toMatchObject({ kind: 'ok' });
    expect(runtime.snapshot().system).toMatchObject({ status: 'idle', lastError: null });
  });
});

describe('the time of an effect', () => {
  test('runs out after 30 seconds and aborts the handler; a late answer is dropped', async () => {
    let answer: (patches: never[]) => void = () => {};
    const signals: AbortSignal[] = [];
    const { runtime, timers } = web((_params, { signal }) => {
      signals.push(signal);
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    const dispatch = runtime.dispatch(ASK);
    expect(timers.runOut()).toEqual([30_000]);
    expect(await dispatch).toMatchObject({ kind: 'failed', error: { code: 'EFFECT_TIMEOUT' } });
    expect(signals[0]?.aborted).toBe(true);
    const { version } = runtime.snapshot().meta;
    answer([]);
    await quiet();
    expect(runtime.snapshot().meta.version).toBe(version);
  });

  test('is not tried again when it has run out', async () => {
    let calls = 0;
    const run: EffectHandler = () => {
      calls += 1;
      return new Promise(() => {});
    };
    const { runtime, timers } = web({ run, timeoutMs: 5, retries: 3 });
    const dispatch = runtime.dispatch(ASK);
    expect(timers.runOut()).toEqual([5]);
    expect(await dispatch).toMatchObject({ error: { code: 'EFFECT_TIMEOUT' } });
    expect([calls, timers.waiting]).toEqual([1, 0]);
  });

  test('leaves no timer behind when the handler answers', async () => {
    const { runtime, timers } = web(async () => []);
    await runtime.dispatch(ASK);
    expect(timers.waiting).toBe(0);
  });

  test('starts anew with each retry, which comes a second later', async () => {
    let calls = 0;
    const run: EffectHandler = async () => {
      calls += 1;
      if (calls < 3) throw new Error('down');
      return [set('body', 'up')];
    };
    const { runtime, timers } = web({ run, retries: 2 });
    const dispatch = runtime.dispatch(ASK);
    await quiet();
    expect(timers.runOut()).toEqual([1_000]);
    await quiet();
    expect(timers.runOut()).toEqual([1_000]);
    expect(await dispatch).toMatchObject({ kind: 'ok', snapshot: { state: { body: 'up', tries: 2 } } });
    expect(calls).toBe(3);
  });

  test('ends with the last error when the retries are used up', async () => {
    const { runtime, timers } = web({
      run: () => {
        throw new Error('down');
      },
      retries: 1,
      retryDelayMs: 7,
    });
    const dispatch = runtime.dispatch(ASK);
    expect(timers.runOut()).toEqual([7]);
    expect(await dispatch).toMatchObject({
      kind: 'failed',
      error: { code: 'EFFECT_EXECUTION_FAILED', message: 'down' },
    });
  });
});

describe('an action that goes on asking', () => {
  test('is stopped after 100 passes, and what was applied stays', () => {
    let asked = 0;
    const runtime = runtimeOf(LOOP, {
      effects: { 'api.poll': () => [] },
      onRequest: () => {
        asked += 1;
      },
    });
    const result = atOnce(runtime.dispatch({ type: 'go' }));
    expect(result).toMatchObject({
      kind: 'failed',
      error: { code: 'LOOP_MAX_ITERATIONS' },
      snapshot: { state: { n: 100 } },
    });
    expect(result.snapshot.system).toMatchObject({ status: 'error', pendingRequirements: [] });
    expect(asked).toBeLessThanOrEqual(100);
  });

  test.each([0, -1, Number.NaN])('is stopped where the limit is %d', (maxIterations) => {
    const runtime = runtimeOf(LOOP, { effects: { 'api.poll': () => [] }, maxIterations });
    expect(atOnce(runtime.dispatch({ type: 'go' }))).toMatchObject({ kind: 'failed', snapshot: { state: { n: 1 } } });
  });

  test('may be given fewer', async () => {
    const runtime = runtimeOf(LOOP, { effects: { 'api.poll': async () => [] }, maxIterations: 5 });
    expect(await runtime.dispatch({ type: 'go' })).toMatchObject({ kind: 'failed', snapshot: { state: { n: 5 } } });
  });

  test('ends well when its result lets it', () => {
    let left = 98;
    const runtime = runtimeOf(LOOP, {
      effects: {
        'api.poll': () => {
          left -= 1;
          return [set('on', left > 0)];
        },
      },
    });
    expect(atOnce(runtime.dispatch({ type: 'go' }))).toMatchObject({ kind: 'ok', snapshot: { state: { n: 98 } } });
  });
});

describe('the patch makers of a handler', () => {
  const source = `domain Deep {
  type Task = { title: string, done: boolean }
  state { tasks: Record<string, Task> = {}  list: Array<number> = [1, 2] }
  action add(key: string) { onceIntent { patch tasks[key] = { title: key, done: false } } }
  action finish(key: string) { onceIntent { effect work.do({ into: tasks[key].done }) } }
  action count(i: number) { onceIntent { effect work.count({ into: list[i] }) } }
  action drop(key: string) { onceIntent { effect work.drop({ key: key, into: tasks }) } }
}`;

  test('follow the dotted path of `into`, through arrays, records and escaped keys', () => {
    const runtime = runtimeOf(source, {
      effects: {
        'work.do': (_params, { into }) => [into(true)],
        'work.count': (params, { set: put }) => [put(String(params.into), 7)],
        'work.drop': (_params, { unset, merge }) => [merge('tasks.b', { title: 'B' }), unset('tasks.a\\.b')],
      },
    });
    for (const key of ['a.b', 'b']) atOnce(runtime.dispatch({ type: 'add', input: { key } }));
    expect(atOnce(runtime.dispatch({ type: 'finish', input: { key: 'a.b' } })).kind).toBe('ok');
    expect(runtime.state.tasks).toMatchObject({ 'a.b': { done: true } });
    expect(atOnce(runtime.dispatch({ type: 'count', input: { i: 1 } })).snapshot.state.list).toEqual([1, 7]);
    expect(atOnce(runtime.dispatch({ type: 'drop', input: { key: 'a.b' } })).snapshot.state.tasks).toEqual({
      b: { title: 'B', done: false },
    });
  });
});
