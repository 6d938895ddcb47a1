import { describe, expect, test } from 'vitest';
import { readCorrection } from './correction.ts';

describe('a message after an answer', () => {
  test.each([
    'no, the other file',
    "That's wrong.",
    'that is not what I meant',
    'This is not what I asked for',
    'incorrect: the sum is 3',
    'You should have run the tests first',
    'Please take rg instead of grep',
    "don't do that in one commit",
    'undo',
    'Undo the last edit',
    'please revert this',
    'use pnpm not npm',
    'I said the second one',
    'Again, with tests',
    'it is still broken',
    'the build still fails',
    'the button doesn’t work',
    'thanks, but the build still fails',
    'please undo it and then, again, run the tests',
  ])('that says %j is a correction', (message) => {
    expect(readCorrection(message).isCorrection).toBe(true);
  });

  test.each([
    'now add a test for it',
    'open the casino, then the bar',
    'explain why it says "no, not found"',
    'rename `revert` to `undoAll` in the parser',
    '```\nthis is incorrect\n```\nis what it prints; where does that come from?',
    '> still broken\nwho wrote that?',
    "you don't need to revert anything",
    'it is not incorrect, go on',
    'thanks, no, nothing else to revert',
    'please undo it later on',
    'try it once again, please',
    '',
  ])('that says %j is none', (message) => {
    expect(readCorrection(message).isCorrection).toBe(false);
  });

  test('scores a point for each phrase, and half of one for "undo" inside', () => {
    expect(readCorrection("no, that's wrong")).toMatchObject({ score: 2, isAtStart: true });
    expect(readCorrection('please undo it later on')).toMatchObject({ score: 0.5, isAtStart: false });
  });

  test('in a language without phrases tells nothing', () => {
    expect(readCorrection('Das ist leider falsch gewesen')).toMatchObject({ language: null, isCorrection: false });
    expect(readCorrection('それは違います')).toMatchObject({ language: null });
    expect(readCorrection('now do the same in the other file')).toMatchObject({ language: 'en' });
    expect(readCorrection('npm test')).toMatchObject({ language: 'en' });
  });

  test('takes time linear in its length', () => {
    expect(readCorrection(`${'use a '.repeat(200_000)}`).isCorrection).toBe(false);
  });
});
