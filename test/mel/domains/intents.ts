import type { AttemptContext, ConcretePatch, Intent } from '../../../src/mel/engine/model.ts';
import type { Json } from '../../../src/mel/schema/ir.ts';
import type { Draws } from '../../support/draws.ts';
import { NUMBERS, stateOf, TEXTS } from '../expressions/vocabulary.ts';
import type { Dict } from '../naive/coercions.ts';
import type { Host } from '../naive/dispatch.ts';
import { ACTIONS } from './domain-source.ts';

/** The answers of the host, the same to whoever asks in the same order. */
export function scripted(draws: Draws): () => Host {
  const answers = draws.many(8, 8, () => answerOf(draws));
  return () => {
    let next = 0;
    return (type) => {
      if (type === 'h.none') return undefined;
      const answer = answers[next % answers.length] ?? [];
      next += 1;
      return answer;
    };
  };
}

function answerOf(draws: Draws): readonly ConcretePatch[] | { readonly failure: string } {
  const set = (name: string, value: Json): ConcretePatch => ({ op: 'set', path: [{ kind: 'prop', name }], value });
  return draws.pick<() => readonly ConcretePatch[] | { readonly failure: string }>([
    () => [],
    () => [set('n', draws.pick(NUMBERS))],
    () => [set('b', draws.chance(0.5)), set('s', draws.pick(TEXTS))],
    () => Object.entries(stateOf(draws)).map(([name, value]) => set(name, value)),
    () => [set('n', 1), set('xs', 'no list')],
    () => [{ op: 'merge', path: [{ kind: 'prop', name: 'it' }], value: { n: 5 } }],
    () => [
      {
        op: 'unset',
        path: [
          { kind: 'prop', name: 'rec' },
          { kind: 'prop', name: 'a' },
        ],
      },
    ],
    () => ({ failure: 'down' }),
  ])();
}

/** The handler of a type that asks a scripted host; undefined where it has none. */
export function handlerOf(type: string, host: Host) {
  if (type === 'h.none') return undefined;
  return (params: Dict): readonly ConcretePatch[] => {
    const answer = host(type, params);
    if (answer === undefined || 'failure' in answer) throw new Error(answer?.failure);
    return answer;
  };
}

/** An intent to one of the actions, now and then one that a gate refuses. */
export function intentOf(draws: Draws): {
  readonly intent: Intent & { readonly input?: Dict };
  readonly attempt: AttemptContext;
} {
  const good: Dict = {
    p: draws.pick(NUMBERS),
    q: draws.chance(0.3) ? null : draws.pick(TEXTS),
    list: draws.many(0, 3, () => draws.pick(NUMBERS)),
  };
  const input = draws.chance(0.9)
    ? good
    : draws.pick<Dict>([{}, { ...good, p: 'x' }, { ...good, more: 1 }, { p: 1, q: 2 }]);
  const type = draws.chance(0.97) ? draws.pick(ACTIONS) : 'nothing';
  const context = draws.chance(0.97)
    ? { limit: draws.pick(NUMBERS), region: draws.pick([null, ...TEXTS]) }
    : { limit: 1 };
  return {
    intent: { type, input, intentId: draws.pick(['i1', 'i2', 'i3', `i${draws.below(1000)}`]) },
    attempt: { timestamp: draws.pick([0, 1000, 1.5e12, 8.65e15]), seed: draws.pick(TEXTS), context },
  };
}
