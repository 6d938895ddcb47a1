import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHumanKeys } from './human-keys.ts';

describe('parseHumanKeys', () => {
  test('reads secrets by key id, none when the variable is not set', () => {
    expect(parseHumanKeys(undefined)).toEqual({ kind: 'keys', keys: new Map() });
    expect(parseHumanKeys('{"ana":"s","__proto__":"t"}')).toEqual({
      kind: 'keys',
      keys: new Map([
        ['ana', 's'],
        ['__proto__', 't'],
      ]),
    });
  });

  test.each([
    ['', 'AGENT_COLLAB_HUMAN_KEYS_JSON must be a JSON object'],
    ['[]', 'AGENT_COLLAB_HUMAN_KEYS_JSON must be a JSON object'],
    ['{"a":"x","a":"y"}', 'duplicate JSON key: a'],
    ['{"a b":"x"}', 'human authorization key ids must be non-empty and contain no whitespace'],
    ['{"a":""}', 'human authorization secret must be non-empty: a'],
  ])('refuses %j', (text, message) => {
    expect(parseHumanKeys(text)).toMatchObject({ kind: 'refused', message });
  });

  test('never repeats a secret in a message', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), (noise) => {
        const secret = `secret-${noise}`;
        const result = parseHumanKeys(`{"a":${JSON.stringify(secret)},"b":1}`);
        expect(result.kind === 'refused' && !result.message.includes('secret-')).toBe(true);
      }),
    );
  });
});
