import { describe, expect, expectTypeOf, test } from 'vitest';
import { PraxisError } from '../../base/errors.ts';
import { compile } from '../compile.ts';
import { createRuntime } from './create-runtime.ts';
import type { Runtime } from './runtime.ts';
import { atOnce, runtimeOf, schemaOf } from './test-domain.ts';
import type { DomainTypes } from './types.ts';

const SOURCE = `domain Use {
  state { n: number = 0 }
  computed twice = n * 2
  action bump() { onceIntent { patch n = n + 1 } }
  action add(a: number, b: number) { onceIntent { patch n = a + b } }
}`;
const OPTIONS = {
  clock: { nowMs: () => 1000, monotonicMs: () => 0 },
  random: { bytes: (count: number) => new Uint8Array(count) },
};

function errorOf(call: () => unknown): { readonly code: string; readonly message: string; readonly hint: string } {
  try {
    call();
  } catch (error) {
    if (error instanceof PraxisError) return error;
    throw error;
  }
  throw new TypeError('nothing was thrown');
}

describe('createRuntime', () => {
  test.each([
    ['the schema of a source that does not compile', compile('domain X { state { a: nope = 1 } }').schema, 'no schema'],
    ['what compile returned', compile(SOURCE), 'what compile returned'],
    ['an empty object', {}, 'neither a schema nor a built module'],
    ['a module without its schema', { format: 'mel-module', v: 1, link: () => ({}) }, 'neither a schema'],
    ['a text', 'domain X {}', 'no schema'],
  ])('refuses %s by name', (_name, source, message) => {
    const error = errorOf(() => createRuntime(source as never, OPTIONS));
    expect(error).toMatchObject({ code: 'MEL_INVALID', message: expect.stringContaining(message) });
  });

  test('refuses options without a clock or without randomness by name', () => {
    const schema = schemaOf(SOURCE);
    for (const options of [undefined, null, {}, { random: OPTIONS.random }])
      expect(errorOf(() => createRuntime(schema, options as never))).toMatchObject({
        code: 'USAGE',
        message: 'a runtime needs the option clock',
      });
    expect(errorOf(() => createRuntime(schema, { clock: OPTIONS.clock } as never)).message).toContain('random');
  });
});

describe('a runtime that is called wrongly', () => {
  const runtime = runtimeOf(SOURCE);

  test('says so for a simulation', () => {
    expect(errorOf(() => runtime.simulate({ type: 'bump' } as never))).toMatchObject({ code: 'USAGE' });
    const saved = errorOf(() => runtime.simulate([], { from: runtime.save() as never }));
    expect(saved).toMatchObject({ code: 'USAGE', message: 'a simulation cannot begin with what is no snapshot' });
    const { snapshot } = runtime.save();
    expect(runtime.simulate([{ type: 'bump' }], { from: snapshot }).snapshot.state.n).toBe(1);
  });

  test('says so for a subscription, and what path was meant', () => {
    const listener = (): void => {};
    expect(errorOf(() => runtime.subscribe('n', undefined as never))).toMatchObject({ code: 'USAGE' });
    expect(errorOf(() => runtime.subscribe('twise', listener)).hint).toBe('Did you mean "twice"?');
    expect(errorOf(() => runtime.subscribe('state.n', listener)).message).toContain('"state"');
    expect(errorOf(() => runtime.select('n' as never, listener))).toMatchObject({ code: 'USAGE' });
    runtime.subscribe('twice.deep', listener)();
  });

  test('counts the arguments of an action', () => {
    const add = runtime.actions.add as (...args: readonly number[]) => unknown;
    expect(add(1, 2, 3)).toMatchObject({ code: 'INVALID_INPUT', message: 'add takes 2 arguments, not 3' });
    expect(atOnce(runtime.dispatch({} as never))).toMatchObject({
      message: 'the intent has no type that names an action',
    });
  });
});

test('a source that is neither a text nor bytes is a diagnostic', () => {
  for (const source of [undefined, null, 5, {}])
    expect(compile(source as never).diagnostics).toMatchObject([{ code: 'MEL_IO', severity: 'error' }]);
});

interface Typed extends DomainTypes {
  readonly state: {
    readonly n: number;
    readonly who: { readonly name: string; readonly note?: string } | null;
    readonly all: { readonly [key: string]: { readonly v: number } };
    readonly list: readonly { readonly ok: boolean }[];
  };
  readonly computed: { readonly twice: number };
  readonly actions: { readonly bump: { readonly input: undefined; readonly args: readonly [] } };
  readonly context: undefined;
  readonly effects: Record<never, never>;
}

test('paths and simulations of a domain with types have its types', () => {
  const check = (runtime: Runtime<Typed>): void => {
    runtime.subscribe('n', (now, before, snapshot) => {
      expectTypeOf(now).toEqualTypeOf<number>();
      expectTypeOf(before).toEqualTypeOf<number>();
      expectTypeOf(snapshot.state).toEqualTypeOf<Typed['state']>();
    });
    runtime.subscribe('twice', (now) => expectTypeOf(now).toEqualTypeOf<number>());
    runtime.subscribe('who.name', (now) => expectTypeOf(now).toEqualTypeOf<string | null>());
    runtime.subscribe('who.note', (now) => expectTypeOf(now).toEqualTypeOf<string | null>());
    runtime.subscribe('all.k.v', (now) => expectTypeOf(now).toEqualTypeOf<number | null>());
    runtime.subscribe('list.0.ok', (now) => expectTypeOf(now).toEqualTypeOf<boolean | null>());
    // @ts-expect-error there is no such field
    runtime.subscribe('nope', () => {});
    expectTypeOf(runtime.simulate([]).snapshot.state).toEqualTypeOf<Typed['state']>();
  };
  expect(check).toBeTypeOf('function');
});
