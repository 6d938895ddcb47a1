import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../base/sha256.ts';
import { compile } from '../compile.ts';
import { branch, guarded } from './branch.ts';
import type { Expr, Flow, Schema } from './ir.ts';

const STATE = `
  type Item = { id: string, n: number, tag?: string }
  state {
    n: number = 5
    s: string = "x"
    b: boolean = true
    mk: string | null = null
    xs: Array<number> = [3, 1]
    ids: Array<string> = []
    items: Array<Item> = []
    rec: Record<string, number> = {}
    it: Item = { id: "k", n: 0 }
  }`;

function schemaOf(source: string): Schema {
  const { schema, diagnostics } = compile(source);
  if (schema === null) throw new Error(JSON.stringify(diagnostics, null, 1));
  return schema;
}

function computed(expr: string): Expr | undefined {
  return schemaOf(`domain V {${STATE}\n computed r = ${expr} }`).computed.fields.r?.expr;
}

function action(body: string, params = ''): Flow | undefined {
  return schemaOf(`domain V {${STATE}\n action go(${params}) { ${body} } }`).actions.go?.flow;
}

function codes(source: string): readonly string[] {
  return compile(source)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, span }) => `${code} ${span.start.line}`);
}

const get = (path: string): Expr => ({ kind: 'get', path });
const lit = (value: number | string | boolean | null): Expr => ({ kind: 'lit', value });

describe('expressions', () => {
  test('properties of paths are longer paths, of other objects fields', () => {
    expect(computed('it.n')).toEqual(get('it.n'));
    expect(computed('(it).n')).toEqual(get('it.n'));
    expect(computed('field(it, "n")')).toEqual(get('it.n'));
    expect(computed('items[0].n')).toEqual({
      kind: 'field',
      object: { kind: 'at', array: get('items'), index: lit(0) },
      property: 'n',
    });
  });

  test('lists of literals are one literal, others append', () => {
    expect(computed('[1, "a", [true]]')).toEqual({ kind: 'lit', value: [1, 'a', [true]] });
    expect(computed('[1, n]')).toEqual({
      kind: 'append',
      array: { kind: 'lit', value: [] },
      items: [lit(1), get('n')],
    });
  });

  test('spreads merge in the order of the source', () => {
    expect(computed('{ a: 1, ...it, n: 2, id: s }')).toEqual({
      kind: 'merge',
      objects: [
        { kind: 'object', fields: { a: lit(1) } },
        get('it'),
        { kind: 'object', fields: { n: lit(2), id: get('s') } },
      ],
    });
  });

  test('unary minus stays a node', () => {
    expect(computed('-7')).toEqual({ kind: 'neg', arg: lit(7) });
  });

  test('idiv gives null for null', () => {
    const div: Expr = { kind: 'div', left: get('n'), right: lit(2) };
    expect(computed('idiv(n, 2)')).toEqual(
      branch({ kind: 'isNull', arg: div }, lit(null), { kind: 'floor', arg: div }),
    );
  });

  test('argmin holds each candidate against all others', () => {
    const expr = computed('argmin(["a", b, n], ["b", true, 1], "last")');
    expect(expr).toMatchObject({
      kind: 'if',
      cond: {
        kind: 'and',
        args: [
          get('b'),
          {
            kind: 'or',
            args: [
              { kind: 'not', arg: lit(true) },
              { kind: 'lt', left: get('n'), right: lit(1) },
            ],
          },
        ],
      },
      else: {
        cond: { args: [lit(true), { args: [{}, { kind: 'lte', left: lit(1), right: get('n') }] }] },
        else: lit(null),
      },
    });
  });

  test('an entity call inside a callback reads the element around it', () => {
    expect(computed('map(ids, findById(items, $item))')).toEqual({
      kind: 'map',
      array: get('ids'),
      mapper: {
        kind: 'find',
        array: get('items'),
        predicate: { kind: 'eq', left: get('$item.id'), right: get('^$item') },
      },
    });
    expect(computed('map(ids, existsById(items, findById(items, $item).id))')).toMatchObject({
      mapper: {
        arg: { arg: { predicate: { right: { kind: 'field', object: { predicate: { right: get('^^$item') } } } } } },
      },
    });
  });

  test('a property of a state field named input is no parameter', () => {
    const schema = schemaOf(`domain V {
      state { input: { p: number } = { p: 1 } out: number = 0 }
      computed r = input.p
      action go(p: number) { onceIntent { patch out = input.p + p } }
    }`);
    expect(schema.computed.fields.r).toEqual({
      deps: ['input'],
      expr: { kind: 'field', object: get('input'), property: 'p' },
    });
    expect(schema.actions.go?.flow).toMatchObject({
      body: { value: { left: { kind: 'field', object: get('input') }, right: get('input.p') } },
    });
  });
});

