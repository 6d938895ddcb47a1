import { describe, expect, test } from 'vitest';
import { describeViolations } from './violation-text.ts';

describe('describeViolations', () => {
  test('gives each path the rule that it broke, and each rule one line', () => {
    const violations = [
      { path: '.git/index', rule: 'always protected: .git/' },
      { path: 'test/a.ts', rule: 'protected: test/**' },
      { path: '.git/HEAD', rule: 'always protected: .git/' },
    ];
    expect(describeViolations(violations)).toEqual([
      '.git/index, .git/HEAD (always protected: .git/)',
      'test/a.ts (protected: test/**)',
    ]);
  });

  test('counts what it does not name', () => {
    const violations = Array.from({ length: 8 }, (_, n) => ({ path: `f${n}`, rule: 'outside the scope' }));
    expect(describeViolations(violations)).toEqual(['f0, f1, f2, f3, f4 and 3 more (outside the scope)']);
  });
});
