import { describe, expect, test } from 'vitest';
import type { Expr, Member, Stmt } from './ast.ts';
import { MAX_DEPTH } from './cursor.ts';
import { parse } from './parse.ts';
import { MAX_SOURCE_LENGTH } from './source-length.ts';

function members(body: string): readonly Member[] {
  const { domain, diagnostics } = parse(`domain D {${body}}`);
  expect(diagnostics).toEqual([]);
  return domain?.members ?? [];
}

function expression(text: string): Expr | undefined {
  const member = members(`computed r = ${text}`)[0];
  return member?.kind === 'computed' ? member.expr : undefined;
}

function statements(body: string): readonly Stmt[] {
  const member = members(`action go() { when true { ${body} } }`)[0];
  const guard = member?.kind === 'action' ? member.body[0] : undefined;
  return guard?.kind === 'when' ? guard.body : [];
}

/** The shape of an expression, fully parenthesised. */
function shape(expr: Expr | undefined): string {
  switch (expr?.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return JSON.stringify(expr.value);
    case 'name':
      return expr.name;
    case 'item':
      return '$item';
    case 'dollar':
      return `$${[expr.root, ...expr.segments].join('|')}`;
    case 'property':
      return `${shape(expr.object)}.${expr.property.text}`;
    case 'index':
      return `${shape(expr.object)}[${shape(expr.index)}]`;
    case 'unary':
      return `(${expr.operator}${shape(expr.operand)})`;
    case 'binary':
      return `(${shape(expr.left)} ${expr.operator} ${shape(expr.right)})`;
    case 'ternary':
      return `(${shape(expr.condition)} ? ${shape(expr.then)} : ${shape(expr.otherwise)})`;
    case 'call':
      return `${expr.callee.text}(${expr.args.map(shape).join(', ')})`;
    case 'group':
      return `<${shape(expr.inner)}>`;
    case 'array':
      return `[${expr.elements.map(shape).join(', ')}]`;
    case 'object':
      return `{${expr.entries.map((entry) => (entry.kind === 'spread' ? `...${shape(entry.operand)}` : `${entry.key.text}: ${shape(entry.value)}`)).join(', ')}}`;
    default:
      return expr?.kind ?? 'nothing';
  }
}

