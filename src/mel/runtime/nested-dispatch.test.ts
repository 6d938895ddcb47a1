import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConcretePatch } from '../engine/model.ts';
import type { Json } from '../schema/ir.ts';
import type { EffectContext, EffectHandler } from './effect-handler.ts';
import type { Runtime } from './runtime.ts';
import { atOnce, handTimers, runtimeOf } from './test-domain.ts';
import type { DispatchResult } from './types.ts';

const SOURCE = `domain Nested {
  state { n: number = 0  a: string | null = null  b: string | null = null }
  action bump() { onceIntent { patch n = n + 1 } }
  action go() { onceIntent { effect x.a({ into: a }) } }
  action both() { onceIntent { effect x.a({ into: a }) } onceIntent { effect x.b({ into: b }) } }
}`;

/** What a handler does, and where in its course it dispatches. */
interface Course {
  readonly isAsync: boolean;
  readonly before: number;
  readonly after: number;
  readonly pauses: number;
  readonly throws: boolean;
}

const courses: fc.Arbitrary<Course> = fc.record({
  isAsync: fc.boolean(),
  before: fc.nat(2),
  after: fc.nat(2),
  pauses: fc.nat(3),
  throws: fc.boolean(),
});

const ACTIONS = ['bump', 'go', 'both'] as const;

const plans = fc.record({
  a: courses,
  b: courses,
  onRequest: fc.nat(1),
  onChange: fc.nat(1),
  /** What a handler dispatches, in turn; deeper ones only bump, so that it ends. */
  inner: fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 4 }),
  outer: fc.array(fc.record({ action: fc.constantFrom(...ACTIONS), waits: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
});

/** Carries out a plan to its end; every result of every dispatch in the order in which they were asked for. */
async function carriedOut(plan: typeof plans extends fc.Arbitrary<infer P> ? P : never) {
  const asked: (DispatchResult | Promise<DispatchResult>)[] = [];
  let budget = 12;
  let turn = 0;
  const dispatch = (count: number): void => {
    for (let i = 0; i < count && budget > 0; i++) {
      budget -= 1;
      const type = plan.inner[turn % plan.inner.length] ?? 'bump';
      turn += 1;
      asked.push(runtime.dispatch({ type }));
    }
  };
  const handler = (course: Course): EffectHandler => {
    const end = (context: EffectContext<Json>): readonly ConcretePatch[] => {
      dispatch(course.after);
      if (course.throws) throw new Error('down');
      return [context.into('done')];
    };
    if (!course.isAsync)
      return (_params, context) => {
        dispatch(course.before);
        return end(context);
      };
    return async (_params, context) => {
      dispatch(course.before);
      for (let i = 0; i < course.pauses; i++) await Promise.resolve();
      return end(context);
    };
  };
  const runtime: Runtime = runtimeOf(SOURCE, {
    log: true,
    effects: { 'x.a': handler(plan.a), 'x.b': handler(plan.b) },
    onRequest: () => dispatch(plan.onRequest),
  });
  runtime.subscribe('n', () => dispatch(plan.onChange));
  for (const { action, waits } of plan.outer) {
    const result = runtime.dispatch({ type: action });
    asked.push(result);
    if (waits) await result;
  }
  const results: DispatchResult[] = [];
  for (let i = 0; i < asked.length; i++) results.push(await (asked[i] as DispatchResult));
  return { runtime, results };
}

describe('dispatches from inside a dispatch', () => {
  test('take effect one after the other, whatever asks for them and when', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { runtime, results } = await carriedOut(plan);
        const log = runtime.log();
        const replayed = runtime.replay(log);
        expect(replayed.kind).toBe('same');
        expect(log.dispatches.length).toBe(results.length);
        const bumps = log.dispatches.filter(({ intent }) => intent.type === 'bump').length;
        expect(runtime.state.n).toBe(bumps);
        const runs = runtime.dispatch({ type: 'bump' });
        expect(atOnce(runs).snapshot.state.n).toBe(bumps + 1);
      }),
      { numRuns: 200 },
    );
  });

  test('wait for the whole of an asynchronous handler when it asks before its first await', async () => {
    const order: string[] = [];
    const runtime = runtimeOf(SOURCE, {
      effects: {
        'x.a': async (_params, { into }) => {
          const inner = runtime.dispatch({ type: 'bump' });
          Promise.resolve(inner).then(() => order.push('bump'));
          return [into('x')];
        },
      },
    });
    const result = await runtime.dispatch({ type: 'go' });
    order.push('go');
    expect(result).toMatchObject({ kind: 'ok', snapshot: { state: { n: 0, a: 'x' } } });
    const next = await runtime.dispatch({ type: 'bump' });
    expect(next).toMatchObject({ before: { state: { n: 1 } }, snapshot: { state: { n: 2, a: 'x' } } });
    expect(order).toEqual(['go', 'bump']);
  });

  test('let nothing be restored under them', async () => {
    const kinds: string[] = [];
    const runtime = runtimeOf(SOURCE, {
      effects: {
        'x.a': async () => {
          runtime.dispatch({ type: 'bump' });
          kinds.push(runtime.restore(runtime.save()).kind);
          return [];
        },
      },
    });
    const going = runtime.dispatch({ type: 'go' });
    kinds.push(runtime.restore(runtime.save()).kind);
    await going;
    await runtime.dispatch({ type: 'bump' });
    kinds.push(runtime.restore(runtime.save()).kind);
    expect(kinds).toEqual(['busy', 'busy', 'ok']);
  });

  test('are named when a handler that awaits one runs out of time', async () => {
    const timers = handTimers();
    const runtime = runtimeOf(SOURCE, {
      timers,
      effects: {
        'x.a': async (_params, { into }) => {
          await runtime.dispatch({ type: 'bump' });
          return [into('x')];
        },
      },
    });
    const going = runtime.dispatch({ type: 'go' });
    timers.runOut();
    const result = await going;
    expect(result).toMatchObject({ kind: 'failed', error: { code: 'EFFECT_TIMEOUT' } });
    expect(result).toMatchObject({
      error: {
        message: expect.stringContaining('a handler that awaits a dispatch of its own runtime waits for itself'),
      },
    });
    await runtime.dispatch({ type: 'bump' });
    expect(runtime.state).toEqual({ n: 2, a: null, b: null });
  });
});

describe('what the host gives', () => {
  test('does not leave a dispatch without an end, whatever it throws', async () => {
    const errors: unknown[] = [];
    const throwing = (): never => {
      throw new Error('no');
    };
    const unreadable = new Proxy({}, { get: throwing });
    const hostile: readonly EffectHandler[] = [
      () => [unreadable] as never,
      async () => [unreadable] as never,
      () => Object.defineProperty({}, 'then', { value: throwing }) as never,
    ];
    for (const handler of hostile) {
      const runtime = runtimeOf(SOURCE, { effects: { 'x.a': handler } });
      expect((await runtime.dispatch({ type: 'go' })).kind).toBe('failed');
      expect(atOnce(runtime.dispatch({ type: 'bump' })).kind).toBe('ok');
    }
    const runtime = runtimeOf(SOURCE, {
      effects: () => {
        throw new Error('no table');
      },
      onRequest: () => {
        throw new Error('no ears');
      },
      onListenerError: (error) => errors.push(error),
    });
    const failed = atOnce(runtime.dispatch({ type: 'go' }));
    expect(failed).toMatchObject({ kind: 'failed', error: { code: 'EFFECT_EXECUTION_FAILED', message: 'no table' } });
    expect(errors).toEqual([new Error('no ears')]);
  });
});
