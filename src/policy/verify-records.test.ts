import { describe, expect, test } from 'vitest';
import { ACTION, checkpoint, KEYS, policy, signedDecision, signedOverride } from '../../test/policy/samples.ts';
import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { verifyRecords } from './verify-records.ts';

function withRecords(records: {
  readonly decisions?: readonly ExactObject[];
  readonly overrides?: readonly ExactObject[];
}) {
  return checkpoint({ decisions: [], overrides: [], ...records, pending_action_hash: ACTION });
}

function replaced(record: ExactObject, key: string, value: ExactJson): ExactObject {
  return new Map([...record, [key, value]]);
}

describe('verifyRecords', () => {
  test('accepts what a human signed, and nothing when the host holds no key', () => {
    const signed = withRecords({ decisions: [signedDecision()], overrides: [signedOverride()] });
    expect(verifyRecords(signed, policy(), KEYS)).toBeNull();
    expect(verifyRecords(signed, policy(), new Map())).toBe(
      'checkpoint.decisions[0] has no configured human authorization key: ana',
    );
  });

  test('asks again when the secret or the pin is another one', () => {
    const signed = withRecords({ decisions: [signedDecision()] });
    expect(verifyRecords(signed, policy(), KEYS)).toBeNull();
    expect(verifyRecords(signed, policy(), new Map([['ana', 'another secret']]))).toContain('does not match');
    const pinned = { ...policy(), keyHashes: new Map([['ana', '0'.repeat(64)]]) };
    expect(verifyRecords(signed, pinned, KEYS)).toContain('does not match');
  });

  test('refuses a record of which any signed member was changed', () => {
    const changes: readonly (readonly [string, ExactJson])[] = [
      ['gate', 'deploy'],
      ['decision', 'decline'],
      ['timestamp', '2026-01-02T09:00:01Z'],
      ['rationale', 'Read the diff. '],
    ];
    for (const [key, value] of changes) {
      const tampered = withRecords({ decisions: [replaced(signedDecision(), key, value)] });
      expect(verifyRecords(tampered, policy(), KEYS)).toBe(
        'checkpoint.decisions[0] has an invalid human authorization signature',
      );
    }
  });

  test('covers the spelling of a number', () => {
    const respelt = withRecords({ overrides: [replaced(signedOverride(), 'observed_value', 0.0)] });
    expect(verifyRecords(respelt, policy(), KEYS)).toContain('invalid human authorization signature');
  });

  test('takes a secret that has no UTF-8 form for no secret at all', () => {
    const broken = new Map([['ana', '\ud800']]);
    const signed = withRecords({ decisions: [signedDecision()] });
    expect(verifyRecords(signed, policy(), broken)).toContain('does not match canonical policy');
  });
});
