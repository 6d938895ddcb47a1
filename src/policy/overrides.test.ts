import { describe, expect, test } from 'vitest';
import { ACTION, checkpoint, checkpointDocument, KEYS, policy, signedOverride } from '../../test/policy/samples.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { validateCheckpoint } from './documents.ts';
import { evaluate } from './evaluate.ts';

function withRecords(records: {
  readonly decisions?: readonly ExactObject[];
  readonly overrides?: readonly ExactObject[];
}) {
  return checkpoint({ decisions: [], overrides: [], ...records, pending_action_hash: ACTION });
}

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
