import { describe, expect, test } from 'vitest';
import { parse } from '../syntax/parse.ts';
import { check } from './check.ts';

function diagnose(source: string) {
  const { domain, diagnostics } = parse(source);
  expect(diagnostics).toEqual([]);
  if (domain === null) throw new Error('not parsed');
  return check(domain).diagnostics;
}

/** `code line:column` of everything found in a domain with these members. */
function told(members: string): readonly string[] {
  return diagnose(`domain V {\n${members}\n}`)
    .filter(({ code }) => code !== 'W_UNUSED')
    .map(({ code, span }) => `${code} ${span.start.line - 1}:${span.start.column}`);
}

/** The source after the first fix of the first diagnostic with this code. */
function fixed(code: string, source: string): string {
  const [fix] = diagnose(source).find((found) => found.code === code)?.fixes ?? [];
  const edits = [...(fix?.edits ?? [])].sort((a, b) => b.span.start.offset - a.span.start.offset);
  return edits.reduce(
    (text, { span, text: put }) => text.slice(0, span.start.offset) + put + text.slice(span.end.offset),
    source,
  );
}

const STATE = 'state { n: number = 0 s: string = "" b: boolean = true m: string | null = null xs: Array<number> = [] }';

function inAction(body: string): readonly string[] {
  return told(`${STATE} action go() {\n${body}\n}`).map((line) =>
    line.replace(/\d+:/, (at) => `${Number.parseInt(at, 10) - 1}:`),
  );
}

describe('declarations', () => {
  test('a field that stands twice in one block is told as a field', () => {
    expect(told('state { n: number = 0 n: number = 1 }')).toEqual(['E_DUPLICATE_FIELD 1:23']);
  });

  test('a second context block is told at the block', () => {
    expect(told('context { q: number }\ncontext { r: number }')).toEqual(['E_DUPLICATE_FIELD 2:1']);
  });

  test('a flow and an action cannot share a name, in either order', () => {
    expect(told('flow f() { }\naction f() { }')).toEqual(['E022 2:8']);
    expect(told('action f() { }\nflow f() { }')).toEqual(['E022 2:6']);
  });

  test('a type that needs itself is told once, with the way', () => {
    const [found] = diagnose('domain V { type A = { b: B } type B = { a: A } type C = { a?: C, b: A | null } }');
    expect(found).toMatchObject({ code: 'E044', message: expect.stringContaining('(A -> B -> A)') });
  });

  test('a type that names itself only as one alternative is finite', () => {
    expect(told('type T = string | { t: T }\nstate { t: T = "x" }\ncomputed c = t')).toEqual([]);
  });

  test('a cycle of computed values is printed, and told once', () => {
    const found = diagnose('domain V { computed a = b + 1 computed b = c computed c = a computed d = a }');
    const errors = found.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ['E040', 'computed values depend on themselves: a -> b -> c -> a'],
    ]);
  });

  test('computed values may stand before what they read', () => {
    expect(told('computed a = trim(b)\ncomputed b = 1 + 1')).toEqual(['E_TYPE_MISMATCH 1:19']);
  });

  test('a field without initializer begins with null only where its type has null', () => {
    expect(told('state { a: string | null\n b: string }')).toEqual(['E_MISSING_DEFAULT 2:2']);
  });

  test('equal ids are told in an initializer, through a spread too', () => {
    const type = 'type T = { id: string, v?: number }';
    expect(told(`${type}\nstate { ts: Array<T> = [{ id: "a" },\n{ ...{ id: "a" }, v: 1 }] }`)).toEqual(['E030b 3:1']);
  });
});

describe('guards', () => {
  test('statements outside a guard are told at their keyword', () => {
    expect(inAction('patch n = 1\neffect a.b({})\nfail "X"\nstop "y"')).toEqual([
      'E_UNGUARDED_PATCH 1:1',
      'E_UNGUARDED_EFFECT 2:1',
      'E006 3:1',
      'E007 4:1',
    ]);
  });

  test('the fix wraps the statement', () => {
    const source = 'domain V { state { n: number = 0 } action go() { patch n = 1 } computed c = n }';
    expect(fixed('E_UNGUARDED_PATCH', source)).toBe(
      'domain V { state { n: number = 0 } action go() { when true { patch n = 1 } } computed c = n }',
    );
  });

  test('a fail needs a code', () => {
    expect(inAction('when b { fail "" }')).toEqual(['E_ARG_FORM 1:15']);
  });

  test('narrowing ends behind a block that may have written the path', () => {
    expect(inAction('when m != null {\nwhen b { patch m = null }\npatch s = m }')).toEqual(['E_TYPE_MISMATCH 3:11']);
  });

  test('available narrows the whole action unless it pauses for the host', () => {
    const action = (body: string) => told(`${STATE}\naction go() available when m != null { onceIntent { ${body} } }`);
    expect(action('patch s = m')).toEqual([]);
    expect(action('patch s = m effect a.b({})')).toEqual(['E_TYPE_MISMATCH 2:63']);
  });
});

