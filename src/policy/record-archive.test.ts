import { describe, expect, test } from 'vitest';
import { signedDecision, signedOverride } from '../../test/policy/samples.ts';
import { archiveLines, EMPTY_ARCHIVE, isArchived, readArchive } from './record-archive.ts';
import { checked } from './refusal.ts';

const first = signedDecision();
const second = signedOverride();

describe('record archive', () => {
  test('gives back every record as it was, in its order', () => {
    const text = archiveLines(EMPTY_ARCHIVE, [first]);
    const whole = text + archiveLines(readArchive(text, 'a'), [second]);
    const { records } = readArchive(whole, 'a');
    expect(records).toEqual([first, second]);
    expect(records.every((record) => isArchived(readArchive(whole, 'a'), record))).toBe(true);
  });

  test('chains its entries by hash', () => {
    const [one = '', two = ''] = archiveLines(EMPTY_ARCHIVE, [first, second]).split('\n');
    expect(JSON.parse(one)).toMatchObject({ schema_version: 1, previous_sha256: null });
    expect(JSON.parse(two).previous_sha256).toBe(JSON.parse(one).sha256);
  });

  test('adds nothing for a record that it holds, so that a move repeated after a crash counts once', () => {
    const text = archiveLines(EMPTY_ARCHIVE, [first]);
    expect(archiveLines(readArchive(text, 'a'), [first])).toBe('');
  });

  test('counts an entry that another program doubled once', () => {
    const text = archiveLines(EMPTY_ARCHIVE, [first]);
    const { lastSha256 } = readArchive(text, 'a');
    const doubled = text + archiveLines({ records: [], lastSha256 }, [first]);
    expect(readArchive(doubled, 'a').records).toEqual([first]);
  });

  test('passes over a line that a crash cut off', () => {
    const text = archiveLines(EMPTY_ARCHIVE, [first, second]);
    expect(readArchive(text.slice(0, -5), 'a').records).toEqual([first]);
  });

  test.each<[string, (lines: readonly string[]) => readonly string[], string]>([
    ['an edited record', ([a = '', b = '']) => [a.replace('Read', 'Fled'), b], 'line 1: the chain'],
    ['a missing entry', ([, b = '']) => [b], 'line 1: the chain'],
    ['entries in another order', ([a = '', b = '']) => [b, a], 'line 1: the chain'],
    ['what is no JSON', ([a = '']) => [a, 'x'], 'line 2: is no archived record'],
    ['a newer version', ([a = '']) => [a.replace('"schema_version":1', '"schema_version":9')], 'expected an archived'],
    ['an unknown member', ([a = '']) => [a.replace('{', '{"a":1,')], 'is no archived record'],
  ])('refuses %s', (_case, change, message) => {
    const lines = archiveLines(EMPTY_ARCHIVE, [first, second]).split('\n').slice(0, -1);
    const text = change(lines)
      .map((line) => `${line}\n`)
      .join('');
    expect(checked(() => readArchive(text, 'a.jsonl'))).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(message),
    });
  });
});
