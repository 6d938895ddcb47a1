import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { contradicts } from './contradiction.ts';
import { isDuplicate } from './duplicate.ts';
import type { Rule } from './rule.ts';

const text = (words: string) => ({ text: words, rule: null });
const ruled = (rule: Rule) => ({ text: 'A text.', rule });
const rg: Rule = { form: 'PREFER', x: 'rg', y: 'grep' };
const grep: Rule = { form: 'PREFER', x: 'grep', y: 'rg' };

/** Pairs that cannot both be followed. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['When searching, prefer `rg` over `grep`.', 'When searching, prefer `grep` over `rg`.'],
  ['Use pnpm instead of npm.', 'Choose npm rather than pnpm.'],
  [
    'Use print rather than the logging module in library code.',
    'Use the logging module rather than print in library code.',
  ],
  ['Always commit the lock file.', 'Never commit the lock file.'],
  ['Run the migrations before the tests.', 'Run the tests before the migrations.'],
  ['Do not rebase shared branches.', 'Rebase shared branches.'],
  ['If an upload fails, retry it after checking the size.', 'If an upload fails, retry it without checking the size.'],
];

/** Pairs of which the one says nothing against the other. */
const COMPATIBLE: readonly (readonly [string, string])[] = [
  ['When searching, prefer `rg` over `grep`.', 'When searching, prefer `rg` over `ack`.'],
  ['Never commit the lock file of a library.', 'Commit often, in small steps.'],
  ['If a push is rejected, fetch and rebase; do not force.', 'Never force a push; fetch and rebase first.'],
  ['When a test is slow, do not delete it.', 'When a branch is merged, delete it.'],
];

describe('contradicts', () => {
  test.each(OPPOSITES)('finds "%s" against "%s", from both sides', (a, b) => {
    expect([contradicts(text(a), text(b)), contradicts(text(b), text(a))]).toEqual([true, true]);
  });

  test.each(COMPATIBLE)('lets "%s" stand beside "%s"', (a, b) => {
    expect([contradicts(text(a), text(b)), contradicts(text(b), text(a))]).toEqual([false, false]);
  });

  test('asks the rules alone where both have one', () => {
    expect(contradicts(ruled(rg), ruled(grep))).toBe(true);
    expect(contradicts(ruled(rg), ruled(rg))).toBe(false);
    const opposed = contradicts(
      { text: 'Use a.', rule: rg },
      { text: 'Never use a.', rule: { form: 'FIRST', t: 'a' } },
    );
    expect(opposed).toBe(false);
  });

  test('compares a rule with the text of a guideline that has none', () => {
    expect(contradicts(ruled(rg), text('Prefer grep over rg.'))).toBe(true);
  });
});

function linesOf<Schema extends v.GenericSchema>(name: string, schema: Schema): readonly v.InferOutput<Schema>[] {
  const lines = readFileSync(new URL(`../../test/data/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => v.parse(schema, JSON.parse(line)));
}

describe('on the shipped guidelines', () => {
  const guidelines = linesOf('library/guidelines', v.object({ id: v.number(), text: v.string() }));

  test('at least five of six opposites are found', () => {
    const opposites = linesOf('screen/opposites', v.object({ against: v.number(), text: v.string() }));
    const found = opposites.filter((opposite) => {
      const other = guidelines.find(({ id }) => id === opposite.against);
      return contradicts(text(opposite.text), text(other?.text ?? ''));
    });
    expect(found.length / opposites.length).toBeGreaterThanOrEqual(5 / 6);
  });

  test('fewer than one pair in ten thousand is taken for a contradiction', () => {
    let taken = 0;
    for (const [index, a] of guidelines.entries()) {
      for (const b of guidelines.slice(index + 1)) if (contradicts(text(a.text), text(b.text))) taken++;
    }
    expect(taken / ((guidelines.length * (guidelines.length - 1)) / 2)).toBeLessThan(1e-4);
  });
});

describe('isDuplicate', () => {
  test('asks the rules where both have one, else the cosine', () => {
    expect(isDuplicate(ruled(rg), ruled(grep), 0.99, 0.85)).toBe(false);
    expect(isDuplicate(ruled(rg), ruled({ ...rg }), 0.1, 0.85)).toBe(true);
    expect(isDuplicate(ruled(rg), text('x'), 0.85, 0.85)).toBe(true);
    expect(isDuplicate(text('x'), text('y'), 0.84, 0.85)).toBe(false);
  });
});
