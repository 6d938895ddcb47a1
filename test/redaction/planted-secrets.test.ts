import { describe, expect, test } from 'vitest';
import type { PlainJson } from '../../src/base/exact-json.ts';
import { redactJson, redactText } from '../../src/telemetry/redact.ts';
import { RedactionStream } from '../../src/telemetry/redaction-stream.ts';
import { Draw } from './draw.ts';
import { ISSUED_SECRETS } from './issued-secrets.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { type Planted, plantSecrets } from './planted.ts';
import { SET_SECRETS } from './settings.ts';
import { survivors } from './survival.ts';

const PLANTED = plantSecrets(2000, 20_260_101);

function leftBy(redact: (planted: Planted) => string): readonly string[] {
  return PLANTED.flatMap((planted) => {
    const redacted = redact(planted);
    return survivors(redacted, [planted.secret]).size > 0
      ? [`${planted.kind}: ${planted.secret} in ${redacted.slice(0, 400)}`]
      : [];
  });
}

describe('of 2,000 secrets that were planted in sessions', () => {
  test('there are far more than 25 kinds', () => {
    expect(ISSUED_SECRETS.length + SET_SECRETS.length).toBeGreaterThan(150);
    expect(PLANTED.every(({ text, secret }) => text.length >= secret.length)).toBe(true);
  });

  test('none is left in the records', () => {
    expect(leftBy(({ record }) => JSON.stringify(redactJson(record as PlainJson)))).toEqual([]);
  });

  test('none is left in the lines of the records', () => {
    expect(leftBy(({ record }) => redactText(JSON.stringify(record)))).toEqual([]);
  });

  test('none is left in the texts by themselves', () => {
    expect(leftBy(({ text }) => redactText(text))).toEqual([]);
  });

  test('none is left in a stream of all lines, whose pieces end anywhere', () => {
    const draw = new Draw(7);
    const stream = new RedactionStream();
    const text = PLANTED.map(({ record }) => `${JSON.stringify(record)}\n`).join('');
    let redacted = '';
    for (let at = 0; at < text.length; ) {
      const length = draw.int(1, draw.pick([8, 64, 1024, 65_536]));
      redacted += stream.push(text.slice(at, at + length));
      at += length;
    }
    redacted += stream.end();
    expect(redacted.split('\n').length).toBe(PLANTED.length + 1);
    expect(redacted).toBe(redactText(text));
    expect([
      ...survivors(
        redacted,
        PLANTED.map(({ secret }) => secret),
      ),
    ]).toEqual([]);
  });
});

test('of 2,000 look-alikes at most one in a hundred is touched', () => {
  const draw = new Draw(11);
  const touched = Array.from({ length: 2000 }, (_, i) => {
    const { kind, make } = LOOK_ALIKES[i % LOOK_ALIKES.length] ?? { kind: '', make: () => '' };
    const text = make(draw);
    return redactText(text) === text ? [] : [`${kind}: ${text} => ${redactText(text)}`];
  }).flat();
  expect(touched.slice(0, 20)).toEqual([]);
  expect(touched.length).toBeLessThanOrEqual(20);
});
