import { describe, expect, test } from 'vitest';
import { argumentClass, argumentClasses } from './argument-class.ts';

test.each([
  [true, 'bool:true'],
  [false, 'bool:false'],
  [null, 'null'],
  [-2, 'int'],
  [2.5, 'float'],
  ['x', 'string'],
  [[], 'list(n=0)'],
  [[1], 'list(n=1)'],
  [[1, 2, 3], 'list(n=2+)'],
  [{}, 'object'],
])('%j is %s', (value, expected) => {
  expect(argumentClass(value)).toBe(expected);
});

describe('the values of a key', () => {
  const corpus = (values: readonly string[], tasks: readonly string[]) =>
    values.flatMap((mode) => tasks.map((taskKey) => ({ taskKey, steps: [{ tool: 'search', params: { mode } }] })));
  const classes = (values: readonly string[], tasks: readonly string[]) =>
    new Set(argumentClasses(corpus(values, tasks), 'search', 'mode'));

  test('are an enumeration where each is seen in three runs of two tasks', () => {
    expect(classes(['fast', 'deep'], ['a', 'a', 'b'])).toEqual(new Set(['enum:fast', 'enum:deep']));
  });

  test.each([
    ['one task', ['fast'], ['a', 'a', 'a']],
    ['two runs', ['fast'], ['a', 'b']],
    ['a digit', ['fast', 'zone4'], ['a', 'a', 'b']],
    ['too long a value', ['v'.repeat(25)], ['a', 'a', 'b']],
    ['nine values', [...'abcdefghi'], ['a', 'a', 'b']],
  ])('are free text with %s', (_name, values, tasks) => {
    expect(classes(values, tasks)).toEqual(new Set(['string']));
  });

  test('are unknown where the first call lacks the key', () => {
    const steps = [
      { tool: 'search', params: {} },
      { tool: 'search', params: { mode: 'fast' } },
    ];
    expect(argumentClasses([{ taskKey: 'a', steps }], 'search', 'mode')).toEqual([null]);
  });
});
