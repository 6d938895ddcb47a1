import { existsSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ended, type Place, place, praxis } from './support.ts';

const HEAD = `type T = { t: T | null, xs: Array<number> }
  state { n: number = 1  b: boolean = true  o: number | null = null  t: T = { t: null, xs: [] } }
  computed used = [n, cond(b, 1, 2), coalesce(o, 3), len(t.xs)]
`;
const AT = HEAD.split('\n').length;

const domain = (members: string): string => `domain Bad { ${HEAD}${members} }\n`;
const value = (expr: string): string => domain(`computed r = ${expr}`);
const body = (statements: string): string => domain(`action go() { ${statements} }`);
const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');
const nested = (open: string, inner: string, close: string): string =>
  open.repeat(10_000) + inner + close.repeat(10_000);

interface Bad {
  readonly name: string;
  /** null: there is no such file. */
  readonly content: string | Uint8Array | 'a folder' | null;
  /** The codes of all diagnostics. */
  readonly codes: readonly string[];
  /** What the first one says. */
  readonly says: RegExp;
  readonly line: number;
}

const DEPTH = { codes: ['E_LIMIT'], says: /nest at most 256 deep/, line: AT };
const NODES = { codes: ['E_LIMIT'], says: /more than 200,000 nodes/, line: AT };

