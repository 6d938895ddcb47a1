import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { computedTypes } from './infer-type.ts';
import { typeText } from './type-text.ts';

function typeOf(expr: string): string {
  const { schema } = compile(`domain V {
    state { ws: Array<string> = [] grid: Array<Array<number>> = [] open: object = {} n: number = 0 }
    computed r = ${expr} }`);
  if (schema === null) throw new TypeError(`${expr} does not compile`);
  return typeText(computedTypes(schema).get('r') ?? { kind: 'unknown' }, new Map());
}

describe('the declared type', () => {
  test.each([
    ['append([], "a")', 'readonly "a"[]'],
    ['append(slice(open["x"], 0), "a")', 'readonly Json[]'],
    ['concat(ws, n)', 'readonly (string | number)[]'],
    ['concat(n, "a")', 'string'],
    ['concat(first(grid), n)', 'readonly number[] | string'],
  ])('of %s is %s', (expr, text) => {
    expect(typeOf(expr)).toBe(text);
  });
});
