import { describe, expect, test } from 'vitest';
import { readCorrectionForm } from './correction-form.ts';

describe('readCorrectionForm', () => {
  test.each([
    ['Use rg instead of grep.', { kind: 'prefer', x: 'rg', y: 'grep' }],
    ['No, use `pnpm`, not `npm`!', { kind: 'prefer', x: '`pnpm`', y: '`npm`' }],
    [
      "that's wrong, prefer the staging cluster over production",
      { kind: 'prefer', x: 'the staging cluster', y: 'production' },
    ],
    ['You should have used rg rather than grep. It is faster.', { kind: 'prefer', x: 'rg', y: 'grep' }],
    ['I want you to use rg instead of grep, please', { kind: 'prefer', x: 'rg', y: 'grep' }],
    ['No, use pnpm instead of npm in this repository.', { kind: 'prefer', x: 'pnpm', y: 'npm' }],
    ['Never push to main in our project, please', { kind: 'never', what: 'push to main' }],
    ["Don't edit package-lock.json by hand.", { kind: 'never', what: 'edit package-lock.json by hand' }],
    ['please never push to main', { kind: 'never', what: 'push to main' }],
    ['don’t use grep instead of rg', { kind: 'never', what: 'use grep instead of rg' }],
    ['From now on, always run the linter', { kind: 'always', what: 'run the linter' }],
    ['You must always ask first.', { kind: 'always', what: 'ask first' }],
    ['Run the tests before pushing.', { kind: 'before', first: 'Run the tests', second: 'pushing' }],
    ['That is not what I asked. Use rg instead of grep', { kind: 'prefer', x: 'rg', y: 'grep' }],
  ])('reads %j', (text, form) => {
    expect(readCorrectionForm(text)).toEqual(form);
  });

  test.each([
    'You use grep instead of rg.',
    'Why did you use grep instead of rg?',
    'You always forget the tests.',
    "I don't know why it broke",
    "The tests don't pass",
    'It worked before your change',
    'Everything was fine before this',
    'The header is still broken',
    'never',
    '',
  ])('finds no form in %j', (text) => {
    expect(readCorrectionForm(text)).toBeNull();
  });
});