describe('patches', () => {
  const OBJECT =
    'type T = { id: string, n: number, tag?: string, o: { x: number } | null }\nstate { t: T = { id: "", n: 0, o: null } ts: Array<T> = [] r: Record<string, T> = {} k: number = 0 }';
  const patch = (text: string) =>
    told(`${OBJECT}\ncomputed c = k\naction go(p: string) { onceIntent {\n${text}\n} }`).map((line) =>
      line.replace(' 5:', ' '),
    );

  test('a path leads through one nullable layer', () => {
    expect(patch('patch t.o.x = 1')).toEqual([]);
    expect(patch('patch t.o.y = 1')).toEqual(['E_UNKNOWN_PROPERTY 11']);
  });

  test('only state is written', () => {
    expect(patch('patch c = 1')).toEqual(['E_INVALID_PATCH_TARGET 7']);
    expect(patch('patch p = "x"')).toEqual(['E_INVALID_PATCH_TARGET 7']);
    expect(patch('patch zz = 1')).toEqual(['E_UNDEFINED 7']);
  });

  test('an index fits arrays and a name fits objects', () => {
    expect(patch('patch r[0] = t')).toEqual(['E_TYPE_MISMATCH 9']);
    expect(patch('patch ts["n"] = t')).toEqual(['E_TYPE_MISMATCH 10']);
    expect(patch('patch k.x = 1')).toEqual(['E_TYPE_MISMATCH 9']);
    expect(patch('patch r[p].n = 1')).toEqual([]);
  });

  test('a merge operand may leave fields out, but only at its top', () => {
    expect(patch('patch t merge { n: 1 }')).toEqual([]);
    expect(patch('patch t merge { o: {} }')).toEqual(['E_TYPE_MISMATCH 20']);
    expect(patch('patch t merge { zz: 1 }')).toEqual(['E_TYPE_MISMATCH 17']);
    expect(patch('patch k merge { n: 1 }')).toEqual(['E_TYPE_MISMATCH 7']);
  });

  test('unset takes what may be absent', () => {
    expect(patch('patch t.tag unset patch r[p] unset patch t.o unset')).toEqual([]);
    expect(patch('patch t.n unset')).toEqual(['E_UNSET_REQUIRED 7']);
    expect(patch('patch ts[0] unset')).toEqual(['E_UNSET_INDEX 7']);
    expect(patch('patch ts[k] unset')).toEqual(['E_UNSET_INDEX 7']);
  });
});

describe('effects', () => {
  test('built-in effects bind `$item` where they say so', () => {
    expect(inAction('onceIntent { effect array.filter({ source: xs, where: $item > 1, into: xs }) }')).toEqual([]);
    expect(inAction('onceIntent { effect array.filter({ source: xs, where: $item, into: xs }) }')).toEqual([
      'E_TYPE_MISMATCH 1:55',
    ]);
  });

  test('the source and the result have to fit', () => {
    expect(inAction('onceIntent { effect array.map({ source: s, select: $item, into: xs }) }')).toEqual([
      'E_TYPE_MISMATCH 1:41',
    ]);
    expect(inAction('onceIntent { effect array.map({ source: xs, select: "a", into: xs }) }')).toEqual([
      'E_TYPE_MISMATCH 1:64',
    ]);
    expect(inAction('onceIntent { effect array.find({ source: xs, where: b, into: n }) }')).toEqual([
      'W_MAYBE_NULL 1:62',
    ]);
  });

  test('arguments are given once, and those that are needed', () => {
    expect(inAction('onceIntent { effect a.b({ x: 1, x: 2 }) }')).toEqual(['E_DUPLICATE 1:33']);
    expect(inAction('onceIntent { effect array.partition({ source: xs, where: b, pass: xs }) }')).toEqual([
      'E_ARG_COUNT 1:21',
    ]);
    expect(inAction('onceIntent { effect system.x({}) }')).toEqual(['E_RESERVED_EFFECT 1:21']);
  });
});

