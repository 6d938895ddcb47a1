import { describe, expect, test } from 'vitest';
import type { ExactJson } from '../../base/exact-json.ts';
import { differences } from './document-diff.ts';

const of = (members: { readonly [name: string]: ExactJson }) => new Map(Object.entries(members));

describe('differences', () => {
  test('names each place that differs with what it was and is', () => {
    const before = of({ a: 1n, list: ['x', 'y'], deep: of({ b: true, gone: null }) });
    const after = of({ a: 2n, list: ['x', 'z', 'w'], deep: of({ b: true, come: 'n' }) });
    expect(differences(before, after)).toEqual([
      { path: ['a'], before: 1n, after: 2n },
      { path: ['list', 1], before: 'y', after: 'z' },
      { path: ['list', 2], before: undefined, after: 'w' },
      { path: ['deep', 'gone'], before: null, after: undefined },
      { path: ['deep', 'come'], before: undefined, after: 'n' },
    ]);
  });

  test('sees another spelling of a number, and none where nothing differs', () => {
    expect(differences(of({ a: 1n }), of({ a: 1 }))).toEqual([{ path: ['a'], before: 1n, after: 1 }]);
    expect(differences(of({ a: [1n] }), of({ a: [1n] }))).toEqual([]);
  });

  test('shows a change of kind as one place', () => {
    expect(differences(of({ a: [1n] }), of({ a: of({}) }))).toEqual([{ path: ['a'], before: [1n], after: of({}) }]);
  });
});