describe('expressions', () => {
  test.each([
    ['a + b * c', '(a + (b * c))'],
    ['a - b - c', '((a - b) - c)'],
    ['1 < 2 == true', '((1 < 2) == true)'],
    ['a || b && c', '(a || (b && c))'],
    ['a ?? b ?? c', '(a ?? (b ?? c))'],
    ['a ?? b || c', '(a ?? (b || c))'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a ? b ? 1 : 2 : 3', '(a ? (b ? 1 : 2) : 3)'],
    ['!a.b == -c[0]', '((!a.b) == (-c[0]))'],
    ['- -a', '(-(-a))'],
    ['(a).b', '<a>.b'],
    ['[1, 2,][0]', '[1, 2][0]'],
    ['{ a: 1, "b-c": 2, ...d, }.a', '{a: 1, b-c: 2, ...d}.a'],
    ['merge(a, { if: 1 }).when.new', 'merge(a, {if: 1}).when.new'],
    ['$input.a.b[0] + $item.c', '($input|a|b[0] + $item.c)'],
    ['0x1F + 1.5e2 + 007', '((31 + 150) + 7)'],
    ['"\\u{1F600}\\u0041\\n" + \'"\'', '("😀A\\n" + "\\"")'],
    ['a /* b */ + // c\n d', '(a + d)'],
  ])('%s', (text, expected) => {
    expect(shape(expression(text))).toBe(expected);
  });

  test('spans hold exactly what they name', () => {
    const expr = expression('foo(a,\n  (b))');
    expect(expr?.span).toEqual({
      start: { offset: 23, line: 1, column: 24 },
      end: { offset: 36, line: 2, column: 7 },
    });
    const second = expr?.kind === 'call' ? expr.args[1] : undefined;
    expect(second?.span.start).toEqual({ offset: 32, line: 2, column: 3 });
  });

  test('columns count UTF-16 code units', () => {
    const { diagnostics } = parse('domain D { computed a = "😀" # }');
    expect(diagnostics[0]?.span.start).toEqual({ offset: 29, line: 1, column: 30 });
  });
});

describe('statements', () => {
  test('every kind', () => {
    const read = statements(
      `patch a.b["k"][i].type = 1 patch a unset patch a merge { b: 1 } effect x.type({ into: a.b, fail: c, n: 1 m: 2 })
       fail "F" with "m" stop "s" once(a.b) when c { } onceIntent when c { } onceIntent { } when { }.a { }`,
    );
    expect(read.map(({ kind }) => kind)).toEqual([
      'patch',
      'patch',
      'patch',
      'effect',
      'fail',
      'stop',
      'once',
      'onceIntent',
      'onceIntent',
      'when',
    ]);
  });

  test('what only the checker may refuse is kept', () => {
    const [action, flow] = members(
      'action go() { patch a = 1 fail "X" } flow f(a: number) { once(m) { } patch a = 1 @meta("t") when true { } }',
    );
    expect(action?.kind === 'action' && action.body.map(({ kind }) => kind)).toEqual(['patch', 'fail']);
    expect(flow?.kind === 'flow' && flow.body.map(({ kind }) => kind)).toEqual(['once', 'patch', 'when']);
    expect(flow?.kind === 'flow' && flow.body[2]?.annotations[0]?.tag).toBe('t');
  });

  test('annotations with nothing behind them are kept apart', () => {
    const { domain } = parse('domain D { state { a: number = 1 @meta("x") } @meta("y") }');
    expect(domain?.dangling.map(({ tag }) => tag)).toEqual(['x', 'y']);
  });
});

describe('limits', () => {
  const deep = (open: string, close: string, depth: number) =>
    parse(`domain D { computed r = ${open.repeat(depth)}1${close.repeat(depth)} }`);

  test.each([
    ['(', ')'],
    ['[', ']'],
    ['{ a: ', '}'],
    ['f(', ')'],
    ['-', ''],
    ['!', ''],
    ['a ? 1 : ', ''],
    ['a ? ', ' : 2'],
    ['a ?? ', ''],
    ['a[', ']'],
  ])('%s nests to the depth promised, then exactly one E_LIMIT where it passes', (open, close) => {
    expect(deep(open, close, MAX_DEPTH).diagnostics).toEqual([]);
    const { domain, diagnostics } = deep(open, close, MAX_DEPTH + 1);
    expect(domain).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_LIMIT']);
    const at = 24 + open.length * MAX_DEPTH + Math.max(0, open.search(/[([{?!-]/));
    expect(diagnostics[0]?.span.start.offset).toBe(at);
    expect(deep(open, close, 20_000).diagnostics.map(({ code }) => code)).toEqual(['E_LIMIT']);
  });

  test.each([
    ['[@meta("x", ', ')]'],
    ['[... ', ']'],
    ['f(x => ', ')'],
    ['new ', ''],
    ['+', ''],
    ['not ', ''],
    ['`', ''],
    ['a.b(', ')'],
    ['@meta("x", ', ')'],
  ])('%s by the thousand is refused without trouble', (open, close) => {
    for (const depth of [300, 50_000]) expect(deep(open, close, depth).diagnostics.length).toBeGreaterThan(0);
  });

  test('blocks and types nest as deep', () => {
    const blocks = (depth: number) =>
      parse(`domain D { action go() { ${'when true {'.repeat(depth)}${'}'.repeat(depth)} } }`);
    expect(blocks(MAX_DEPTH).diagnostics).toEqual([]);
    expect(blocks(20_000).diagnostics.map(({ code }) => code)).toEqual(['E_LIMIT']);
    const types = (depth: number) => parse(`domain D { type A = ${'Array<'.repeat(depth)}null${'>'.repeat(depth)} }`);
    expect(types(MAX_DEPTH).diagnostics).toEqual([]);
    expect(types(20_000).diagnostics.map(({ code }) => code)).toEqual(['E_LIMIT']);
    expect(parse(`domain D { type A = ${'{ a: '.repeat(20_000)}`).diagnostics.map(({ code }) => code)).toEqual([
      'E_LIMIT',
    ]);
  });

  test.each([
    ['1', ' + 1'],
    ['a', ' && a'],
    ['a', '.b'],
    ['a', '[0]'],
  ])('chains of 10,000: %s%s', (first, next) => {
    expect(parse(`domain D { computed r = ${first}${next.repeat(10_000)} }`).diagnostics).toEqual([]);
  });

  test('a source of the length promised is read, a longer one is not', () => {
    const source = 'domain D { }';
    const padded = source + ' '.repeat(MAX_SOURCE_LENGTH - source.length);
    expect(parse(padded).diagnostics).toEqual([]);
    const { domain, diagnostics } = parse(`${padded} `);
    expect(domain).toBeNull();
    expect(diagnostics).toMatchObject([{ code: 'E_LIMIT', span: { start: { line: 1, column: 1 } } }]);
  });

  test.each([
    '/**/',
    '`',
    '\\`',
    '\\`\n',
    '"\n',
    '#\n',
    ';',
    '}',
    '{',
    '[',
    'x ',
    'a = ',
    '@',
    '@meta(',
    '${',
    '"\\',
    'é ',
  ])('100 kB of %j takes no more than a moment', (piece) => {
    const begun = performance.now();
    for (const open of ['domain D { action go() { ', 'domain D { computed r = ', '']) {
      parse(open + piece.repeat(100_000 / piece.length));
    }
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('a NUL or half a surrogate pair makes the text none', () => {
    expect(parse('domain D {\n "\0" # }').diagnostics).toMatchObject([
      { code: 'MEL_IO', span: { start: { line: 2, column: 3, offset: 13 } } },
    ]);
    expect(parse('domain D { "\ud800" }').diagnostics).toMatchObject([{ code: 'MEL_IO' }]);
  });
});