const BAD: readonly Bad[] = [
  { name: 'missing', content: null, codes: ['MEL_IO'], says: /does not exist/, line: 1 },
  { name: 'folder', content: 'a folder', codes: ['MEL_IO'], says: /is a folder, not a file/, line: 1 },
  {
    name: 'binary',
    content: Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919 + 128) % 256),
    codes: ['MEL_IO'],
    says: /Byte 0 \(0x80\) is not valid UTF-8/,
    line: 1,
  },
  {
    name: 'nul',
    content: 'domain A {\n  state { n: number = 0\0 }\n}',
    codes: ['MEL_IO'],
    says: /NUL at byte 34/,
    line: 2,
  },
  { name: 'empty', content: '', codes: ['MEL_PARSER'], says: /begins with `domain Name/, line: 1 },
  {
    name: 'ten-megabytes',
    content: value(`${'n + '.repeat(2_600_000)}n`),
    codes: ['E_LIMIT'],
    says: /longer than 4194304/,
    line: 1,
  },
  { name: 'parentheses', content: value(nested('(', '1', ')')), ...DEPTH },
  { name: 'open-parentheses', content: value('('.repeat(10_000)), ...DEPTH },
  { name: 'brackets', content: value(nested('[', '1', ']')), ...DEPTH },
  { name: 'braces', content: value(nested('{ a: ', '1', ' }')), ...DEPTH },
  { name: 'calls', content: value(nested('abs(', 'n', ')')), ...DEPTH },
  { name: 'arrays', content: domain(`type X = ${nested('Array<', 'number', '>')}`), ...DEPTH },
  { name: 'object-types', content: domain(`type X = ${nested('{ a: ', 'number', ' }')}`), ...DEPTH },
  { name: 'whens', content: body(nested('when b { ', 'patch n = 2', ' }')), ...DEPTH },
  { name: 'once-intents', content: body(nested('onceIntent { ', 'patch n = 2', ' }')), ...DEPTH },
  { name: 'negations', content: value(`${'!'.repeat(100_000)}b`), ...DEPTH },
  { name: 'ternaries', content: value(`${'b ? 1 : '.repeat(100_000)}n`), ...DEPTH },
  { name: 'coalescing', content: value(`${'o ?? '.repeat(100_000)}n`), ...DEPTH },
  { name: 'sum', content: value(`${'n + '.repeat(100_000)}n`), ...NODES },
  { name: 'conjunction', content: value(`${'b && '.repeat(100_000)}b`), ...NODES },
  { name: 'equations', content: value(`b${' == b'.repeat(100_000)}`), ...NODES },
  { name: 'indexes', content: value(`t${'["t"]'.repeat(100_000)}`), ...NODES },
  { name: 'guard', content: body(`when ${'b && '.repeat(100_000)}b { patch n = 2 }`), ...NODES },
  // Each `<` compares the truth of the one before it with a number.
  {
    name: 'comparisons',
    content: value(`n${' < n'.repeat(100_000)}`),
    codes: [...Array.from({ length: 1000 }, () => 'E_TYPE_MISMATCH'), 'E_LIMIT'],
    says: /takes a number; this is boolean/,
    line: AT,
  },
  {
    name: 'computed-circle',
    content: domain('computed p = q + 1  computed q = r  computed r = p'),
    codes: ['E040'],
    says: /p -> q -> r -> p$/,
    line: AT,
  },
  { name: 'computed-itself', content: value('r + 1'), codes: ['E040'], says: /r -> r$/, line: AT },
  {
    name: 'computed-long-circle',
    content: domain(times(10_000, (i) => `computed c${i} = c${(i + 1) % 10_000} + 1`)),
    codes: ['E040'],
    says: /c0 -> c1 -> .* more … -> .*c9999 -> c0$/,
    line: AT,
  },
  {
    name: 'include-circle',
    content: domain('flow f() { include g() } flow g() { include f() } action go() { include f() }'),
    codes: ['E013'],
    says: /f -> g -> f$/,
    line: AT,
  },
  {
    name: 'include-long-circle',
    content: domain(
      `${times(10_000, (i) => `flow f${i}() { include f${(i + 1) % 10_000}() }`)} action go() { include f0() }`,
    ),
    codes: ['E013'],
    says: /f0 -> f1 -> .* more … -> .*f9999 -> f0$/,
    line: AT,
  },
  {
    name: 'type-circle',
    content: domain('type U = { v: V } type V = { u: U }'),
    codes: ['E044'],
    says: /U -> V -> U/,
    line: AT,
  },
  { name: 'alias-circle', content: domain('type U = V type V = U'), codes: ['E044'], says: /U -> V -> U/, line: AT },
  {
    name: 'type-long-circle',
    content: domain(times(10_000, (i) => `type T${i} = { a: T${(i + 1) % 10_000} }`)),
    codes: ['E044'],
    says: /T0 -> T1 -> .* more … -> .*T9999 -> T0/,
    line: AT,
  },
];

async function writeAll(at: Place, bads: readonly Bad[]): Promise<readonly string[]> {
  for (const { name, content } of bads) {
    const path = join(at.tree, `${name}.mel`);
    if (content === 'a folder') mkdirSync(path);
    else if (content !== null) await writeFile(path, content);
  }
  return bads.map(({ name }) => `${name}.mel`);
}

interface Checked {
  readonly file: string;
  readonly ok: boolean;
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly line: number }[];
}

function requireNoCrash({ stderr }: Ended): void {
  expect(stderr).not.toMatch(/RangeError|stack|internal error/i);
}

describe('`praxis mel check`', () => {
  test('says of each bad file what is wrong with it, and goes on with the next', async () => {
    const at = place();
    const files = await writeAll(at, BAD);
    const ended = await praxis(at, ['mel', 'check', ...files, '--json']);
    requireNoCrash(ended);
    expect(ended.exit).toBe(2);
    const checked: readonly Checked[] = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(checked.map(({ file, ok, diagnostics }) => [file, ok, diagnostics.map(({ code }) => code)])).toEqual(
      BAD.map(({ name, codes }) => [`${name}.mel`, false, codes]),
    );
    for (const [i, { says, line }] of BAD.entries()) {
      expect(checked[i]?.diagnostics[0]?.message).toMatch(says);
      expect(checked[i]?.diagnostics[0]?.line, checked[i]?.file).toBe(line);
    }
  });

  test('tells people the same in a few short lines', async () => {
    const at = place();
    const bads = BAD.filter(({ codes }) => codes.length === 1);
    const ended = await praxis(at, ['mel', 'check', ...(await writeAll(at, bads))]);
    requireNoCrash(ended);
    expect(ended.exit).toBe(2);
    for (const { name, says } of bads) {
      const own = ended.stdout.split('\n').filter((line) => line.startsWith(`${name}.mel`));
      expect(own).toHaveLength(2);
      expect(own[0]?.replace(/ \([A-Z_0-9]+\)$/, '')).toMatch(says);
    }
    const lines = ended.stdout.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(300);
    expect(lines.length).toBeLessThan(bads.length * 16);
  });
});

describe.each(['run', 'build'])('`praxis mel %s`', (verb) => {
  const some = ['missing', 'folder', 'binary', 'ten-megabytes', 'parentheses', 'whens', 'sum', 'computed-long-circle'];

  test.each(some)('refuses the file %s with its diagnostic and writes nothing', async (name) => {
    const at = place();
    const bad = BAD.find((each) => each.name === name);
    if (bad === undefined) throw new TypeError(`there is no case ${name}`);
    const [file = ''] = await writeAll(at, [bad]);
    const ended = await praxis(at, ['mel', verb, file, '--json']);
    requireNoCrash(ended);
    expect(ended.exit).toBe(2);
    const document: Checked & { readonly error: { readonly code: string } } = JSON.parse(ended.stdout);
    expect(document.error.code).toBe('MEL_INVALID');
    expect(document.diagnostics.map(({ code }) => code)).toEqual(bad.codes);
    expect(document.diagnostics[0]?.message).toMatch(bad.says);
    expect(ended.stderr).toContain(`${file}:${bad.line}:`);
    expect(existsSync(join(at.tree, `${name}.mjs`))).toBe(false);
  });
});
