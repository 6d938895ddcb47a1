import { describe, expect, test } from 'vitest';
import type { Json } from '../schema/ir.ts';
import { builtInEffect, type OfItem } from './built-in-effects.ts';
import { own } from './values.ts';

const same: OfItem = (item) => item;
const field =
  (name: string): OfItem =>
  (item) =>
    own(item, name);

function run(type: string, source: Json, of: OfItem = same, order = 'asc'): readonly Json[] {
  return builtInEffect(type)?.run(source, of, order) ?? ['no such effect'];
}

describe('array.sort', () => {
  const mixed: Json = ['b', null, 2, true, 'a', 10, false, '\u{1F600}', '\uE000'];

  test('orders booleans, numbers, texts by code point, then null', () => {
    expect(run('array.sort', mixed)).toEqual([[false, true, 2, 10, 'a', 'b', '\uE000', '\u{1F600}', null]]);
  });

  test('keeps null last in descending order', () => {
    expect(run('array.sort', mixed, same, 'desc')).toEqual([
      ['\u{1F600}', '\uE000', 'b', 'a', 10, 2, true, false, null],
    ]);
  });

  test('keeps the order of equal keys both ways', () => {
    const rows = [
      { k: 1, id: 'a' },
      { k: 0, id: 'b' },
      { k: 1, id: 'c' },
    ];
    expect(run('array.sort', rows, field('k'))).toEqual([[rows[1], rows[0], rows[2]]]);
    expect(run('array.sort', rows, field('k'), 'desc')).toEqual([[rows[0], rows[2], rows[1]]]);
  });
});

test('array.groupBy takes any text as a group', () => {
  const [groups] = run('array.groupBy', ['__proto__', 'a', '__proto__']);
  expect(JSON.stringify(groups)).toBe('{"__proto__":["__proto__","__proto__"],"a":["a"]}');
});

test('array.flatMap opens one level and keeps other results', () => {
  expect(run('array.flatMap', [1, 2], (item) => (item === 1 ? [[1], 2] : 3))).toEqual([[[1], 2, 3]]);
});

test('array.unique keeps first occurrences, by key where one is given', () => {
  expect(run('array.unique', [1, '1', 1, null, null])).toEqual([[1, '1', null]]);
  expect(
    run(
      'array.unique',
      [
        { k: 1, v: 1 },
        { k: 1, v: 2 },
      ],
      field('k'),
    ),
  ).toEqual([[{ k: 1, v: 1 }]]);
});

test('array.partition gives what passes and what fails', () => {
  expect(run('array.partition', [1, 0, 2])).toEqual([[1, 2], [0]]);
});

test('records are read in order of their keys', () => {
  const record = { b: 2, a: 1 };
  expect(run('record.keys', record)).toEqual([['a', 'b']]);
  expect(run('record.values', record)).toEqual([[1, 2]]);
  expect(run('record.entries', record)).toEqual([
    [
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ],
  ]);
});

test('record.fromEntries lets later pairs win and leaves out what is no pair', () => {
  const pairs = [{ key: 'a', value: 1 }, { key: 2, value: 2 }, null, { key: 'a', value: 3 }];
  expect(run('record.fromEntries', pairs)).toEqual([{ a: 3 }]);
});

test('a type that is not built in is left to the host', () => {
  expect(builtInEffect('array.zip')).toBeUndefined();
  expect(builtInEffect('constructor')).toBeUndefined();
});
