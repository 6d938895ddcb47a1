import { describe, expect, test } from 'vitest';
import { runtimeOf, set } from './test-domain.ts';

const SOURCE = `domain Board {
  type Card = { id: string, n: number }
  state { cards: Array<Card> = [{ id: "a", n: 1 }]  n: number = 0  body: string = "" }
  computed doubled = n * 2
  computed big = n > 10
  action bump() { onceIntent { patch n = n + 1 } }
  action same() { onceIntent { patch cards = [{ id: "a", n: 1 }] } }
  action move(id: string, to: number) { onceIntent { patch cards = updateById(cards, id, { n: to }) } }
  action load() { onceIntent { patch n = n + 1  effect api.get({ into: body }) } onceIntent when body != "" { patch n = n + 1 } }
}`;

describe('a subscription', () => {
  test('is told a change of its path once, with the value before', () => {
    const runtime = runtimeOf(SOURCE);
    const told: unknown[] = [];
    runtime.subscribe('n', (now, before) => told.push([now, before]));
    runtime.subscribe('doubled', (now) => told.push(now));
    runtime.subscribe('big', (now) => told.push(now));
    runtime.dispatch({ type: 'bump' });
    expect(told).toEqual([[1, 0], 2]);
  });

  test('is not told of an equal value that is another object', () => {
    const runtime = runtimeOf(SOURCE);
    const told: unknown[] = [];
    runtime.subscribe('cards', (now) => told.push(now));
    runtime.subscribe('cards.0.n', (now) => told.push(now));
    runtime.dispatch({ type: 'same' });
    expect(told).toEqual([]);
    runtime.dispatch({ type: 'move', input: { id: 'a', to: 2 } });
    expect(told).toEqual([[{ id: 'a', n: 2 }], 2]);
  });

  test('hears once of a dispatch with several passes', async () => {
    const runtime = runtimeOf(SOURCE, { effects: { 'api.get': async () => [set('body', 'x')] } });
    const told: unknown[] = [];
    runtime.subscribe('n', (now) => told.push(now));
    await runtime.dispatch({ type: 'load' });
    expect(told).toEqual([2]);
  });

  test('takes a selector', () => {
    const runtime = runtimeOf(SOURCE);
    const told: unknown[] = [];
    runtime.select(
      ({ state, computed }) => [state.n, computed.doubled],
      (now) => told.push(now),
    );
    runtime.dispatch({ type: 'bump' });
    expect(told).toEqual([[1, 2]]);
  });

  test('ends when it is called off, also by a listener', () => {
    const runtime = runtimeOf(SOURCE);
    const told: string[] = [];
    const first = runtime.subscribe('n', () => {
      told.push('first');
      second();
    });
    const second = runtime.subscribe('n', () => told.push('second'));
    runtime.dispatch({ type: 'bump' });
    first();
    runtime.dispatch({ type: 'bump' });
    expect(told).toEqual(['first']);
  });

  test('hears of changes in their order, also of those that listeners make', () => {
    const runtime = runtimeOf(SOURCE);
    const told: unknown[] = [];
    runtime.subscribe('n', (now) => {
      if (now === 1) runtime.dispatch({ type: 'bump' });
    });
    runtime.subscribe('n', (now) => told.push(now));
    runtime.dispatch({ type: 'bump' });
    expect(told).toEqual([1, 2]);
  });

  test('is told although another listener throws, and the dispatch does not notice', () => {
    const errors: unknown[] = [];
    const runtime = runtimeOf(SOURCE, { onListenerError: (error) => errors.push(error) });
    const told: unknown[] = [];
    runtime.subscribe('n', () => {
      throw new Error('listener');
    });
    runtime.subscribe('n', (now) => told.push(now));
    expect(runtime.dispatch({ type: 'bump' })).toMatchObject({ kind: 'ok' });
    expect([told, errors]).toEqual([[1], [new Error('listener')]]);
  });

  test('hears of a restored snapshot', () => {
    const runtime = runtimeOf(SOURCE);
    const start = runtime.save();
    runtime.dispatch({ type: 'bump' });
    const told: unknown[] = [];
    runtime.subscribe('n', (now) => told.push(now));
    runtime.restore(start);
    expect(told).toEqual([0]);
  });

  test('of a path that is not there reads null and stays silent', () => {
    const runtime = runtimeOf(SOURCE);
    const told: unknown[] = [];
    for (const path of ['n.nothing', 'n.__proto__', 'cards.7.n']) runtime.subscribe(path, (now) => told.push(now));
    runtime.dispatch({ type: 'bump' });
    expect(told).toEqual([]);
  });
});
