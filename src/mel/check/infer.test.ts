import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic.ts';
import { parse } from '../syntax/parse.ts';
import { inspect } from './check.ts';
import { settleDiagnostics } from './settle.ts';

const HEAD = `domain V {
  type Item = { id: string, n: number, tag?: string }
  type A = { k: "a", x: number }
  type B = { k: "b", y: string }
  state {
    a: number = 3
    c: number = 4
    d: number = 1
    s: string = ""
    b: boolean = true
    maybe: string | null = null
    count: number | null = null
    xs: Array<number> = []
    items: Array<Item> = []
    rec: Record<string, number> = {}
    it: Item = { id: "k", n: 0 }
    opt: Item | null = null
    kind: "x" | "y" = "x"
    u: A | B = { k: "a", x: 1 }
  }
`;

function check(member: string): readonly Diagnostic[] {
  const { domain, diagnostics } = parse(`${HEAD}${member}\n}`);
  const found = domain === null ? [] : inspect(domain).found;
  return settleDiagnostics([...diagnostics, ...found]).filter(({ code }) => code !== 'W_UNUSED');
}

/** Codes with the text they point at. */
function told(member: string): readonly string[] {
  const source = `${HEAD}${member}\n}`;
  return check(member).map(({ code, span }) => `${code} ${source.slice(span.start.offset, span.end.offset)}`);
}

const inComputed = (expr: string) => told(`computed r = ${expr}`);
const inBody = (body: string, params = '') => told(`action go(${params}) { ${body} }`);

/** The member after the first fix of the first diagnostic. */
function mended(member: string): string {
  const source = `${HEAD}${member}\n}`;
  const edits = [...(check(member)[0]?.fixes[0]?.edits ?? [])].reverse();
  const changed = edits.reduce(
    (text, { span, text: put }) => text.slice(0, span.start.offset) + put + text.slice(span.end.offset),
    source,
  );
  return changed.slice(HEAD.length, -2);
}

const mendedExpr = (expr: string) => mended(`computed r = ${expr}`).slice('computed r = '.length);