describe('statements', () => {
  const intentId = get('$runtime.intent.id');
  const isNew: Expr = { kind: 'neq', left: get('mk'), right: intentId };
  const mark: Flow = { kind: 'patch', op: 'set', path: [{ kind: 'prop', name: 'mk' }], value: intentId };

  test('a body of one statement is that statement', () => {
    expect(action('when b { stop "ok" }')).toEqual(guarded(get('b'), { kind: 'halt', reason: 'ok' }));
    expect(action('')).toEqual({ kind: 'seq', steps: [] });
  });

  test('once tests and writes its marker first', () => {
    const then = { kind: 'seq', steps: [mark, { value: lit(1) }, { value: lit(2) }] };
    const cond = { kind: 'and', args: [isNew, get('b')] };
    expect(action('once(mk) when b { patch n = 1 patch n = 2 }')).toMatchObject({ cond, then });
    expect(action('once(mk) { }')).toEqual(guarded(isNew, mark));
  });

  test('onceIntent blocks are numbered from the outside in, after expansion', () => {
    const flow = action('onceIntent when b { onceIntent { stop "a" } } onceIntent { stop "b" }');
    const id = (index: number) => sha256Hex(`go:${index}:intent`);
    const then = { guardId: id(0), body: { guardId: id(1) } };
    expect(flow).toMatchObject({ steps: [{ kind: 'if', then }, { guardId: id(2) }] });
  });

  test('path arguments of effects are dotted texts, or segments where a part is known only later', () => {
    const flow = action('onceIntent { effect a.b({ k: n, into: rec["a.b"], pass: xs[0], fail: rec[s] }) }');
    expect(flow).toMatchObject({
      body: {
        kind: 'effect',
        type: 'a.b',
        params: {
          k: get('n'),
          into: lit('rec.a\\.b'),
          pass: lit('xs.0'),
          fail: {
            kind: 'path',
            segments: [
              { kind: 'prop', name: 'rec' },
              { kind: 'expr', expr: get('s') },
            ],
          },
        },
      },
    });
  });

  test('elements of built-in effects are those of a callback', () => {
    const flow = action(
      'onceIntent { effect array.filter({ source: ids, where: existsById(items, $item), into: ids }) }',
    );
    expect(flow).toMatchObject({
      body: { params: { where: { arg: { arg: { predicate: { left: get('$item.id'), right: get('^$item') } } } } } },
    });
  });
});

describe('includes', () => {
  test('arguments stand for parameters as expressions, through flows that include flows', () => {
    const schema = schemaOf(`domain V {${STATE}
      flow inner(v: string, k: number) { when strlen(v) > k { fail "LONG" with v } }
      flow outer(k: string) { include inner(trim(k), n + 1) when k == "" { stop "empty" } }
      action go(t: string) { include outer(t) }
    }`);
    const value: Expr = { kind: 'trim', str: get('input.t') };
    const then = { kind: 'fail', code: 'LONG', message: value };
    expect(schema.actions.go?.flow).toMatchObject({
      kind: 'seq',
      steps: [
        {
          cond: {
            kind: 'gt',
            left: { kind: 'strLen', str: value },
            right: { kind: 'add', left: get('n'), right: lit(1) },
          },
          then,
        },
        { cond: { kind: 'eq', left: get('input.t'), right: lit('') } },
      ],
    });
  });

  test('an argument that is a path can be read into', () => {
    const schema = schemaOf(`domain V {${STATE}
      flow small(v: Item) { when v.n > 3 { stop "big" } }
      action go(t: Item) { include small(t) include small({ id: "a", n: 1 }) }
    }`);
    expect(schema.actions.go?.flow).toMatchObject({
      steps: [{ cond: { left: get('input.t.n') } }, { cond: { left: { kind: 'field', object: { kind: 'object' } } } }],
    });
  });

  test('flows that hold nothing and include each other ten times a level are gone at once', () => {
    const levels = Array.from({ length: 15 }, (_, i) => `flow f${i}() { ${`include f${i + 1}() `.repeat(10)} }`);
    const schema = schemaOf(`domain V { ${levels.join('\n')} flow f15() { } action go() { include f0() } }`);
    expect(schema.actions.go?.flow).toEqual({ kind: 'seq', steps: [] });
  });
});

