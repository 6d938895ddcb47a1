import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import type { Diagnostic, Fix } from '../diagnostic.ts';

const HEAD = `domain V {
  type Key = "x" | "y"
  type Task = { id: string, phase: "new" | "doing" | "done" }
  state {
    n: number = 0
    text: string = ""
    mode: "idle" | "busy" = "idle"
    tasks: Array<Task> = []
    nums: Array<number> = []
    flags: Record<string, boolean> = {}
    named: Record<Key, number> = {}
    deep: { r: Record<"a" | "b", number> } = { r: {} }
    both: Record<string, number> = {}
  }
`;

function check(member: string): readonly Diagnostic[] {
  return compile(`${HEAD}${member}\n}`).diagnostics.filter(({ code }) => code !== 'W_UNUSED' && code !== 'W012');
}

/** Codes with the text they point at. */
function told(member: string): readonly string[] {
  const source = `${HEAD}${member}\n}`;
  return check(member).map(({ code, span }) => `${code} ${source.slice(span.start.offset, span.end.offset)}`);
}

function applied(member: string, fix: Fix | undefined): string | null {
  if (fix === undefined) return null;
  const source = `${HEAD}${member}\n}`;
  return [...fix.edits]
    .reverse()
    .reduce((done, { span, text }) => done.slice(0, span.start.offset) + text + done.slice(span.end.offset), source)
    .slice(HEAD.length, -2);
}

const mended = (member: string) => applied(member, check(member)[0]?.fixes[0]);
const inComputed = (expr: string) => told(`computed r = ${expr}`);
const inBody = (body: string, params = '') => told(`action go(${params}) { onceIntent { ${body} } }`);

describe('a Record whose keys are named', () => {
  test.each([
    ['patch named.zz = 1', '', ['E_TYPE_MISMATCH zz']],
    ['patch named["zz"] = 1', '', ['E_TYPE_MISMATCH "zz"']],
    ['patch named[k] = 1', 'k: string', ['E_TYPE_MISMATCH k']],
    ['patch named[k] = 1', 'k: "x" | "z"', ['E_TYPE_MISMATCH k']],
    ['patch deep.r[k] = 1', 'k: string', ['E_TYPE_MISMATCH k']],
    ['patch named merge { zz: 1 }', '', ['E_TYPE_MISMATCH zz']],
    ['patch named = { ...p, x: 1 }', 'p: { q: number }', ['E_TYPE_MISMATCH { ...p, x: 1 }']],
    ['effect a.b({ into: named[k] })', 'k: string', ['E_TYPE_MISMATCH k']],
    ['patch named[k] = 1', 'k: Key', []],
    ['patch named[k] = 1', 'k: "x"', []],
    ['patch named.x = 1', '', []],
    ['patch both[k] = 1', 'k: string', []],
  ])('%s, given (%s), tells %j', (body, params, expected) => {
    expect(inBody(body, params)).toEqual(expected);
  });

  test('is not read by another key, and the key that was meant is offered', () => {
    expect(inComputed('named.zz')).toEqual(['E_UNKNOWN_PROPERTY zz']);
    expect(inComputed('deep.r["c"]')).toEqual(['E_UNKNOWN_PROPERTY "c"']);
    expect(inComputed('named.x ?? deep.r["a"]')).toEqual([]);
    const member = 'type Long = "left" | "right" action go(p: Record<Long, number>) { when p.rigth == 1 { stop "x" } }';
    expect(mended(member)).toBe(member.replace('rigth', 'right'));
  });
});

describe('an index that leads nowhere is told where it is written', () => {
  test.each([
    ['patch tasks[id].phase = "new"', 'id: string', ['W_DEAD_PATH id']],
    ['patch both[k] = 1', 'k: number', ['W_DEAD_PATH k']],
    ['effect a.b({ into: nums[id] })', 'id: string', ['W_DEAD_PATH id']],
    ['patch nums[k] = 1', 'k: number', []],
    ['patch both[k] = 1', 'k: string | number', []],
  ])('%s, given (%s), tells %j', (body, params, expected) => {
    expect(inBody(body, params)).toEqual(expected);
  });

  test('with the way to the element that has the id', () => {
    const [found] = check('action go(id: string) { onceIntent { patch tasks[id].phase = "new" } }');
    expect(found?.message).toContain('`patch tasks = updateById(tasks, id, { … })`');
  });

  test('and a number becomes a key by a fix', () => {
    expect(mended('action go(k: number) { onceIntent { patch both[k] = 1 } }')).toBe(
      'action go(k: number) { onceIntent { patch both[toString(k)] = 1 } }',
    );
  });
});

