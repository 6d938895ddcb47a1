import { describe, expect, test } from 'vitest';
import {
  betweenMs,
  contentText,
  isoFromMs,
  isoOrNull,
  listMember,
  member,
  numberMember,
  parsedOrText,
  textMember,
} from './json-view.ts';

describe('members of JSON data', () => {
  test('are of the kind that was asked for, or none, and never inherited ones', () => {
    const value = { text: 'a', empty: '', number: 1, list: [1], null: null };
    expect([textMember(value, 'text'), textMember(value, 'empty'), textMember(value, 'number')]).toEqual([
      'a',
      null,
      null,
    ]);
    expect([numberMember(value, 'number'), numberMember(value, 'text')]).toEqual([1, null]);
    expect([listMember(value, 'list'), listMember(value, 'text')]).toEqual([[1], []]);
    expect([member(value, 'null'), member(value, 'toString'), member([1], '0'), member(undefined, 'a')]).toEqual([
      null,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('texts of messages', () => {
  test('are joined of their parts; what is no text is named', () => {
    expect(contentText('a')).toBe('a');
    expect(
      contentText([{ type: 'text', text: 'a' }, 'b', { type: 'image' }, { type: 'text' }, { content: 'c' }, 7]),
    ).toBe('a\nb\n[image]\nc');
    expect(contentText({ text: 'a' })).toBe('a');
    expect(contentText(null)).toBe('');
  });

  test('hold JSON, or not', () => {
    expect([parsedOrText('{"a":1}'), parsedOrText('a'), parsedOrText(undefined), parsedOrText([1])]).toEqual([
      { a: 1 },
      'a',
      null,
      [1],
    ]);
  });
});

describe('times', () => {
  test('are UTC with milliseconds, whatever their zone and precision', () => {
    expect(isoOrNull('2026-01-02T03:04:05.678901+02:00')).toBe('2026-01-02T01:04:05.678Z');
    expect(isoOrNull('2026-01-02 03:04:05')).toBe('2026-01-02T03:04:05.000Z');
    expect(isoOrNull('2026-01-02T03:04Z')).toBe('2026-01-02T03:04:00.000Z');
    expect([isoOrNull('yesterday'), isoOrNull(5), isoOrNull('2026-99-99T00:00:00Z')]).toEqual([null, null, null]);
    expect([isoFromMs(0), isoFromMs(-1), isoFromMs(Number.NaN), isoFromMs(1e18), isoFromMs(null)]).toEqual([
      '1970-01-01T00:00:00.000Z',
      null,
      null,
      null,
      null,
    ]);
  });

  test('have a distance of at least nothing, where both are known', () => {
    const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z'];
    expect([betweenMs(early, late), betweenMs(late, early), betweenMs(null, late)]).toEqual([1000, 0, null]);
  });
});
