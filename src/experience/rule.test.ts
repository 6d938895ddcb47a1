import { describe, expect, test } from 'vitest';
import { oppositeRule, type Rule, sameRule } from './rule.ts';

const RULES: readonly Rule[] = [
  { form: 'USE', t: 'a' },
  { form: 'AVOID', t: 'a' },
  { form: 'FIRST', t: 'a' },
  { form: 'REPEAT', t: 'a' },
  { form: 'PREFER', x: 'a', y: 'b' },
  { form: 'PREFER', x: 'b', y: 'a' },
  { form: 'PRE', a: 'a', b: 'b' },
  { form: 'PRE', a: 'b', b: 'a' },
  { form: 'ARG', t: 'a', k: 'b' },
  { form: 'ARGV', t: 'a', k: 'b', class: 'int' },
  { form: 'RECOVER', sig: 'a', act: 'stop' },
];

describe('rules', () => {
  test('are the same only where form and members are', () => {
    for (const [i, a] of RULES.entries()) for (const [j, b] of RULES.entries()) expect(sameRule(a, b)).toBe(i === j);
  });

  test('are the same whatever the order of their members', () => {
    expect(sameRule({ form: 'PRE', a: 'x', b: 'y' }, { b: 'y', a: 'x', form: 'PRE' })).toBe(true);
  });

  test('do not meet where one name holds what parts the members', () => {
    expect(sameRule({ form: 'ARG', t: 'a', k: 'b t=c' }, { form: 'ARG', t: 'c', k: 'b' })).toBe(false);
    expect(sameRule({ form: 'PRE', a: 'a b=b', b: 'c' }, { form: 'PRE', a: 'a', b: 'b b=c' })).toBe(false);
  });

  test('have an opposite that has them as its opposite, or none', () => {
    for (const rule of RULES) {
      const opposite = oppositeRule(rule);
      if (opposite === null) continue;
      expect(sameRule(rule, opposite)).toBe(false);
      expect(oppositeRule(opposite)).toEqual(rule);
    }
    expect(oppositeRule({ form: 'FIRST', t: 'a' })).toBeNull();
  });
});
