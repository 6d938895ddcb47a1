import { describe, expect, test } from 'vitest';
import { atOnce, runtimeOf } from './test-domain.ts';

const SOURCE = `domain Out {
  type T = { id: string, v: number }
  state { n: number = 0  xs: Array<T> = [{ id: "a", v: 1 }]  r: Record<string, T> = {}  any: object = {} }
  computed double = n * 2
  computed ids = map(xs, $item.id)
  computed first = first(xs)
  action bump() { onceIntent { patch n = n + 1 } }
  action put(id: string, t: T, o: object) { onceIntent { patch r[id] = t  patch xs = append(xs, t)  patch any = o } }
}`;

/** Everything that can be reached from a value, itself included. */
function reachable(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const found = new Set<object>([value]);
  for (const one of found)
    for (const part of Object.values(one)) if (typeof part === 'object' && part !== null) found.add(part);
  return [...found];
}

describe.each(['closures', 'generated'] as const)('by %s, what a runtime hands out', (mode) => {
  function running() {
    const runtime = runtimeOf(SOURCE, { mode, log: true });
    const input = { id: 'k', t: { id: 'k', v: 5 }, o: { deep: [{ x: 1 }] } };
    const result = atOnce(runtime.dispatch({ type: 'put', input }));
    return { runtime, input, result };
  }

  test('cannot be written, at any depth and after every dispatch', () => {
    const { runtime, result } = running();
    const before = 'before' in result ? result.before : null;
    const read: unknown[] = [];
    runtime.select((snapshot) => read.push(snapshot.state, snapshot.computed), () => {}); // biome-ignore format: one line
    for (let i = 0; i < 2; i++) {
      runtime.dispatch({ type: 'bump' });
      const simulated = runtime.simulate([{ type: 'bump' }]).snapshot;
      for (const snapshot of [before, result.snapshot, runtime.snapshot(), simulated])
        read.push(snapshot?.state, snapshot?.computed, snapshot?.input);
      read.push(runtime.state, runtime.computed, runtime.log().dispatches[0], runtime.log().start.state);
    }
    const open = read.flatMap(reachable).filter((one) => !Object.isFrozen(one));
    expect(open).toEqual([]);
    expect(read.length).toBeGreaterThan(30);
    expect(() => Object.assign(runtime.state, { n: 'garbage' })).toThrow(TypeError);
    expect(runtime.dispatch({ type: 'bump' })).toMatchObject({ kind: 'ok', snapshot: { state: { n: 3 } } });
    expect(runtime.computed.double).toBe(6);
  });

  test('leaves what a caller gave as it was', () => {
    const { runtime, input } = running();
    expect(reachable(runtime.state).every((one) => Object.isFrozen(one))).toBe(true);
    expect(reachable(input).some((one) => Object.isFrozen(one))).toBe(false);
    input.o.deep.push({ x: 2 });
    expect(runtime.state.any).toEqual({ deep: [{ x: 1 }] });
  });

  test('for saving is a copy of its own', () => {
    const { runtime } = running();
    const saved = runtime.save();
    Object.assign(saved.snapshot.state, { n: 55 });
    expect(runtime.state.n).toBe(0);
    expect(runtime.restore(saved)).toEqual({ kind: 'ok' });
    Object.assign(saved.snapshot.state, { n: 66 });
    expect(runtime.state.n).toBe(55);
  });
});
