import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ToldText } from './told-text.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

describe('ToldText', () => {
  test('is what the earliest or the latest teller says; nothing is no telling', () => {
    const earliest = new ToldText('earliest');
    const latest = new ToldText('latest');
    for (const told of [earliest, latest]) {
      expect(told.text).toBeNull();
      told.learn('b', at(2));
      told.learn('', at(0));
      told.learn(null, at(9));
      told.learn('a', at(1));
      told.learn('c', at(3));
    }
    expect(earliest.text).toBe('a');
    expect(latest.text).toBe('c');
  });

  test('is the same in whatever order it is told, also where times are unknown or equal', () => {
    const telling = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(null, at(1), at(2)));
    fc.assert(
      fc.property(fc.array(telling), fc.constantFrom('earliest' as const, 'latest' as const), (tellings, which) => {
        const [one, other] = [new ToldText(which), new ToldText(which)];
        for (const [text, time] of tellings) one.learn(text, time);
        for (const [text, time] of tellings.toReversed()) other.learn(text, time);
        expect(one.text).toBe(other.text);
      }),
    );
  });
});
