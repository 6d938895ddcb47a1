import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACTION,
  checkpoint,
  checkpointDocument,
  KEYS,
  policy,
  signedDecision,
  signedOverride,
} from '../../test/policy/samples.ts';
import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { validateCheckpoint } from './documents.ts';
import { evaluate } from './evaluate.ts';
import { governingDecisions, humanGateReasons } from './human-gates.ts';
import { parseHumanKeys } from './human-keys.ts';
import { signRecord } from './sign-record.ts';
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

describe('governing decisions', () => {
  const at = (gate: string, decision: string, timestamp: string) => signedDecision({ gate, decision, timestamp });

  test('the latest instant governs each gate, whatever the order and the offset', () => {
    const { decisions } = withRecords({
      decisions: [
        at('b', 'decline', '2026-01-02T10:00:00+01:00'),
        at('a', 'revise', '2026-01-02T09:00:00Z'),
        at('b', 'approve', '2026-01-02T09:00:00.000001Z'),
        at('b', 'revise', '2026-01-01T09:00:00Z'),
      ],
    });
    const governing = governingDecisions(decisions);
    expect(governing.kind === 'governing' && governing.byGate.get('b')?.decision).toBe('approve');
    expect(humanGateReasons(decisions)).toEqual({
      kind: 'reasons',
      reasons: [{ kind: 'human_gate', gate: 'a', decision: 'revise' }],
    });
  });

  test('two decisions of one instant are a refusal', () => {
    const { decisions } = withRecords({
      decisions: [at('a', 'approve', '2026-01-02T09:00:00Z'), at('a', 'approve', '2026-01-02T10:00:00+01:00')],
    });
    expect(humanGateReasons(decisions)).toMatchObject({
      kind: 'refused',
      message: 'checkpoint has ambiguous human decisions for gate a at 2026-01-02T10:00:00+01:00',
    });
  });

  test('padded timestamps on two decisions of one gate never lead to continue', () => {
    const signed = withRecords({
      decisions: [at('a', 'approve', ' 2026-01-02T09:00:00Z'), at('a', 'approve', '2026-01-02T10:00:00Z')],
    });
    const { decision, reasons } = evaluate(signed, policy(), KEYS);
    expect(decision).toBe('stop');
    expect(reasons[0]).toContain('checkpoint.decisions[0].timestamp');
  });
});

describe('overrides', () => {
  test('raise a limit from before it was reached', () => {
    const signed = checkpoint({ cycle: 150n, overrides: [signedOverride()], pending_action_hash: ACTION });
    const { decision, effectiveLimits } = evaluate(signed, policy(), KEYS);
    expect(decision).toBe('continue');
    expect(effectiveLimits?.max_cycles).toBe(200n);
  });

  test.each([
    [{ observed_value: 100 }, 'was not authorized before exhaustion: observed_value=100 >= 100'],
    [{ observed_value: 7 }, 'exceeds current cycle: 7 > 0'],
    [{ observed_value: 0.5 }, 'exceeds current cycle: 0.5 > 0'],
    [{ value: 99 }, 'cannot lower max_cycles: 99 < 100'],
  ])('refuse %j', (changes, message) => {
    const { decision, reasons } = evaluate(withRecords({ overrides: [signedOverride(changes)] }), policy(), KEYS);
    expect(decision).toBe('stop');
    expect(reasons[0]).toContain(message);
  });

  test('count once a limit', () => {
    const document = checkpointDocument({
      overrides: [signedOverride(), signedOverride()],
      pending_action_hash: ACTION,
    });
    expect(validateCheckpoint(document)).toMatchObject({ message: 'duplicate checkpoint override: max_cycles' });
  });
});

describe('signRecord', () => {
  test('leaves the authorization out of what it signs', () => {
    const record = signedDecision();
    const bare = new Map(record);
    bare.delete('authorization');
    expect(signRecord(record, 'k')).toEqual(signRecord(bare, 'k'));
  });

  test('signs nothing with an empty secret', () => {
    expect(signRecord(new Map(), '')).toMatchObject({
      kind: 'refused',
      message: 'human authorization secret must not be empty',
    });
  });

  test('names the member that cannot be signed', () => {
    expect(signRecord(new Map([['gate', '\ud800']]), 'k')).toMatchObject({
      message: 'human record.gate holds a lone surrogate and cannot be signed',
    });
  });
});

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
