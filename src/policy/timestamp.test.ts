import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTimestamp } from './timestamp.ts';

function micros(text: string): bigint | string {
  const parsed = parseTimestamp(text);
  return parsed.kind === 'instant' ? parsed.micros : parsed.kind;
}

describe('parseTimestamp', () => {
  test.each([
    '2026-08-31T00:00:00Z',
    '20260831T000000Z',
    '2026-W36-1T00:00:00Z',
    '2026W361T00Z',
    '2026-08-31 02:00+02:00',
    '2026-08-30T23:59:30-00:00:30',
    ' 2026-08-31T00:00:00.0000009999Z\u001f',
  ])('reads %j as one instant', (text) => {
    expect(micros(text)).toBe(1_788_134_400_000_000n);
  });

  test.each(['2026-08-31', '2026-08-31Z', '20260831+01', '2026-08-31T00:00:00'])('%j has no offset', (text) => {
    expect(micros(text)).toBe('naive');
  });

  test.each([
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-W54-1T00:00Z',
    '2025-W53-1T00:00Z',
    '2026-W01-8T00:00Z',
    '9999-W52-6T00:00Z',
    '2026-244T00:00Z',
    '2026-08-31T24:00:00Z',
    '2026-08-31T23:59:60Z',
    '2026-08-31T00:00:00z',
    '2026-08-31T00:00:00ZZ',
    '2026-08-31T00:00:00+24:00',
    '\ufeff2026-08-31T00:00:00Z',
    '',
  ])('refuses %j', (text) => {
    expect(micros(text)).toBe('invalid');
  });

  test('knows the years of 53 weeks and their last days', () => {
    expect(micros('2026-W53-7T00Z')).toBe(micros('2027-01-03T00Z'));
    expect(micros('9999-W52-5T00Z')).toBe(micros('9999-12-31T00Z'));
  });

  test('agrees with the calendar of Date for every instant', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(micros(date.toISOString())).toBe(BigInt(date.getTime()) * 1000n);
        },
      ),
    );
  });
});
