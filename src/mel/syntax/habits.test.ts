import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic.ts';
import { parse } from './parse.ts';

/** The text with the edits of the first fix made. */
function mended(text: string, diagnostic: Diagnostic | undefined): string | null {
  const fix = diagnostic?.fixes[0];
  if (fix === undefined) return null;
  return [...fix.edits]
    .sort((a, b) => b.span.start.offset - a.span.start.offset)
    .reduce((done, { span, text: put }) => done.slice(0, span.start.offset) + put + done.slice(span.end.offset), text);
}

/** One diagnostic at what stands in «», and its fix; `null`: none is offered. */
function oneProblem(before: string, marked: string, after: string, fixed: string | null, code = 'MEL_PARSER'): void {
  const [head = '', fault = '', tail = ''] = marked.split(/[«»]/);
  const source = before + head + fault + tail + after;
  const { diagnostics } = parse(source);
  expect(diagnostics.map((one) => [one.code, source.slice(one.span.start.offset, one.span.end.offset)])).toEqual([
    [code, fault],
  ]);
  expect(diagnostics[0]?.span.start.offset).toBe(before.length + head.length);
  const whole = mended(source, diagnostics[0]);
  expect(whole).toBe(fixed === null ? null : before + fixed + after);
  if (whole !== null) expect(parse(whole).diagnostics).toEqual([]);
}