describe('includes', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, index) => `flow f${index}() { include f${index + 1}() }`).join('\n');

  test('sixteen inside each other are allowed, one more is not', () => {
    const end = (index: number) => `flow f${index}() { }\naction go() { include f0() }`;
    expect(told(`${chain(15)}\n${end(15)}`)).toEqual([]);
    expect(told(`${chain(16)}\n${end(16)}`)).toEqual(['E014 16:22']);
  });

  test('a cycle is told once, with the way', () => {
    const [found] = diagnose(
      'domain V { flow a() { include b() } flow b() { include a() } action go() { include a() } }',
    );
    expect(found).toMatchObject({ code: 'E013', message: expect.stringContaining('a -> b -> a') });
  });

  test('arguments are held against the parameters', () => {
    expect(told('flow f(p: number) { when p > 0 { fail "X" } }\naction go() { include f("a") }')).toEqual([
      'E024 2:25',
    ]);
  });

  test('a flow is checked although nothing includes it', () => {
    expect(told('flow f() { when zz { fail "X" } }')).toEqual(['E_UNDEFINED 1:17']);
  });

  test('fail and stop stand inside a guard of a flow', () => {
    const { domain, diagnostics } = parse('domain V { flow f() { fail "X" } }');
    const codes = [...diagnostics, ...(domain === null ? [] : check(domain).diagnostics)].map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['MEL_PARSER', 'W_UNUSED']));
  });
});

describe('warnings of one pass', () => {
  test('what stands behind an effect never runs, and the fix splits the block', () => {
    const source = `domain V { ${STATE} action go() {
  onceIntent {
    effect a.b({ into: m })
    patch n = 1
  }
} }`;
    expect(fixed('W_AFTER_EFFECT', source)).toContain(`effect a.b({ into: m })
    }
  onceIntent {
    patch n = 1`);
  });

  test('a block that pauses inside a once block hides what follows', () => {
    expect(inAction('onceIntent { onceIntent { effect a.b({}) }\npatch n = 1 }')).toEqual(['W_AFTER_EFFECT 2:1']);
    expect(inAction('onceIntent { when b { effect a.b({}) }\npatch n = 1 }')).toEqual([]);
  });

  test('an effect whose guards it cannot end does not converge', () => {
    expect(inAction('when b { effect a.b({ into: m }) }')).toEqual(['W_NON_CONVERGING_EFFECT 1:10']);
    expect(inAction('when b { patch b = false effect a.b({ into: m }) }')).toEqual([]);
    expect(inAction('when m == null { effect a.b({ into: m }) }')).toEqual([]);
    expect(inAction('onceIntent { when b { effect a.b({ into: m }) } }')).toEqual([]);
  });

  test('a guard over a computed converges if the effect writes what that reads', () => {
    expect(
      told(
        `${STATE} computed has = m != null\ncomputed not2 = !has\naction go() { when not2 { effect a.b({ into: m }) } }`,
      ),
    ).toEqual([]);
  });

  test('a computed is stale only behind a patch of the same pass', () => {
    const body = (text: string) => told(`${STATE} computed d = n + 1\naction go() {\n${text}\n}`);
    expect(body('onceIntent { patch n = 1 }\nwhen d > 1 { patch s = "x" }')).toEqual(['W_STALE_COMPUTED 4:6']);
    expect(body('onceIntent { patch n = 1 effect a.b({}) }\nwhen d > 1 { patch s = "x" }')).toEqual([]);
    expect(body('onceIntent { patch s = "y" }\nwhen d > 1 { patch s = "x" }')).toEqual([]);
  });

  test('a fail behind a patch is told, in an included flow too', () => {
    expect(inAction('onceIntent { patch n = 1 }\nwhen b { fail "X" }')).toEqual(['W_FAIL_AFTER_PATCH 2:10']);
    expect(inAction('when b { fail "X" }\nonceIntent { patch n = 1 }')).toEqual([]);
    expect(inAction('once(m) { when b { fail "X" } }')).toEqual([]);
    expect(
      told(`${STATE} flow f() { when b { fail "X" } }\naction go() {\nonceIntent { patch n = 1 } include f() }`),
    ).toEqual(['W_FAIL_AFTER_PATCH 3:28']);
  });

  test('markers are left alone', () => {
    expect(inAction('once(m) { patch m = "x" }')).toEqual(['W_MARKER_WRITTEN 1:17']);
    expect(inAction('once(m) { }\nonce(m) { }')).toEqual(['W_SHARED_MARKER 2:6']);
    expect(inAction('once(n) { }')).toEqual(['E_MARKER_TYPE 1:6']);
  });
});

