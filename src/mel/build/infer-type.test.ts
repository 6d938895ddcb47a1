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

const UNION = `domain V {
  type A = { kind: "a", x: number, more: { k: "p" } | { k: "q", deep: string } }
  type B = { kind: "b", y: string, tag?: "t" }
  state {
    u: A | B = { kind: "b", y: "" }
    v: A | B | null = null
    us: Array<A | B> = []
    mode: "on" | "off" | "idle" = "on"
  }`;

function typeInUnion(expr: string): string {
  const { schema } = compile(`${UNION} computed r = ${expr} }`);
  if (schema === null) throw new TypeError(`${expr} does not compile`);
  return typeText(computedTypes(schema).get('r') ?? { kind: 'unknown' }, new Map());
}

describe('the declared type', () => {
  test.each([
    ['u.kind == "a" ? u.x : 0', 'number'],
    ['u.kind != "a" ? u.y : ""', 'string'],
    ['u.kind == "a" ? u.x : u.y', 'number | string'],
    ['isNotNull(v) && v.kind == "b" ? v.y : ""', 'string'],
    ['v.kind == "b" ? v.y : null', 'string | null'],
    ['map(us, $item.kind == "a" ? $item.x : 0)', 'readonly number[]'],
    ['u.kind == "a" && u.more.k == "q" ? u.more.deep : ""', 'string'],
    ['mode == "on" ? mode : "none"', '"on" | "none"'],
    ['mode != "on" ? mode : "none"', '"off" | "idle" | "none"'],
    ['match(u.kind, ["a", 1], 2)', '1 | 2'],
    ['u.kind == "a" || mode == "on" ? u.x : 0', 'number | null'],
    ['u.kind == "a" ? map(us, $item.x) : []', 'readonly (number | null)[] | readonly Json[]'],
  ])('of %s knows what the condition says: %s', (expr, text) => {
    expect(typeInUnion(expr)).toBe(text);
  });

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