describe('a boolean that may be null', () => {
  test.each([
    ['flags.a ? 1 : 2', ['W_MAYBE_NULL flags.a']],
    ['cond(flags.a, 1, 2)', ['W_MAYBE_NULL flags.a']],
    ['!flags.a', ['W_MAYBE_NULL flags.a']],
    ['not(flags.a)', ['W_MAYBE_NULL flags.a']],
    ['flags.a && n > 0', ['W_MAYBE_NULL flags.a']],
    ['n > 0 || flags["b"]', ['W_MAYBE_NULL flags["b"]']],
    ['and(n > 0, flags.a)', ['W_MAYBE_NULL flags.a']],
    ['filter(tasks, flags[$item.id])', ['W_MAYBE_NULL flags[$item.id]']],
    ['streak(n, flags.a)', ['W_MAYBE_NULL flags.a']],
    ['argmax(["a", flags.a, 1], ["b", true, 2], "first")', ['W_MAYBE_NULL flags.a']],
    ['flags.a != null && flags.a', []],
    ['coalesce(flags.a, false) ? 1 : 2', []],
    ['flags.a == true', []],
  ])('%s tells %j', (expr, expected) => {
    expect(inComputed(expr)).toEqual(expected);
  });

  test.each(['available', 'dispatchable'])('is told in `%s`, where it refuses', (gate) => {
    const member = `action go() ${gate} when flags.a { onceIntent { patch n = 1 } }`;
    const [found] = check(member);
    expect([found?.code, found?.message]).toEqual(['W_MAYBE_NULL', expect.stringContaining('TYPE_MISMATCH')]);
    expect(mended(member)).toBe(member.replace('flags.a', 'coalesce(flags.a, false)'));
  });

  test('is told in `where` and in the condition of each guard', () => {
    for (const guard of ['when flags.a', 'onceIntent when flags.a', 'once(m) when flags.a']) {
      expect(told(`state { m: string | null = null } action go() { ${guard} { patch n = 1 } }`)).toEqual([
        'W_MAYBE_NULL flags.a',
      ]);
    }
    expect(inBody('effect array.filter({ source: tasks, where: flags[$item.id], into: tasks })')).toEqual([
      'W_MAYBE_NULL flags[$item.id]',
    ]);
  });
});

test.each([
  ['argmax(["a", true, 1 / n], ["b", true, 2], "first")', 'W_MAYBE_NULL 1 / n'],
  ['nums[both.k]', 'W_MAYBE_NULL both.k'],
  ['substring(text, both.k)', 'W_MAYBE_NULL both.k'],
])('a number that may be null is told where it counts as 0: %s', (expr, expected) => {
  expect(inComputed(expr)).toEqual([expected]);
});

describe('a comparison with a value that the other side never has', () => {
  test.each([
    ['mode == "bussy"', ['W_CONSTANT_CONDITION "bussy"']],
    ['"bussy" != mode', ['W_CONSTANT_CONDITION "bussy"']],
    ['eq(mode, "bussy")', ['W_CONSTANT_CONDITION "bussy"']],
    ['filter(tasks, $item.phase == "doign")', ['W_CONSTANT_CONDITION "doign"']],
    ['includes(map(tasks, $item.phase), "doign")', ['W_CONSTANT_CONDITION "doign"']],
    ['includes(nums, "a")', ['W_CONSTANT_CONDITION "a"']],
    ['typeof(n) == "int"', ['W_CONSTANT_CONDITION "int"']],
    ['mode == "busy"', []],
    ['text == "bussy"', []],
    ['mode == text', []],
    ['mode == null', []],
    ['includes(nums, 1)', []],
    ['includes([], "a")', []],
  ])('%s tells %j', (expr, expected) => {
    expect(inComputed(expr)).toEqual(expected);
  });

  test('is mended by the value that was meant', () => {
    expect(mended('computed r = mode == "bussy"')).toBe('computed r = mode == "busy"');
  });

  test('`includes` of a string is told, and looks into the string by a fix', () => {
    expect(inComputed('includes(text, "ell")')).toEqual(['W_CONSTANT_CONDITION includes']);
    expect(mended('computed r = includes(text, "ell")')).toBe('computed r = strIncludes(text, "ell")');
  });
});
