import { expect, test } from 'vitest';
import { mergeFindings, putMarks } from './finding.ts';

const found = (start: number, end: number, mark = '[redacted]') => ({ start, end, mark });

test('findings that overlap become one, those that touch stay two', () => {
  expect(mergeFindings([found(4, 9), found(0, 2), found(2, 3), found(8, 12)])).toEqual([
    found(0, 2),
    found(2, 3),
    found(4, 12),
  ]);
});

test('a finding inside of another one gives way to it', () => {
  expect(mergeFindings([found(0, 20, '~'), found(3, 9)])).toEqual([found(0, 20, '~')]);
  expect(mergeFindings([found(0, 9), found(0, 20, '[email]')])).toEqual([found(0, 20, '[email]')]);
});

test('marks stand where the findings were', () => {
  expect(putMarks('abcdef', [found(0, 2, '~'), found(4, 6)])).toBe('~cd[redacted]');
  expect(putMarks('abc', [])).toBe('abc');
});
