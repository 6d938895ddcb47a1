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

describe('isDuplicate', () => {
  test('asks the rules where both have one, else the cosine', () => {
    expect(isDuplicate(ruled(rg), ruled(grep), 0.99, 0.85)).toBe(false);
    expect(isDuplicate(ruled(rg), ruled({ ...rg }), 0.1, 0.85)).toBe(true);
    expect(isDuplicate(ruled(rg), text('x'), 0.85, 0.85)).toBe(true);
    expect(isDuplicate(text('x'), text('y'), 0.84, 0.85)).toBe(false);
  });
});