describe('unused', () => {
  const unused = (source: string) =>
    diagnose(source)
      .filter(({ code }) => code === 'W_UNUSED')
      .map(({ message }) => /`(\w+)`/.exec(message)?.[1]);

  test('types, flows, parameters, context fields and state are looked at', () => {
    const source =
      'domain V { type T = { t?: T } state { a: number = 0 } context { q: number } flow f(x: number) { } action go(p: number) { } }';
    expect(unused(source)).toEqual(['T', 'a', 'q', 'f', 'x', 'p']);
  });

  test('outputs are not told: state that is only written, computed that nobody reads', () => {
    expect(
      unused('domain V { state { a: number = 0 } computed c = 1 action go() { onceIntent { patch a = 1 } } }'),
    ).toEqual([]);
  });
});

describe('annotations', () => {
  test('are listed by kind and name, and kept from where they cannot stand', () => {
    const { domain } = parse(
      'domain V { @meta("a", { x: [1] }) type T = { @meta("b") id: string } @meta("c") flow f() { } }',
    );
    if (domain === null) throw new Error('not parsed');
    const { annotations, diagnostics } = check(domain);
    expect(annotations).toEqual({ 'type:T': [{ tag: 'a', payload: { x: [1] } }], 'type_field:T.id': [{ tag: 'b' }] });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['E053']);
  });
});

describe('a value that does not fit', () => {
  const source = `domain D {
  type Item = { id: string, kind: "big" | "small" }
  state { items: Array<Item> = []  phase: "idle" | "busy" = "idle"  n: number = 0 }
  flow need(wanted: "big" | "small") { when wanted == "big" { fail "BIG" } }
  action go(id: string) {
    include need("bigg")
    onceIntent {
      patch phase = "bsy"
      patch n = "x"
      patch items = append(items, { id: id, kind: "smal" })
    }
  }
}`;
  const found = diagnose(source).filter(({ severity }) => severity === 'error');

  test('is told with where its place is declared', () => {
    expect(
      found.map(({ code, notes }) => [code, ...notes.map(({ message, span }) => `${message} ${span?.start.line}`)]),
    ).toEqual([
      ['E024', '`wanted` is declared here 4'],
      ['E_TYPE_MISMATCH', '`phase` is declared here 3'],
      ['E_TYPE_MISMATCH', '`n` is declared here 3'],
      ['E_TYPE_MISMATCH', '`items` is declared here 3'],
    ]);
  });

  test('is told with the text that was probably meant', () => {
    const meant = found.map(({ message, fixes }) => [
      /did you mean `(.*)`\?$/.exec(message)?.[1],
      fixes[0]?.edits[0]?.text,
    ]);
    expect(meant).toEqual([
      ['"big"', '"big"'],
      ['"busy"', '"busy"'],
      [undefined, undefined],
      ['"small"', '"small"'],
    ]);
  });

  test('in a state initializer too', () => {
    const own = 'domain D { state { phase: "idle" | "busy" = "buzy" } computed p = phase }';
    expect(fixed('E_TYPE_MISMATCH', own)).toBe(own.replace('buzy', 'busy'));
  });

  test('is asked for its items in parentheses behind `!`', () => {
    const own = (expr: string) => `domain D { state { xs: Array<number> = [] } computed p = ${expr} }`;
    expect(fixed('E_TYPE_MISMATCH', own('!xs'))).toBe(own('!(len(xs) > 0)'));
    expect(fixed('E_TYPE_MISMATCH', own('xs && true'))).toBe(own('len(xs) > 0 && true'));
  });
});

test('a patch of something that is no state tells where it is declared', () => {
  const [found] = diagnose(
    'domain D { state { n: number = 0 } computed c = n action go() { when n > 0 { patch c = 1 } } }',
  );
  expect(found).toMatchObject({ code: 'E_INVALID_PATCH_TARGET', notes: [{ message: 'declared here' }] });
});

test('circles of flows and types show the way', () => {
  const [flows] = diagnose(
    'domain D { flow f() { include g() } flow g() { include f() } action go() { include f() } }',
  );
  expect(flows).toMatchObject({ code: 'E013', notes: [{ message: 'through this include' }] });
  const [types] = diagnose('domain D { type A = { b: B } type B = { a: A } }');
  expect(types).toMatchObject({ code: 'E044', notes: [{ message: 'through this type' }] });
});
