import { describe, expect, test } from 'vitest';
import { pathLabel, policyIdOfPath } from './path-label.ts';

describe('pathLabel', () => {
  test.each([
    ['.//a/b/', 'a/b'],
    ['', '.'],
    ['./', '.'],
    ['/', '/'],
    ['//a', '//a'],
    ['///a//b', '/a/b'],
    ['../a/..', '../a/..'],
  ])('prints %j as %j', (argument, label) => {
    expect(pathLabel(argument)).toBe(label);
  });
});

describe('policyIdOfPath', () => {
  test.each([
    ['conf/a.tar.gz', 'a.tar'],
    ['.json', '.json'],
    ['policy.', 'policy.'],
    ['  x .yaml', 'x'],
    ['   .json', 'unreadable-policy'],
    ['/', 'unreadable-policy'],
    ['.', 'unreadable-policy'],
  ])('%j stands for %j', (path, id) => {
    expect(policyIdOfPath(path)).toBe(id);
  });
});