describe('habits of other languages get one message, in place, and a fix that mends them', () => {
  test.each([
    ['a «===» 1', 'a == 1'],
    ['a «!==» 1', 'a != 1'],
    ['a «=» 1', 'a == 1'],
    ['a «|» b', 'a || b'],
    ['a «and» b', 'a && b'],
    ['a «or» b == c', 'a || b == c'],
    ['«not» b', '!b'],
    ['s.trim«(»)', 'trim(s)'],
    ['a.b.toUpperCase«(»)', 'upper(a.b)'],
    ['s.replace«(»"a", "b")', 'replace(s, "a", "b")'],
    ['s.foo«(»1)', null],
    ['map(xs, x «=>» x.x + x)', 'map(xs, $item.x + $item)'],
    ['map(xs, (x) «=>» { y: x })', null],
    ['[1, «...»xs]', null],
    ['f(«...»xs)', null],
    ['{«[»k]: 1}', null],
    ['{«a»}', '{a: a}'],
    ['{a: 1«;» b: 2}', '{a: 1, b: 2}'],
    ['a«?.»b', 'a.b'],
    ['a«?.»[0]', 'a[0]'],
    ['«.»5', '0.5'],
    ['1«.» + 2', '1 + 2'],
    ['1«_000»', '1000'],
    ['10«n»', '10'],
    ['a *«*» 2', 'pow(a, 2)'],
    ['«+»a', 'a'],
    ['a+«+»', null],
    ['f(a«,»)', 'f(a)'],
    ['f(a «b»)', 'f(a, b)'],
    ['f(a)«(»b)', null],
    ['a.«[»0]', 'a[0]'],
    ['a ? 1 «,» 2', null],
    ['a «=>» 1', 'a >= 1'],
    ['a.b «=>» 1 ? c : d', 'a.b >= 1 ? c : d'],
    ['[a, b «=>» 1]', '[a, b >= 1]'],
    ['max(a, b «=>» 1)', 'max(a, b >= 1)'],
    ['a «=»< 1', 'a <= 1'],
    ['1«.».2', null],
    ['Math.max«(»a, 1)', 'max(a, 1)'],
    ['Object.keys«(»a)', 'keys(a)'],
    ['JSON.parse«(»a)', null],
    ['s.length«(»)', 'len(s)'],
    ['s.includes«(»a)', null],
    ['s.at«(»-1)', null],
    ['a «in» b', null],
    ['a «in» b && c', null],
  ])('%s', (marked, fixed) => oneProblem('domain D { computed r = ', marked, '\n computed s = 1 }', fixed));

  test.each([
    ['a «&» b', 'a && b'],
    [`«\`a ${'$'}{b} c\`»`, 'concat("a ", b, " c")'],
    ['«`a\nb`»', '"a\\nb"'],
    ['«`a }`»', null],
    ['«if»(a, 1, 2)', 'cond(a, 1, 2)'],
    ['«if» (a > 1) b else c + 1', '(a > 1) ? b : c + 1'],
    ['«if»(a) "x" else "y"', '(a) ? "x" : "y"'],
    ['«new» Foo(1)', null],
    ['«this».a + 1', 'a + 1'],
    ['«await» a', null],
    ['«function»(x) { return x }', null],
    ['"a«\\x41»"', '"a\\u0041"'],
    ['"a«\\q»"', '"a\\\\q"'],
    ['«"abc»', null],
    ['«1e-»', null],
    ['«0x»', null],
    ['«$index»', null],
    ['«“»', null],
  ])('%s', (marked, fixed) =>
    oneProblem('domain D { computed r = ', marked, '\n computed s = 1 }', fixed, 'MEL_LEXER'),
  );

  test.each([
    ['patch a = 1«;»', 'patch a = 1'],
    ['«a» = 1', 'patch a = 1'],
    ['patch a «+»= 1', 'patch a = a + 1'],
    ['patch a«+»+', 'patch a = a + 1'],
    ['«a».b += 1', 'patch a.b = a.b + 1'],
    ['«a»++', 'patch a = a + 1'],
    ['patch a«:» 1', 'patch a= 1'],
    ['patch a «1»', null],
    ['patch «$input.a» = 1', null],
    ['fail«(»"X")', 'fail "X"'],
    ['fail "X"«,» "y"', 'fail "X" with "y"'],
    ['fail «s»', null],
    ['stop «s»', null],
    ['effect a.b(«)»', 'effect a.b({})'],
    ['effect «"a.b"»({})', 'effect a.b({})'],
    ['effect a.b({ x«,» y: 1 })', 'effect a.b({ x: x, y: 1 })'],
    ['«console».log("x")', null],
    ['«wehn» b { }', 'when b { }'],
    ['«whn»(b) { patch a = 1 }', 'when(b) { patch a = 1 }'],
    ['when «{» patch a = 1 }', null],
    ['«{» patch a = 1 }', 'when true { patch a = 1 }'],
    ['once «{» patch a = 1 }', null],
    ['«onceIntent»(a) { }', null],
    ['«include» f', null],
    ['«updateById»(a, b, { c: 1 })', 'patch a = updateById(a, b, { c: 1 })'],
    ['«append»(a.b, 1)', null],
    ['«a».b.push(1)', 'patch a.b = append(a.b, 1)'],
    ['@«foo»', null],
  ])('%s', (marked, fixed) => oneProblem('domain D { action go() { when b { ', marked, ' } when c { } } }', fixed));

  test.each([
    ['«if» (b) { patch a = 1 }', 'when (b) { patch a = 1 }'],
    ['when b { } «else» { patch a = 2 }', null],
    ['«let» x = 1', null],
    ['«return» a', null],
    ['«throw» "x"', null],
    ['«for» (a; b; c) { patch a = 1 }', null],
    ['patch «this».a = 1', 'patch a = 1'],
  ])('%s', (marked, fixed) =>
    oneProblem('domain D { action go() { when b { ', marked, ' } when c { } } }', fixed, 'MEL_LEXER'),
  );

  test.each([
    ['state { a: number = 1«,» b: string }', 'state { a: number = 1 b: string }'],
    ['state { a: number«;» }', 'state { a: number }'],
    ['state { a«?»: number }', 'state { a: number }'],
    ['state { a: number«[»] }', 'state { a: Array<number> }'],
    ['state { a: Array<number«>=» [] }', 'state { a: Array<number> = [] }'],
    ['state { «"a"»: number }', 'state { a: number }'],
    ['state { a «=» 1 }', null],
    ['state { a: number «1» b: string }', 'state { a: number = 1 b: string }'],
    ['state { a: Array<number> «[»] }', 'state { a: Array<number> = [] }'],
    ['state { a: number «-»1 }', 'state { a: number = -1 }'],
    ['state { «state»: number }', null],
    ['state { a: «Map»<string, number> }', null],
    ['context { a: string «=» "x" }', null],
    ['type A = «|» "x" | "y"', 'type A =  "x" | "y"'],
    ['type A «{» a: number }', 'type A = { a: number }'],
    ['type A = { a: number«;» b: string }', 'type A = { a: number, b: string }'],
    ['type A = «(»number)', 'type A = number'],
    ['computed x«:» number = 1', null],
    ['computed x = 1«;»', 'computed x = 1'],
    ['action go «{» }', 'action go() { }'],
    ['action go(a: number«,») { }', 'action go(a: number) { }'],
    ['action go(a«?»: number) { }', 'action go(a: number) { }'],
    ['action go(a: number «=» 1) { }', null],
    ['action go(a: number «b»: number) { }', 'action go(a: number, b: number) { }'],
    ['action go() «when» a { }', 'action go() dispatchable when a { }'],
    ['action go() available «a» { }', 'action go() available when a { }'],
    ['action go() dispatchable when a «available» when b { }', null],
    ['action go() available when a «available» when b { }', null],
    ['flow f() { «fail» "X" }', null],
    ['«actoin» go() { when a { } }', 'action go() { when a { } }'],
    ['@meta("a", 1«,» 2) computed x = 1', null],
    ['«import» { a } from "b"', null],
  ])('%s', (marked, fixed) => oneProblem('domain D { ', marked, ' computed s = 1 }', fixed));
});

