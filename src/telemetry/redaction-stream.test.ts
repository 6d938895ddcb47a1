import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText } from './redact.ts';
import { RedactionStream } from './redaction-stream.ts';

function streamed(pieces: readonly string[]): string {
  const stream = new RedactionStream();
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}

const TOKEN = `ghp_${'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6'}`;

describe('a stream', () => {
  test('finds a secret wherever it is cut', () => {
    const text = `export TOKEN=${TOKEN}\nnext`;
    for (let at = 0; at <= text.length; at++) {
      expect(streamed([text.slice(0, at), text.slice(at)])).toBe('export TOKEN=[redacted]\nnext');
    }
    expect(streamed([...text])).toBe('export TOKEN=[redacted]\nnext');
  });

  test('gives of any split of a long text what the whole text gives', () => {
    const filler = [
      'word ',
      'line\n',
      'x',
      '\\n',
      '"',
      '{"a":1},',
      'QUJDREVGR0g',
      '%20',
      `Cookie: a=${'b'.repeat(9)}\n`,
    ];
    const secret = ['password=hunter2 ', `${TOKEN} `, 'ann@example.org', '-----BEGIN PRIVATE KEY-----\nMIIEow\n'];
    const stretch = fc.tuple(fc.constantFrom(...filler), fc.integer({ min: 1, max: 9000 }), fc.constantFrom(...secret));
    fc.assert(
      fc.property(
        fc.array(stretch, { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 12 }),
        (stretches, places) => {
          const text = stretches.map(([unit, count, end]) => unit.repeat(count) + end).join('');
          const cuts = [0, ...places.filter((place) => place < text.length).sort((a, b) => a - b), text.length];
          const pieces = cuts.slice(1).map((cut, i) => text.slice(cuts[i], cut));
          expect(streamed(pieces)).toBe(redactText(text));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('begins to give out before it has everything', () => {
    const stream = new RedactionStream();
    expect(stream.push('line\n'.repeat(100_000)).length).toBeGreaterThan(400_000);
  });

  test('gives the same with blocks that no line break ends', () => {
    const text = `${'a1B2'.repeat(40_000)}${TOKEN}${'a1B2'.repeat(40_000)}`;
    expect(streamed([text.slice(0, 160_010), text.slice(160_010)])).toBe(redactText(text));
  });
});