describe('computed values', () => {
  test('stand behind what they need, else in the order of the source', () => {
    const schema = schemaOf(`domain V { state { n: number = 1 }
      computed d = c + 1  computed a = n  computed c = b + a  computed b = n  computed e = 1 }`);
    expect(Object.keys(schema.computed.fields)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('name what they read once, in the order of the first reading', () => {
    const schema = schemaOf(`domain V {${STATE}
      computed twice = n * 2
      computed r = cond(b, twice + it.n, sum(xs) + it.n + len(filter(items, $item.n > twice))) }`);
    expect(schema.computed.fields.r?.deps).toEqual(['b', 'twice', 'it.n', 'xs', 'items']);
  });
});

describe('the schema', () => {
  const tally = `domain Tally {
    state { total: number = 0 limit: number = 3 }
    computed room = limit - total
    computed full = room <= 0
    action bump(by: number) available when !full { onceIntent { patch total = total + by } }
    action drop() { onceIntent { patch total = 0 } }
  }`;

  test('has the id, version, name and input types of its source', () => {
    const schema = schemaOf(tally);
    expect(schema).toMatchObject({ id: 'mel:tally', version: '1.0.0', meta: { name: 'Tally' } });
    expect(schema.actions.bump).toMatchObject({
      params: ['by'],
      inputType: { kind: 'object', fields: { by: { type: { kind: 'primitive', type: 'number' }, optional: false } } },
    });
    expect(schema.actions.drop).not.toHaveProperty('inputType');
    expect(schema).not.toHaveProperty('context');
  });

  test('keeps its hash when declarations move, and when comments, annotations and layout change', () => {
    const moved = `@meta("x") domain Tally { // a comment
      action drop() { onceIntent { patch total = 0 } }
      computed full = room <= 0 computed room = limit - total
      state { limit: number = 3 } state { @meta("y", 1) total: number = 0 }
      action bump(by: number) available when !full { onceIntent { patch total = total + by } } }`;
    expect(schemaOf(moved).hash).toBe(schemaOf(tally).hash);
  });

  test.each([
    ['a name', 'room', 'rest'],
    ['a default', 'limit: number = 3', 'limit: number = 4'],
    ['an operator', 'room <= 0', 'room < 0'],
    ['a parameter', 'by', 'amount'],
  ])('changes its hash with %s', (_, from, to) => {
    expect(schemaOf(tally.replaceAll(from, to)).hash).not.toBe(schemaOf(tally).hash);
  });

  test('holds constants as values', () => {
    const schema = schemaOf(`domain V {
      type P = { a: number, b?: string }
      state { p: P = { ...{ a: 1, b: "x" }, a: -2 } q: Array<number> = [-0, 1] r: string | null } }`);
    expect(Object.values(schema.state.fields).map((field) => field.default)).toEqual([{ a: -2, b: 'x' }, [0, 1], null]);
  });
});

describe('limits', () => {
  test('nested idiv that would repeat itself for ever is one E_LIMIT at a call', () => {
    const expr = `${'coalesce(idiv('.repeat(20)}n${', 2), 0)'.repeat(20)}`;
    expect(codes(`domain V { state { n: number = 1 }\n computed r =\n ${expr} }`)).toEqual(['E_LIMIT 3']);
  });

  test('twelve doublings of idiv still fit', () => {
    const expr = `${'coalesce(idiv('.repeat(12)}n${', 2), 0)'.repeat(12)}`;
    expect(codes(`domain V { state { n: number = 1 }\n computed r = ${expr} }`)).toEqual([]);
  });

  test('arguments that flows double are one E_LIMIT, at once', () => {
    const levels = Array.from({ length: 15 }, (_, i) => `flow f${i}(v: string) { include f${i + 1}(concat(v, v, v)) }`);
    const source = `domain V { ${levels.join('\n')} flow f15(v: string) { when v == "" { stop "x" } }
      action go(t: string) { include f0(t) } }`;
    expect(codes(source)).toHaveLength(1);
    expect(codes(source)[0]).toMatch(/^E_LIMIT/);
  });

  test('statements that flows double are one E_LIMIT at the include', () => {
    const levels = Array.from(
      { length: 15 },
      (_, i) => `flow f${i}() { include f${i + 1}() include f${i + 1}() include f${i + 1}() }`,
    );
    const source = `domain V { state { b: boolean = true } ${levels.join('\n')} flow f15() { when b { stop "x" } }
      action go() {\n include f0() } }`;
    expect(codes(source)).toEqual([`E_LIMIT ${source.split('\n').length}`]);
  });

  test('argmax over a thousand candidates is refused before it is written out', () => {
    const candidates = Array.from({ length: 1000 }, (_, i) => `["c${i}", b, n + ${i}]`).join(', ');
    const source = `domain V { state { n: number = 1 b: boolean = true }\n computed r = argmax(${candidates}, "first") }`;
    expect(codes(source)).toEqual(['E_LIMIT 2']);
  });

  test('chains of 10,000 operators and postfixes are lowered and hashed', () => {
    const sum = Array.from({ length: 10_000 }, () => 'n').join(' + ');
    const { hash } = schemaOf(`domain V { state { n: number = 1 } computed r = ${sum} }`);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