test('intersections of types, and templates inside templates, are told without a fix that breaks more', () => {
  const { diagnostics } = parse(
    `domain D { type A = B & { c: number } & C computed x = \`a ${'$'}{\`b ${'$'}{c}\`}\` }`,
  );
  expect(diagnostics.map(({ code }) => code)).not.toContain('MEL_PARSER');
  expect(diagnostics.flatMap(({ fixes }) => fixes)).toEqual([]);
});

describe('recovery', () => {
  const codes = (source: string) =>
    parse(source).diagnostics.map(({ code, span }) => `${code} ${span.start.line}:${span.start.column}`);

  test('one run reports what is wrong in every member', () => {
    const source = `domain D {
  state { a: number = 1, b: number == 2 c: }
  computed x = a +
  computed y = (a
  action go(p) { when a = 1 { patch } patch b = ) }
  computed z = #
}`;
    expect(codes(source)).toEqual([
      'MEL_PARSER 2:24',
      'MEL_PARSER 2:36',
      'MEL_PARSER 2:44',
      'MEL_PARSER 4:3',
      'MEL_PARSER 5:3',
      'MEL_PARSER 5:14',
      'MEL_PARSER 5:25',
      'MEL_PARSER 5:37',
      'MEL_PARSER 5:49',
      'MEL_LEXER 6:16',
    ]);
  });

  test('a missing brace is reported once and the next member is read', () => {
    const { domain, diagnostics } = parse('domain D { action go() { when true { patch a = 1 computed x = 1 }');
    expect(diagnostics).toMatchObject([{ code: 'MEL_PARSER', span: { start: { offset: 49 } } }]);
    expect(domain?.members.map(({ kind }) => kind)).toEqual(['action', 'computed']);
  });

  test('a brace too many is reported once and the rest is read', () => {
    const { domain, diagnostics } = parse('domain D { state { a: number } } computed x = 1 }');
    expect(diagnostics).toMatchObject([{ code: 'MEL_PARSER', span: { start: { offset: 33 } } }]);
    expect(domain?.members.map(({ kind }) => kind)).toEqual(['state', 'computed']);
  });

  test('a comment without end is the only thing reported', () => {
    expect(codes('domain D { computed x = 1 /* }')).toEqual(['MEL_LEXER 1:27']);
  });

  test.each([
    ['', ['MEL_PARSER 1:1']],
    ['Foo { }', ['MEL_PARSER 1:1']],
    ['Domain D { }', ['MEL_PARSER 1:1']],
    ['export domain D { }', ['MEL_PARSER 1:1']],
    ['domain { computed x = 1 }', ['MEL_PARSER 1:8']],
    ['domain D { }\ndomain E { }', ['MEL_PARSER 2:1']],
    ['domain D { };', ['MEL_PARSER 1:13']],
    [
      'import { a } from "b"\nimport c from "d"\ndomain D { }',
      ['E_IMPORT_UNSUPPORTED 1:1', 'E_IMPORT_UNSUPPORTED 2:1'],
    ],
    ['\ufeffdomain D { }', []],
    ['\ufeff\ufeffdomain D { }', ['MEL_LEXER 1:2']],
    ['domain D { \ufeff}', ['MEL_LEXER 1:12']],
    ['domain D { computed __sys__a = a$b + x.__sys__c }', ['E004 1:21', 'E004 1:32', 'E004 1:40']],
    ['domain D { computed a = $input.b$c }', ['E004 1:32']],
  ])('%s', (source, expected) => {
    expect(codes(source)).toEqual(expected);
  });
});
