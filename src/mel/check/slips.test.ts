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

describe('a method is mended by the type of what it is called on', () => {
  test.each([
    ['text.includes("ell")', 'strIncludes(text, "ell")'],
    ['nums.includes(1)', 'includes(nums, 1)'],
    ['contains(text, "ell")', 'strIncludes(text, "ell")'],
    ['contains(nums, 1)', 'includes(nums, 1)'],
    ['nums.at(-1)', 'last(nums)'],
    ['nums.at(0)', 'at(nums, 0)'],
    ['nums.at(-2)', null],
    ['nums.slice(-2)', 'slice(nums, -2)'],
    ['text.slice(1, 2)', 'substring(text, 1, 2)'],
    ['text.slice(-2)', null],
    ['text.indexOf("a")', 'indexOf(text, "a")'],
    ['nums.indexOf(1)', null],
    ['text.length', 'len(text)'],
    ['tasks[0].id.includes("x")', 'strIncludes(tasks[0].id, "x")'],
  ])('%s becomes %s', (expr, expected) => {
    expect(mended(`computed r = ${expr}`)).toBe(expected === null ? null : `computed r = ${expected}`);
  });

  test('and is told once', () => {
    expect(inComputed('text.includes("ell")')).toEqual(['MEL_PARSER (']);
  });
});

test.each([
  ['nums[-1]', ['W_DEAD_PATH -1']],
  ['at(nums, -1)', ['W_DEAD_PATH -1']],
  ['nums[1.5]', ['W_DEAD_PATH 1.5']],
  ['nums[0]', []],
])('%s, which is always null, is told: %j', (expr, expected) => {
  expect(inComputed(expr)).toEqual(expected);
});

describe('match without its default', () => {
  test.each([
    ['match(mode, ["idle", 1], ["busy", 2])', 'match(mode, ["idle", 1], 2)'],
    ['match(n, [1, "a"], [2, "b"])', 'match(n, [1, "a"], [2, "b"], null)'],
  ])('is told as such, and mended: %s', (expr, expected) => {
    expect(inComputed(expr)).toEqual([expect.stringMatching(/^E050 \[/)]);
    expect(mended(`computed r = ${expr}`)).toBe(`computed r = ${expected}`);
  });

  test('is no fault where the default may be an array', () => {
    expect(inComputed('match(n, [1, ["a", "b"]], [2, "b"])')).not.toContainEqual(expect.stringContaining('E050'));
    expect(inComputed('match(mode, ["idle", [1]], [0, 0])')).toEqual([]);
  });
});

describe('an update of the element with the id of what it is given', () => {
  test.each([
    ['updateById(tasks, t.id, t)', []],
    ['updateById(tasks, t.id, { ...t, phase: "new" })', []],
    ['updateById(tasks, k, { id: k, phase: "new" })', []],
    ['updateById(tasks, k, t)', ['W_ID_REWRITE t']],
    ['updateById(tasks, t.id, { ...t, id: k })', ['W_ID_REWRITE id: k']],
    ['updateById(tasks, t.id, { id: t.id, ...o })', ['W_ID_REWRITE id: t.id']],
  ])('%s tells %j', (expr, expected) => {
    expect(inBody(`patch tasks = ${expr}`, 't: Task, k: string, o: Task')).toEqual(expected);
  });
});

test('an effect that is nearly built in is told, with the built-in one', () => {
  const member = 'action go() { onceIntent { effect array.sortt({ source: nums, into: nums }) } }';
  expect(told(member)).toEqual(['W_UNKNOWN_EFFECT array.sortt']);
  expect(mended(member)).toBe(member.replace('sortt', 'sort'));
  expect(inBody('effect array.reverse({ source: nums, into: nums })')).toEqual(['W_UNKNOWN_EFFECT array.reverse']);
  expect(inBody('effect api.sortt({ into: nums })')).toEqual([]);
});

test('an effect outside a guard is first offered the guard that is entered once', () => {
  const member = 'action go() { effect web.get({ into: n }) }';
  expect(mended(member)).toBe('action go() { onceIntent { effect web.get({ into: n }) } }');
});

test('an object that a spread may leave incomplete is told how to write a part of it', () => {
  const params = 'k: string, r: Record<string, Task>';
  const member = `state { all: Record<string, Task> = {} } action go(${params}) { onceIntent { patch all[k] = { ...all[k], phase: "new" } } }`;
  expect(check(member)[0]?.message).toContain('`patch all[k] merge { … }` keeps what is there');
});

test.each([
  ['state { q: int = 1 }', 'state { q: number = 1 }'],
  ['state { q: bool = true }', 'state { q: boolean = true }'],
  ['computed r = undefined', 'computed r = null'],
  ['computed r = map(tasks, item.id)', 'computed r = map(tasks, $item.id)'],
  [
    'action go(q: number) { onceIntent { patch n = input.q } }',
    'action go(q: number) { onceIntent { patch n = $input.q } }',
  ],
])('%s is mended to %s', (member, expected) => {
  expect(mended(member)).toBe(expected);
});
