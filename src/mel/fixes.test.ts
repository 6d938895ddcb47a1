import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import type { Diagnostic, Fix } from './diagnostic.ts';
import { EXPLANATIONS } from './explain/explanations.ts';
import { parse } from './syntax/parse.ts';

const folder = new URL('../../test/vectors/mel/', import.meta.url);
const vectors = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => {
    const file: { readonly cases: readonly { readonly source: string }[] } = JSON.parse(
      readFileSync(new URL(name, folder), 'utf8'),
    );
    return file.cases.map(({ source }) => source);
  });
const examples = Object.values(EXPLANATIONS).flatMap(({ bad }) => (bad === null ? [] : [bad]));

const HEAD = 'domain D { state { n: number = 1 s: string = "" xs: Array<number> = [] r: Record<string, number> = {} }';
const habits = [
  'n => 1',
  'n =< 1',
  'n === 1',
  'n & 1',
  '1..2',
  '1.',
  `\`a ${'$'}{n} b\``,
  `\`a ${'$'}{\`b ${'$'}{s}\`}\``,
  's.length',
  'xs.length + 1',
  's.includes("a")',
  'xs.at(-1)',
  'xs.map(x => x + 1)',
  'map(xs, (x) => x * 2)',
  'filter(xs, x => x > 1 && x < 3)',
  'Math.max(n, 1)',
  's.toUpperCase().trim()',
  'n ** 2',
  'n?.a',
  'not n',
  'n and n',
  'if(n > 1, 1, 2)',
  '1_000',
  'toLowerCase(s)',
  'contains(s, "a")',
  'match(n, [1, 2], [2, 3])',
  'n + s + "a"',
  'r.a + 1',
  'r.a ? 1 : 2',
  '!xs',
  'xs ? 1 : 2',
  'n = 1',
  'item.a',
  'undefined',
].map((expr) => `${HEAD}\n computed c = ${expr}\n}`);
const statements = [
  'n = 1',
  'n += 1',
  'n++',
  'patch n: 1',
  'xs.push(1)',
  'append(xs, 1)',
  'if (n > 1) { patch n = 1 }',
  'fail("X")',
  'fail "X", "y"',
  'effect a.b()',
  'patch r[n] = 1',
].map((text) => `${HEAD}\n action go() { onceIntent { ${text} } }\n}`);
const members = [
  'action go() { patch n = 1 effect a.b({ into: n }) }',
  'state { q: number 1 }',
  'state { q: Array<number> [] p: int = 1 }',
  'type F = A & B',
  'type F = number[]',
  'action go(a?: number) { }',
].map((text) => `${HEAD}\n ${text}\n}`);

function apply(source: string, fix: Fix): string {
  return fix.edits
    .toReversed()
    .reduce(
      (text, { span, text: put }) => text.slice(0, span.start.offset) + put + text.slice(span.end.offset),
      source,
    );
}

const unread = (source: string) => parse(source).diagnostics.length;
/** Words that say what is done, and to nothing. */
const VERBS = new Set(['and', 'or', 'not', 'this', 'length', 'Math', 'Object', 'undefined']);
/** Words and numbers, those in texts too: they carry what was meant. */
const operandsOf = (source: string): readonly string[] =>
  (source.match(/[A-Za-z_$][\w$]*|\d+(?:\.\d+)?/g) ?? []).filter((word) => !VERBS.has(word));

/** Whether one word takes the place of another. */
function isRename(source: string, { edits: [edit, ...others] }: Fix): boolean {
  if (edit === undefined || others.length > 0) return false;
  const written = source.slice(edit.span.start.offset, edit.span.end.offset);
  return [written, edit.text].every((text) => /^[$\w]+$/.test(text));
}

interface Offer {
  readonly source: string;
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
}

const offers: readonly Offer[] = [...new Set([...vectors, ...examples, ...habits, ...statements, ...members])].flatMap(
  (source) =>
    compile(source).diagnostics.flatMap((diagnostic) => diagnostic.fixes.map((fix) => ({ source, diagnostic, fix }))),
);

/** Fixes whose result needs fewer operands: what they leave out is said by the function they name, or cannot stand. */
const SAYS_IT_SHORTER = /^(Remove|Use (streak|match|argmax|argmin)$|Write last)/;

test('fixes are offered for much of the corpus', () => {
  expect(offers.length).toBeGreaterThan(150);
});

test('the edits of a fix are in order and do not touch', () => {
  for (const { fix } of offers) {
    fix.edits.forEach(({ span }, index) => {
      const next = fix.edits[index + 1];
      expect(span.start.offset).toBeLessThanOrEqual(span.end.offset);
      if (next !== undefined) expect(span.end.offset).toBeLessThan(next.span.start.offset);
    });
  }
});

test('the result of a fix parses no worse, and the fault is gone', () => {
  const worse = offers.flatMap(({ source, diagnostic, fix }) => {
    const fixed = apply(source, fix);
    const isWorse = unread(fixed) > unread(source) - (diagnostic.code.startsWith('MEL_') ? 1 : 0);
    const count = (text: string) => compile(text).diagnostics.filter(({ code }) => code === diagnostic.code).length;
    const isThere = fixed === source || count(fixed) > count(source);
    return isWorse || isThere ? [`${fix.title}\n${source}\n${fixed}`] : [];
  });
  expect(worse).toEqual([]);
});

test('no fix loses an operand', () => {
  const lost = offers.flatMap(({ source, fix }) => {
    const fixed = apply(source, fix);
    const before = new Set(operandsOf(source));
    const after = new Set(operandsOf(fixed));
    const gone = [...before].filter((word) => !after.has(word));
    // What is renamed is there under another name.
    const renamed = [...after].filter((word) => !before.has(word));
    return gone.length > renamed.length && !SAYS_IT_SHORTER.test(fix.title) && !isRename(source, fix)
      ? [`${fix.title}\n${source}\n${fixed}`]
      : [];
  });
  expect(lost).toEqual([]);
});
