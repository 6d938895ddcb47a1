import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSecrets } from './find-secrets.ts';

/** What hides and what is hidden in each other. */
const UNITS = [
  ...[
    'a',
    ' ',
    '\n',
    'password=',
    '"key":"',
    '\\"',
    '\\\\',
    '\\u005c',
    '%25',
    '%',
    '&amp;',
    '\x1b[1m',
    '-eyJ',
    '://a:',
    '@',
  ],
  ...[
    '/home/',
    'aB3dE5gH',
    'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNk',
    '=',
    '-----BEGIN PRIVATE KEY-----',
    'sk-',
    '\\n',
  ],
  ...[
    '61626364',
    Buffer.from('%25'.repeat(20)).toString('base64'),
    Buffer.from('password='.repeat(9)).toString('base64'),
  ],
];
/** Every level of codes reads the text once more, and every run of base64 its own three quarters. */
const MOST_READ = 40;

test('however codes and runs lie in each other, the text is read a bounded number of times', () => {
  const stretch = fc.tuple(fc.constantFrom(...UNITS), fc.integer({ min: 1, max: 400 }));
  const repeated = fc.tuple(fc.array(stretch, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 5 }));
  fc.assert(
    fc.property(repeated, ([stretches, times]) => {
      const text = stretches
        .map(([unit, count]) => unit.repeat(count))
        .join('')
        .repeat(times);
      let steps = 0;
      findSecrets(text, (length) => {
        steps += length;
      });
      expect(steps).toBeLessThanOrEqual(MOST_READ * text.length);
    }),
    { numRuns: 200 },
  );
});

test('twice the text takes twice the steps', () => {
  for (const unit of UNITS) {
    const stepsOf = (text: string): number => {
      let steps = 0;
      findSecrets(text, (length) => {
        steps += length;
      });
      return steps;
    };
    const text = unit.repeat(2000);
    expect(stepsOf(text + text)).toBeLessThanOrEqual(2.2 * stepsOf(text) + 1000);
  }
});

test('base64 in codes in base64 is read to the ground', () => {
  const inner = Buffer.from('{"password":"hunter2hunter2"}').toString('base64');
  const middle = Buffer.from(JSON.stringify({ text: JSON.stringify({ data: inner }) })).toString('base64');
  expect(findSecrets(`x ${encodeURIComponent(middle)} y`).length).toBeGreaterThan(0);
});
