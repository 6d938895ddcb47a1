import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildModule } from '../build-module.ts';
import { compile } from '../compile.ts';
import { createRuntime } from '../runtime/create-runtime.ts';
import type { RuntimeOptions } from '../runtime/runtime.ts';
import type { Json, Schema } from '../schema/ir.ts';
import type { ConcretePatch } from './model.ts';

const SOURCE = `domain Kept {
  type Key = "x" | "y"
  type Box = { r: Record<Key, number>, tag?: "x" | "y", more: Array<Record<"x", Key>> }
  type A = { k: "x", r: Record<Key, number> }
  type B = { k: "y", r: Record<string, string> }
  state {
    b: Box = { r: { x: 1 }, more: [{}] }
    r: Record<Key, Record<Key, number>> = { x: {} }
    u: A | B = { k: "x", r: {} }
    l: Array<A | B> = [{ k: "y", r: { q: "x" } }]
    o: Record<"x", Box | null> = {}
    s: Record<string, Key> = {}
  }
  action ask() { onceIntent { effect host.patch({}) } }
}`;

function schemaOf(source: string): Schema {
  const { schema } = compile(source);
  if (schema === null) throw new TypeError('does not compile');
  return schema;
}

const schema = schemaOf(SOURCE);
const env = {
  clock: { nowMs: () => 0, monotonicMs: () => 0 },
  random: { bytes: (count: number) => new Uint8Array(count) },
};

const name = fc.constantFrom('x', 'y', 'q', 'r', 'k', 'tag', 'more', 'b');
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(1, 'x', 'y', 'q', null, {}, []),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
})).value;
const segment = fc.oneof(
  name.map((text) => ({ kind: 'prop' as const, name: text })),
  fc.nat(1).map((index) => ({ kind: 'index' as const, index })),
);
const prop = (text: string) => ({ kind: 'prop' as const, name: text });
/** Numbers and texts where there are some, under any key. */
const likely: fc.Arbitrary<ConcretePatch> = fc.record({
  op: fc.constant('set' as const),
  path: fc
    .tuple(fc.constantFrom(['b', 'r'], ['r'], ['r', 'x'], ['u', 'r'], ['s'], ['o']), name)
    .map(([path, last]) => [...path, last].map(prop)),
  value: fc.constantFrom<Json>(1, 'x', {}, null),
});
const patch: fc.Arbitrary<ConcretePatch> = fc.record({
  op: fc.constantFrom('set', 'set', 'merge', 'unset'),
  path: fc
    .tuple(fc.constantFrom('b', 'r', 'u', 'l', 'o', 's'), fc.array(segment, { maxLength: 3 }))
    .map(([root, rest]) => [prop(root), ...rest]),
  value,
});

/** A runtime whose one effect answers with these patches, one list a dispatch. */
function runtimeOf(lists: readonly (readonly ConcretePatch[])[], mode: RuntimeOptions['mode'] = 'closures') {
  const left = [...lists];
  return createRuntime(schema, { ...env, mode, effects: { 'host.patch': () => left.shift() ?? [] } });
}

describe('what a runtime saves it restores', () => {
  test.each(['closures', 'generated'] as const)('whatever was patched, in mode %s', (mode) => {
    let changed = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(patch, likely), { minLength: 1, maxLength: 8 }), (patches) => {
        const runtime = runtimeOf(
          patches.map((one) => [one]),
          mode,
        );
        const before = runtime.hash();
        for (let i = 0; i < patches.length; i += 1) runtime.dispatch({ type: 'ask', intentId: `i${i}` });
        if (runtime.hash() !== before) changed += 1;
        const saved = JSON.parse(JSON.stringify(runtime.save()));
        expect(runtimeOf([]).restore(saved)).toMatchObject({ kind: 'ok' });
      }),
      { numRuns: 600, seed: 11 },
    );
    expect(changed).toBeGreaterThan(80);
  });
});

describe('a key that a Record does not name', () => {
  const source = `domain Kept {
    state { r: Record<"x" | "y", number> = { x: 1 } n: { r: Record<"x", number> } = { r: {} } }
    action top(k: "x" | "y") { onceIntent { patch r[k] = 2 } }
    action deep(k: "x") { onceIntent { patch n.r[k] = 2 } }
    action whole(v: Record<"x" | "y", number>) { onceIntent { patch r = v } }
  }`;
  /** The same domain, with parameters that let any key through, as a schema made by hand may have. */
  function loosened(): Schema {
    const strict = schemaOf(source);
    const k = { type: { kind: 'primitive', type: 'string' }, optional: false } as const;
    const loose = Object.entries(strict.actions).map(([action, of]) => [
      action,
      action === 'whole' ? of : { ...of, inputType: { kind: 'object', fields: { k } } },
    ]);
    return { ...strict, actions: Object.fromEntries(loose) };
  }

  async function modes() {
    const loose = loosened();
    const text = buildModule(loose).module;
    const { domain } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    return [
      createRuntime(loose, { ...env, mode: 'closures' }),
      createRuntime(loose, { ...env, mode: 'generated' }),
      createRuntime(domain, env),
    ];
  }

  test('is refused by closures, generated code and a built module alike', async () => {
    const runtimes = await modes();
    expect(runtimes.map((runtime) => runtime.info.mode)).toEqual(['closures', 'generated', 'ahead-of-time']);
    for (const runtime of runtimes) {
      for (const type of ['top', 'deep']) {
        expect(runtime.dispatch({ type, input: { k: 'q' } })).toMatchObject({ error: { code: 'PATH_NOT_FOUND' } });
        expect(runtime.dispatch({ type, input: { k: 'x' } })).toMatchObject({ kind: 'ok' });
      }
      expect(runtime.state).toEqual({ r: { x: 2 }, n: { r: { x: 2 } } });
    }
  });
});