describe('narrowing', () => {
  test.each([
    'maybe != null ? trim(maybe) : ""',
    'isNull(maybe) || trim(maybe) == ""',
    '!(count == null || count < 1) && count > 3',
    'opt.tag != null ? concat(trim(opt.tag), trim(opt.id)) : ""',
    'opt != null && opt.tag == "x" ? trim(opt.tag) : ""',
    'maybe == "x" ? trim(maybe) : ""',
    'u.k == "a" ? u.x + 2 : strlen(u.y)',
    'u.k != "a" && trim(u.y) == ""',
    'not(or(isNull(maybe), isNull(count))) ? strlen(maybe) + count : 0',
    'map(items, $item.tag != null ? trim($item.tag) : "")',
    'items[0].tag != null ? trim(items[0].tag) : ""',
    '(maybe != null && a > 1 || maybe == "x") && trim(maybe) == ""',
    'c != 0 ? a / c + 1 : 2',
    'c > 0 && a % c + 1 > 2',
    'rec.k != null ? rec["k"] + 2 : 0',
  ])('%s is right', (expr) => {
    expect(inComputed(expr)).toEqual([]);
  });

  describe('of a union of more values than are looked at one by one', () => {
    const letters = [...'abcdefghijkl'].map((letter) => `"${letter}"`);
    const arms = letters.map((letter) => `[${letter}, "x"]`).join(', ');
    const dead = (...conditions: string[]) =>
      told(
        `action go(l: ${letters.join(' | ')}) {
          ${conditions.map((condition) => `when ${condition} {`).join(' ')}
          onceIntent { patch kind = match(l, ${arms}, "y") }
          ${conditions.map(() => '}').join(' ')}
        }`,
      ).map((line) => line.replace(/^W_DEAD_ARM "(.)"$/, '$1'));

    test.each([
      ['l != "a"', ['a']],
      ['l != "z"', ['W_CONSTANT_CONDITION "z"']],
      ['!(l == "a" || l == "b") && l != "c"', ['a', 'b', 'c']],
      ['!(l == "a" || l == "b") && (l == "c" || l == "d")', [...'abefghijkl']],
      ['l != "a" && l != "b" && !(l == "c" || l == "d" || l == "e")', [...'abcde']],
      ['l != "a" && (l == "a" || l == "k")', [...'abcdefghijl']],
    ])('%s leaves arms dead', (condition, expected) => {
      expect(dead(condition)).toEqual(expected);
    });

    test('as does a condition inside another', () => {
      expect(dead('l != "a"', '!(l == "b" || l == "c")')).toEqual(['a', 'b', 'c']);
      expect(dead('l != "a"', 'l != "b"', 'l == "c" || l == "a"')).toEqual([...'abdefghijkl']);
    });
  });

  test('ends where the condition says nothing', () => {
    expect(inComputed('(maybe != null || a > 1) && trim(maybe) == ""')).toEqual(['E_TYPE_MISMATCH maybe']);
    expect(inComputed('isNotNull(maybe) ? "" : trim(maybe)')).toEqual(['E_TYPE_MISMATCH maybe']);
    expect(inComputed('it.tag != null ? map(items, trim($item.tag)) : []')).toEqual(['E_TYPE_MISMATCH $item.tag']);
    expect(inComputed('map(items, $item.tag != null && some(items, trim($item.tag) == ""))')).toEqual([
      'E_TYPE_MISMATCH $item.tag',
    ]);
  });

  test('ends at a patch to the path or to what leads to it', () => {
    expect(inBody('when maybe != null { patch s = maybe patch maybe = null patch s = maybe }')).toEqual([
      'E_TYPE_MISMATCH maybe',
    ]);
    expect(inBody('when u.k == "a" { patch u = { k: "b", y: "" } patch a = u.x }')).toEqual(['E_TYPE_MISMATCH u.x']);
    expect(
      inBody('when opt.tag != null { patch opt.n = 1 patch s = opt.tag patch opt = null patch s = opt.tag }'),
    ).toEqual(['E_TYPE_MISMATCH opt.tag']);
  });

  test('sees an input by either of its names', () => {
    expect(
      inBody('when p != null { patch s = $input.p } when $input.p == "x" { patch s = p }', 'p: string | null'),
    ).toEqual([]);
  });
});

describe('values that may be null', () => {
  test.each([
    ['first(xs) + 1', 'W_MAYBE_NULL first(xs)'],
    ['a / c > 1', 'W_MAYBE_NULL a / c'],
    ['xs[0] * 2', 'W_MAYBE_NULL xs[0]'],
    ['opt.n - 1', 'W_MAYBE_NULL opt.n'],
    ['abs(findById(items, s).n)', 'W_MAYBE_NULL findById(items, s).n'],
    ['sqrt(a) + 1', 'W_MAYBE_NULL sqrt(a)'],
    ['(b ? a : max(xs)) + 2', 'W_MAYBE_NULL (b ? a : max(xs))'],
  ])('%s warns', (expr, warning) => {
    expect(inComputed(expr)).toEqual([warning]);
  });

  test.each(['a / 2 + 1', 'first(xs) == 1', 'coalesce(first(xs), 0) + 1', '(xs[0] ?? 1) + 1'])(
    '%s does not',
    (expr) => {
      expect(inComputed(expr)).toEqual([]);
    },
  );

  test('reach a patch through a computed', () => {
    const members =
      'computed top = first(xs) action go() { onceIntent { patch a = top } when top != null { patch a = top } }';
    expect(told(members)).toEqual(['W_MAYBE_NULL top']);
  });
});

describe('literals against their type', () => {
  test('are checked part by part, whichever branch they stand in', () => {
    expect(inBody('onceIntent { patch it = b ? { id: "a" } : { id: 1, n: 2, zz: 3 } }')).toEqual([
      'E_TYPE_MISMATCH { id: "a" }',
      'E_TYPE_MISMATCH 1',
      'E_TYPE_MISMATCH zz',
    ]);
    expect(inBody('onceIntent { patch items = append(items, { id: "x" }) }')).toEqual(['E_TYPE_MISMATCH { id: "x" }']);
    expect(inBody('onceIntent { patch kind = match(a, [1, "x"], "z") }')).toEqual(['E_TYPE_MISMATCH "z"']);
  });

  test('pick the alternative their own literals name', () => {
    expect(inBody('onceIntent { patch u = { k: "b", y: 1 } }')).toEqual(['E_TYPE_MISMATCH 1']);
    expect(inBody('onceIntent { patch u = { k: "c" } }')).toEqual(['E_TYPE_MISMATCH { k: "c" }']);
  });

  test('keep what a spread certainly gives', () => {
    expect(inBody('onceIntent { patch it = { ...it, n: 2 } patch it = { ...opt, id: s, n: 1 } }')).toEqual([]);
    expect(inBody('onceIntent { patch it = { ...opt, n: 1 } }')).toEqual(['E_TYPE_MISMATCH { ...opt, n: 1 }']);
  });
});

describe('legality', () => {
  test.each([
    ['computed r = $input.p', 'E001 $input.p'],
    ['action go(p: number) available when p > 0 { }', 'E005 p'],
    ['action go() available when $runtime.time.timestamp > 0 { }', 'E005 $runtime.time.timestamp'],
    ['action go(p: number) dispatchable when $input.p > 0 { }', 'E047 $input.p'],
    ['action go() { when $runtime.time.now > 0 { } }', 'E003 $runtime.time.now'],
    ['action go() { when sum(xs) > 0 { } }', 'E009 sum'],
    ['computed r = sum(b ? xs : xs)', 'E010 sum'],
    ['computed r = fold(xs, $item)', 'E011 fold'],
    ['computed r = removeById(items, s)', 'E031 removeById'],
    ['action go() { when len(removeById(items, s)) > 0 { } }', 'E034 removeById'],
    ['action go() available when len(removeById(items, s)) > 0 { }', 'E035 removeById'],
    ['action go() dispatchable when len(removeById(items, s)) > 0 { }', 'E048 removeById'],
    ['action go() { onceIntent { patch it merge { n: len(removeById(items, s)) } } }', 'E031 removeById'],
    ['action go() { onceIntent { patch items = updateById(append(items, it), s, {}) } }', 'E033 append(items, it)'],
    ['action go() { onceIntent { patch items = removeById(removeById(items, s), s) } }', 'E032 removeById'],
    ['action go() { onceIntent { patch xs[len({ ...it })] = 1 } }', 'E_TYPE_MISMATCH ...it'],
    ['computed r = { constructor: 1 }', 'E_UNSAFE_KEY constructor'],
    ['computed r = field(it, s)', 'E_ARG_FORM s'],
  ])('%s', (member, problem) => {
    expect(told(member)).toEqual([problem]);
  });

  test('arguments of an unknown function are checked in themselves', () => {
    expect(inComputed('flter(items, $item.n > zz)')).toEqual(['E_UNKNOWN_FN flter', 'E_UNDEFINED zz']);
  });
});

describe('selection', () => {
  test('is never null where the conditions leave no way out', () => {
    const patch = (conditions: string) => inBody(`onceIntent { patch s = ${conditions} }`);
    expect(patch('argmax(["p", b, 1], ["q", !b, 2], "first")')).toEqual([]);
    expect(patch('argmin(["p", kind == "x", 1], ["q", "y" == kind, 2], "last")')).toEqual([]);
    expect(patch('argmax(["p", a == 1 || b, 1], ["q", and(a != 1, not(b)), 2], "first")')).toEqual([]);
    expect(patch('argmax(["p", a == 1, 1], ["q", a == 2, 2], "first")')).toHaveLength(1);
    expect(patch('argmax(["p", a > 1, 1], ["q", a <= 1, 2], "first")')).toHaveLength(1);
  });

  test('match wants one kind of key and values that go together', () => {
    expect(inComputed('match(kind, ["x", 1], ["x", 2], ["q", 3], 0)')).toEqual(['E051 "x"', 'W_DEAD_ARM "q"']);
    expect(inComputed('match(maybe, ["x", 1], 0)')).toEqual(['E_TYPE_MISMATCH maybe']);
    expect(inComputed('match(a, [1, "p"], 0)')).toEqual(['E_TYPE_MISMATCH 0']);
  });
});

describe('fixes', () => {
  test.each([
    ['abs(sub(a, c + 1))', 'absDiff(a, c + 1)'],
    ['b ? it.n + 1 : 0', 'streak(it.n, b)'],
    ['kind == "x" ? 1 : cond(eq("y", kind), 2, 3)', 'match(kind, ["x", 1], ["y", 2], 3)'],
    ['a > c && d < a ? "x" : c > d ? "y" : "z"', 'argmax(["x", true, a], ["y", true, c], ["z", true, d], "last")'],
    ['xs + 1', 'len(xs) + 1'],
    ['b && xs', 'b && len(xs) > 0'],
    ['trim(it)', 'trim(toString(it))'],
    ['trim(maybe)', 'trim(coalesce(maybe, ""))'],
    ['s + "x"', 'concat(s, "x")'],
    ['it.tagg', 'it.tag'],
    ['itemz', 'items'],
    ['toUpperCase(s)', 'upper(s)'],
    ['s.length', 'len(s)'],
  ])('%s becomes %s', (before, after) => {
    expect(mendedExpr(before)).toBe(after);
  });

  test('a shorter form is not offered where it would be wrong', () => {
    expect(inComputed('count != null ? count + 1 : 0')).toEqual([]);
    expect(inComputed('u.k == "a" ? u.x : u.k == "b" ? strlen(u.y) : 3')).toEqual([]);
    expect(inComputed('maybe == "x" ? 1 : maybe == "y" ? 2 : 3')).toEqual([]);
  });
});

describe('size', () => {
  const repeated = (part: string, count: number) => Array.from({ length: count }, () => part).join('');

  test.each([
    ['+', `a${repeated(' + a', 10_000)}`],
    ['&&', `b${repeated(' && b', 10_000)}`],
    ['&& that narrows', `maybe != null${repeated(' && trim(maybe) == ""', 10_000)}`],
    ['||', `isNull(maybe)${repeated(' || trim(maybe) == ""', 10_000)}`],
  ])('a chain of 10,000 %s is checked', (_, expr) => {
    expect(inComputed(expr)).toEqual([]);
  });

  test('a chain of 10,000 properties and indexes is checked', () => {
    const member = `type Node = { next: Node | null, kids: Array<Node> } state { root: Node | null = null }`;
    expect(told(`${member} computed r = root${repeated('.next.kids[0]', 4_000)}`)).toEqual([]);
  });

  test('types may grow with every computed', () => {
    const members = Array.from({ length: 5_000 }, (_, index) => `computed t${index + 1} = [{ v: t${index} }]`).join(
      '\n',
    );
    expect(told(`computed t0 = a ${members}`)).toEqual([]);
  });

  test('alternatives inside alternatives do not multiply', () => {
    const nested = `${repeated('((', 60)}maybe != null${repeated(' || b) && maybe != null)', 60)}`;
    expect(inComputed(`${nested} ? 1 : 2`)).toEqual([]);
  });

  test('conditionals inside conditionals are looked at once', () => {
    const nested = `${repeated('b ? (a == 1 ? 1 : a == 2 ? ', 60)}1${repeated(' : 2) : 3', 60)}`;
    expect(inComputed(nested).filter((line) => !line.startsWith('I_SHORTER'))).toEqual([]);
  });
});

describe('values that stand side by side', () => {
  test.each([
    'match(s, ["a", ["x", "y"]], ["b", ["z"]], [])',
    'match(s, ["a", { at: [1], on: true }], { at: [2], on: false })',
    'coalesce(opt, { id: "a", n: 1 })',
  ])('may differ in their literals at any depth: %s', (expr) => {
    expect(inComputed(expr)).toEqual([]);
  });

  test('may not differ in kind inside', () => {
    expect(inComputed('match(s, ["a", ["x"]], [1])')).toEqual(['E_TYPE_MISMATCH [1]']);
  });
});

describe('an object type that is written out', () => {
  test.each([
    '{ ...cond(b, it, { ...it }), n: 1 }',
    'merge(coalesce(opt, it), { n: 1 })',
    '{ ...coalesce(opt, { ...it, n: a }), n: 1 }',
  ])('is the same as one with the same fields: %s', (expr) => {
    expect(inComputed(expr)).toEqual([]);
  });
});
